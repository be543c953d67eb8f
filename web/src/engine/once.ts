/** Caches the result of the first call; a failed call is tried again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
    let made: Promise<T> | undefined;
    return () => {
        made ??= make().catch((error: unknown) => {
            made = undefined;
            throw error;
        });
        return made;
    };
}
