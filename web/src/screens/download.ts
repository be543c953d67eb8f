// Downloads of files.
import type { GameSource } from '../game/source';

export function saveFile(text: string, name: string, type: string): void {
    saveBlob(new Blob([text], { type }), name);
}

export function saveBlob(content: Blob, name: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    // Some browsers read the URL after the click returns.
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A record as an .elektro file. */
export function saveRecord(record: string, name: string): void {
    saveFile(record, `${name}.elektro`, 'text/plain');
}

/** The game so far, with its variations. */
export async function downloadRecord(game: GameSource): Promise<void> {
    const { recordOf } = await import('../game/explored.svelte');
    const record = await recordOf(game);
    if (record !== undefined) saveRecord(record, `${game.config.board}-${game.id.slice(0, 8)}`);
}
