// All games of this person as records in one ZIP archive.
import { ask } from './api';
import type { ArchivedGame, ArchiveReply } from './messages';

/** Characters that file systems refuse are left out of names. */
const UNSAFE = /[^\p{L}\p{N} ._-]+/gu;

/** Begins with the moment when the game ended, so that names sort as the games were played. */
export function fileName({ table, ended, board, edition, players, title }: ArchivedGame): string {
    const moment = new Date(ended).toISOString().slice(0, 16).replace(/[:]/g, '').replace('T', ' ');
    const words = title.replace(UNSAFE, ' ').replace(/ +/g, ' ').trim();
    return [moment, `${board}-${edition}-${players}`, ...(words === '' ? [] : [words]), table].join(' ') + '.elektro';
}

export interface Progress {
    /** Games that have been read, and how many there are. */
    done: number;
    total: number;
}

/** Reads all games. Each page of them is packed when it has come, so that the page stays awake. Returns the archive, or undefined
 *  if it was cancelled. */
export async function archive(onprogress: (progress: Progress) => void, cancelled: AbortSignal): Promise<Blob | undefined> {
    const { strToU8, Zip, ZipDeflate } = await import('fflate');
    const parts: BlobPart[] = [];
    let failure: Error | null = null;
    const packing = new Zip((error, bytes) => {
        failure ??= error;
        if (!error) parts.push(bytes as BlobPart);
    });
    let done = 0;
    for (let before: number | null | undefined = undefined; before !== null; ) {
        const reply: ArchiveReply = await ask('archive', before === undefined ? {} : { before });
        if (cancelled.aborted) return undefined;
        for (const game of reply.games) {
            if (game.record === null) continue;
            const file = new ZipDeflate(fileName(game), { level: 6 });
            packing.add(file);
            file.push(strToU8(game.record), true);
        }
        done += reply.games.length;
        onprogress({ done, total: Math.max(done, reply.total) });
        before = reply.next;
    }
    packing.end();
    if (failure) throw failure as Error;
    return new Blob(parts, { type: 'application/zip' });
}
