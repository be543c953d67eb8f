// Writes the record of a game that a page stored: reads its JSON from stdin, writes the record to stdout.
import { page } from './gametable.mjs';

let text = '';
for await (const part of process.stdin) text += part;
const saved = JSON.parse(text, (_, value) => (Array.isArray(value?.bytes) ? Uint8Array.from(value.bytes) : value));
await page.saveGame(saved);
const game = await page.openGame(saved.id, new AbortController().signal);
process.stdout.write(await game.record(), () => process.exit());
