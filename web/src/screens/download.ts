// Hands the person a file.
import type { GameSource } from '../game/source';

/** A record as an .elektro file. */
export function saveRecord(record: string, name: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([record], { type: 'text/plain' }));
    link.download = `${name}.elektro`;
    link.click();
    URL.revokeObjectURL(link.href);
}

/** The game so far. */
export async function downloadRecord(game: GameSource): Promise<void> {
    const record = await game.record?.();
    if (record !== undefined) saveRecord(record, `${game.config.board}-${game.id.slice(0, 8)}`);
}
