// What this browser keeps about the shuffles of its online games: the secrets behind its seals, and what the server
// showed before they were revealed. The record of the game is compared with that, not with what the server says later.

export interface TableNotes {
    /** The salt and the words of each seal that was sent, by seal. */
    secrets: Record<string, { salt: string; words: string }>;
    /** The last attempt of starting the game for which words were revealed; 0: none. */
    revealed: number;
    /** What the server showed then: lines that the record must have; '' before that. */
    notes: string;
    /** When this was written, to drop the oldest. */
    at: number;
}

const KEY = 'elektro.shuffles';
const TABLES_MAX = 200;
const SECRETS_MAX = 8;

/** In case the browser stores nothing, for this visit. */
let memory: Record<string, TableNotes> = {};

function isNotes(found: unknown): found is TableNotes {
    const { secrets, revealed, notes, at } = (found ?? {}) as Partial<TableNotes>;
    return typeof secrets === 'object' && typeof revealed === 'number' && typeof notes === 'string' && typeof at === 'number';
}

function all(): Record<string, TableNotes> {
    try {
        const found = Object.entries((JSON.parse(localStorage.getItem(KEY) ?? '{}') as object | null) ?? {});
        return { ...memory, ...Object.fromEntries(found.filter(([, each]) => isNotes(each))) };
    } catch {
        return memory;
    }
}

export function notesOf(table: string): TableNotes {
    return all()[table] ?? { secrets: {}, revealed: 0, notes: '', at: 0 };
}

function write(table: string, notes: TableNotes): void {
    const newest = Object.entries({ ...all(), [table]: { ...notes, at: Date.now() } })
        .sort(([, a], [, b]) => b.at - a.at)
        .slice(0, TABLES_MAX);
    memory = Object.fromEntries(newest);
    try {
        localStorage.setItem(KEY, JSON.stringify(memory));
    } catch {
        // The browser is full or stores nothing: memory has it for this visit.
    }
}

export function keepSecret(table: string, seal: string, secret: { salt: string; words: string }): void {
    const kept = notesOf(table);
    const secrets = Object.entries(kept.secrets).slice(1 - SECRETS_MAX);
    write(table, { ...kept, secrets: Object.fromEntries([...secrets, [seal, secret]]) });
}

export function keepNotes(table: string, revealed: number, notes: string): void {
    write(table, { ...notesOf(table), revealed, notes });
}
