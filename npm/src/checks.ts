// Checks of arguments: the engine's functions expect numbers in range.

/** A whole number from 0 to below count; the name says what it is. */
export function below(value: number, count: number, name: string): number {
    if (Number.isInteger(value) && value >= 0 && value < count) return value;
    throw new RangeError(`there is no ${name} ${String(value)}: it is a whole number from 0 to ${count - 1}`);
}

/** A word of a list; the name says what it is. */
export function member<T extends string>(word: T, list: readonly T[], name: string): T {
    if (list.includes(word)) return word;
    throw new RangeError(`there is no ${name} '${String(word)}': it is one of ${list.join(', ')}`);
}
