// Turns records into saved games of the page, each at a moment where one of its players has to decide: reads JSON from
// stdin, [{ name, record, action, share }], and writes [{ name, game }] to stdout. saved-games.mjs calls it.
//
//     moments-of.mjs [WASM]      the folder with the modules
import { page } from './gametable.mjs';

/** The first move of a decision after a share of the game: its index, and the player who makes it. */
function momentIn(history, action, share) {
    const kind = { build: 'connect' }[action] ?? action;
    const from = Math.floor(history.length * share);
    const found = history.findIndex(({ move }, index) => index >= from && move !== null && page.moveType(move) === kind);
    if (found < 0) throw new Error(`nobody has to ${action} after ${from} of ${history.length} moves`);
    return { index: found, seat: history[found].seat };
}

async function savedAt({ name, record, action, share = 0.5 }) {
    const whole = await page.openRecord(new TextEncoder().encode(record), String);
    if (action === 'ended') return { name, game: ended(whole) };
    const { index, seat } = momentIn(whole.history, action, share);
    const players = whole.players.map((player) => ({ ...player, bot: 'easy' }));
    const game = await page.branchRecord(record, whole.history.slice(0, index).filter(({ move }) => move !== null).length, players, seat);
    return { name, game: game.saved };
}

/** A game that the first player has just finished. */
function ended({ saved }) {
    const { kind: _kind, record: _record, ...game } = saved;
    return { ...game, players: saved.players.map((player, seat) => (seat === 0 ? player : { ...player, bot: 'easy' })) };
}

let text = '';
for await (const part of process.stdin) text += part;
const games = [];
for (const wanted of JSON.parse(text)) games.push(await savedAt(wanted));
const written = JSON.stringify(games, (_, value) => (value instanceof Uint8Array ? { bytes: [...value] } : value));
process.stdout.write(written, () => process.exit());
