// Checks of arguments: the engine's functions expect numbers in range, and programs in JavaScript can pass anything.

function mistyped(value: unknown, expected: string, name: string): TypeError {
    return new TypeError(`${name}: expected ${expected}, not ${value === null ? 'null' : typeof value}`);
}

/** A whole number from 0 to below count; the name says what it is. */
export function below(value: number, count: number, name: string): number {
    if (typeof value !== 'number') throw mistyped(value, 'a number', name);
    if (Number.isInteger(value) && value >= 0 && value < count) return value;
    throw new RangeError(`there is no ${name} ${value}: it is a whole number from 0 to ${count - 1}`);
}

/** A word of a list; the name says what it is. */
export function member<T extends string>(word: T, list: readonly T[], name: string): T {
    if (list.includes(text(word, name) as T)) return word;
    throw new RangeError(`there is no ${name} '${word}': it is one of ${list.join(', ')}`);
}

export function text(value: string, name: string): string {
    if (typeof value !== 'string') throw mistyped(value, 'a string', name);
    return value;
}

export function list<T>(value: readonly T[], name: string): readonly T[] {
    if (!Array.isArray(value)) throw mistyped(value, 'an array', name);
    return value;
}

export function object<T extends object>(value: T, name: string): T {
    if (typeof value !== 'object' || value === null) throw mistyped(value, 'an object', name);
    return value;
}

export function bigInteger(value: bigint, name: string): bigint {
    if (typeof value !== 'bigint') throw mistyped(value, 'a bigint', name);
    return value;
}
