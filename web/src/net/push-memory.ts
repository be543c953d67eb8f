// What this browser has told the server about its notices (push.ts).

export interface Told {
    /** The number of this browser at the server. */
    id: number;
    user: number;
    language: string;
    /** Its address at its push service. */
    endpoint: string;
}

const KEY = 'elektro.push';

/** null: notices were not switched on here. */
export function remembered(): Told | null {
    try {
        return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Told | null;
    } catch {
        return null;
    }
}

export function remember(told: Told | null): void {
    try {
        if (told === null) localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, JSON.stringify(told));
    } catch {
        // Without storage the page takes notices for switched off.
    }
}
