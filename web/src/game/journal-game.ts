// The common part of local games and games on a server: a journal and its listeners.
import type { Journal } from '../engine/journal';
import type { HistoryEntry } from '../engine/types';

export abstract class JournalGame {
    readonly #listeners = new Set<(entry: HistoryEntry) => void>();

    protected abstract get journal(): Journal;

    get history(): readonly HistoryEntry[] {
        return this.journal.history;
    }

    /** Nothing is hidden from the viewers of this screen. */
    get open(): boolean {
        return false;
    }

    view(seat: number | null, index = this.history.length - 1): Uint8Array {
        return this.open ? this.journal.openAt(index) : this.journal.viewAt(index, seat);
    }

    subscribe(listener: (entry: HistoryEntry) => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    protected emit(entry: HistoryEntry): void {
        for (const listener of this.#listeners) listener(entry);
    }

    close(): void {
        this.#listeners.clear();
    }
}
