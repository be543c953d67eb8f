// Games of bots at the moments that a test or a picture needs, stored in a page as its own saved games: quicker than to
// play up to there.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOMENTS_OF = fileURLToPath(new URL('moments-of.mjs', import.meta.url));
const NAMES = ['Ada', 'Benedikt', 'Cleo', 'Dragoslava', 'Emil', 'Friederike'];

/** The record of a game that bots play at the command line. */
function recordOf(program, { board, edition, players, seed = 'sizes' }) {
    const folder = mkdtempSync(join(tmpdir(), 'elektro-record-'));
    const path = join(folder, 'game.elektro');
    const seats = Array(players).fill('normal').join(',');
    const options = ['--board', board, '--edition', edition, '--players', players, '--names', NAMES.slice(0, players), '--seats', seats, '--seed', seed];
    try {
        execFileSync(program, ['play', '--lines', '--fast', '--save', path, ...options.map(String)], { input: '', stdio: 'pipe' });
        return readFileSync(path, 'utf8');
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** The folder with the modules of the same build, if it made them; otherwise gametable.mjs finds others. */
function modulesBeside(program) {
    const folder = join(dirname(realpathSync(program)), '../wasm');
    return existsSync(join(folder, 'elektro.wasm')) ? [folder] : [];
}

/** The saved games for a list of { name, board, edition, players, action, share }: the action is the pending decision of the
 *  person at the screen, or 'ended'; the share tells how much of the game has been played by then. */
export function savedGames(program, wanted) {
    const records = new Map();
    const asked = wanted.map(({ name, action, share, ...game }) => {
        const key = JSON.stringify(game);
        if (!records.has(key)) records.set(key, recordOf(program, game));
        return { name, action, share, record: records.get(key) };
    });
    const made = execFileSync(process.execPath, [MOMENTS_OF, ...modulesBeside(program)], { input: JSON.stringify(asked), encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'inherit'] });
    return JSON.parse(made);
}

/** Stores saved games in an open page. */
export async function store(page, games) {
    await page.evaluate(async (text) => {
        const read = JSON.parse(text, (_, value) => (Array.isArray(value?.bytes) ? Uint8Array.from(value.bytes) : value));
        const opening = indexedDB.open('elektro', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('games', { keyPath: 'id' });
        await new Promise((resolve, reject) => Object.assign(opening, { onsuccess: resolve, onerror: reject }));
        const writing = opening.result.transaction('games', 'readwrite');
        for (const { game } of read) writing.objectStore('games').put(game);
        await new Promise((resolve, reject) => Object.assign(writing, { oncomplete: resolve, onerror: reject }));
        opening.result.close();
    }, JSON.stringify(games));
}
