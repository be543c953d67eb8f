// Takes part in the shuffle of a table for this browser: seals words, keeps what the server shows, and reveals the
// words once the server has committed to its seed. docs/shuffle.md describes the procedure.
import { newSalt, sealOf } from '../engine/seal';
import { keepNotes, keepSecret, notesOf } from '../game/shuffle-notes';
import { ask, NoServer, Refusal } from './api';
import type { Shuffle, Table } from './messages';
import { truncate } from '../text/truncate';

const NAME = 'elektro-shuffle-2';
/** The server's limit for the UTF-8 length of words. */
const WORDS_BYTES = 64;

/** A shuffle of a server that knows seals. */
type Sealable = Required<Shuffle>;

export function sealable(info: Table): Sealable | null {
    const { attempt, cancelled, drew, due } = info.shuffle;
    return attempt === undefined || cancelled === undefined || drew === undefined || due === undefined ? null : { ...info.shuffle, attempt, cancelled, drew, due };
}

/** Whether the table waits for the players' words. */
export function isRevealing(info: Table): boolean {
    return info.status === 'open' && typeof info.shuffle.due === 'number';
}

/** What a client keeps before it reveals its words: lines that the record must have after the game. */
export function notesFor(info: Table, shuffle: Sealable): string {
    const { settings, seats, table } = info;
    return [
        `edition: ${settings.edition}`,
        `board: ${settings.board}`,
        `commitment: ${shuffle.commitment}`,
        `# shuffle: ${NAME}`,
        `# shuffle-table: ${table}`,
        `# shuffle-attempt: ${shuffle.attempt}`,
        `# shuffle-drew:${shuffle.drew === '' ? '' : ` ${shuffle.drew}`}`,
        ...shuffle.cancelled.map(({ attempt, seats: refused }) => `# shuffle-cancelled ${attempt}: ${refused.join(' ')}`),
        ...seats.flatMap(({ seat, seal, words }) =>
            typeof seal === 'string' ? [`# shuffle-seal ${seat}: ${seal}`] : [`# shuffle-seal ${seat}: none`, `# shuffle-words ${seat}: ${words}`],
        ),
        '',
    ].join('\n');
}

export class Sealing {
    readonly #records: WebAssembly.Module;
    readonly #accept: (info: Table) => void;
    /** The request that is being made. */
    #acting: Promise<void> | null = null;
    /** The latest table that was followed: a request may be answered after a newer table has arrived. */
    #latest: Table | undefined;
    /** The seat and the attempts for which the server has accepted a seal, and words: an older table may still arrive. */
    #done = { seat: 0, sealed: 0, revealed: 0 };

    /** Accept takes the tables that the server answers with. */
    constructor(records: WebAssembly.Module, accept: (info: Table) => void) {
        this.#records = records;
        this.#accept = accept;
    }

    /** Does what the table asks for. Returns false if the server cheats: it asks for words twice, with another seed. */
    follow(info: Table): boolean {
        const shuffle = sealable(info);
        const mine = info.seats[info.you - 1];
        this.#latest = info;
        if (this.#done.seat !== info.you) this.#done = { seat: info.you, sealed: 0, revealed: 0 };
        if (shuffle === null || mine === undefined || info.status !== 'open') return true;
        if (shuffle.due === null) {
            if (mine.seal === null) void this.#once(() => (this.#done.sealed === shuffle.attempt ? this.#refresh(info.table) : this.#seal(info, this.words(info.table))));
            return true;
        }
        return typeof mine.seal !== 'string' || this.#reveal(info, shuffle, mine.seal);
    }

    /** The words of the latest seal. */
    words(table: string): string {
        return Object.values(notesOf(table).secrets).at(-1)?.words ?? '';
    }

    /** Seals other words. */
    async seal(info: Table, words: string): Promise<void> {
        // The server keeps the seal that arrives last.
        await this.#acting;
        await this.#seal(info, truncate(words.replace(/\p{Cc}/gu, ''), WORDS_BYTES));
    }

    /** Replaces a seal of another browser of this person, which may not be open any more. */
    async ensureMine(): Promise<void> {
        await this.#acting;
        const info = this.#latest;
        const mine = info?.seats[info.you - 1];
        if (info === undefined || mine === undefined || sealable(info) === null || isRevealing(info)) return;
        if (typeof mine.seal === 'string' && mine.seal in notesOf(info.table).secrets) return;
        await this.#seal(info, this.words(info.table));
    }

    async #seal({ table, you }: Table, words: string): Promise<void> {
        const salt = newSalt();
        const seal = sealOf(this.#records, table, you, salt, words);
        keepSecret(table, seal, { salt, words });
        await this.#ask(async () => {
            const { info } = await ask('seal', { table, seal });
            this.#done.sealed = info.shuffle.attempt ?? 0;
            return info;
        });
    }

    /** Asks for the table: one without a seal that the server has accepted is older, or the seat was left in between. */
    async #refresh(table: string): Promise<void> {
        this.#done.sealed = 0;
        await this.#ask(async () => (await ask('table', { table })).info);
    }

    async #ask(request: () => Promise<Table>): Promise<void> {
        const before = this.#latest;
        const info = await request();
        if (this.#latest === before) this.#accept(info);
    }

    #reveal(info: Table, shuffle: Sealable, seal: string): boolean {
        const { table } = info;
        const { secrets, revealed, notes } = notesOf(table);
        const secret = secrets[seal];
        const attempt = shuffle.attempt;
        if (secret === undefined) return true; // Another browser of this person has it.
        if (attempt === revealed) {
            // Sent again in case the answer was lost; to what was kept, and to nothing else.
            if (notes !== notesFor(info, shuffle)) return false;
        } else if (attempt < revealed) {
            return true; // An answer that was late, or a server that counts wrong: nothing is revealed to it.
        } else if (attempt !== shuffle.cancelled.length + 1 || shuffle.name !== NAME || !/^[0-9a-f]{64}$/.test(shuffle.commitment)) {
            return false;
        } else {
            keepNotes(table, attempt, notesFor(info, shuffle));
        }
        if (this.#done.revealed !== attempt) void this.#once(() => this.#ask(() => this.#send(table, attempt, secret)));
        return true;
    }

    async #send(table: string, attempt: number, secret: { salt: string; words: string }): Promise<Table> {
        const { info } = await ask('reveal', { table, attempt, ...secret });
        this.#done.revealed = attempt;
        return info;
    }

    /** Acts unless it is acting already; then it follows what has changed in the meantime. */
    async #once(act: () => Promise<void>): Promise<void> {
        if (this.#acting !== null) return;
        const before = this.#latest;
        // The next message of the server repeats what was refused or lost.
        this.#acting = act().catch((error: unknown) => {
            if (!(error instanceof Refusal || error instanceof NoServer)) throw error;
        });
        await this.#acting.finally(() => (this.#acting = null));
        if (this.#latest !== undefined && this.#latest !== before) this.follow(this.#latest);
    }
}
