// The page's end of the bots' worker.
import type { GameEvent, Move, TableConfig } from '../engine/types';
import type { Advised, Answer, Request, BotSeat } from './protocol';

type Kind = 'move' | 'advice';
type AnswerOf<K extends Kind> = Extract<Answer, { type: K }>;

interface Pending {
    resolve: (answer: AnswerOf<Kind>) => void;
    reject: (error: Error) => void;
}

export class BotPlayers {
    readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    readonly #pending = new Map<number, Pending>();
    #next = 0;
    #failure: Error | undefined;

    constructor(config: TableConfig, bots: BotSeat[]) {
        this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#receive(data);
        this.#worker.onerror = (event) => this.#fail(event.message);
        this.#post({ type: 'sit', config, bots });
    }

    /** Shows events to all bots. */
    see(events: GameEvent[]): void {
        this.#post({ type: 'see', events });
    }

    /** The move of the bot at a seat with this view. */
    async move(seat: number, view: Uint8Array): Promise<Move> {
        const { move } = await this.#request<'move'>((id) => ({ type: 'move', id, seat, view }));
        return move;
    }

    /** What a strong bot would do at a seat with this view, after it has seen these events. */
    async advise(seat: number, view: Uint8Array, seen: GameEvent[][]): Promise<Advised> {
        const { advice } = await this.#request<'advice'>((id) => ({ type: 'advise', id, seat, view, seen }));
        return advice;
    }

    close(): void {
        this.#worker.terminate();
        this.#pending.clear();
    }

    /** The worker answers a question of one kind with an answer of that kind. */
    #request<K extends Kind>(question: (id: number) => Request): Promise<AnswerOf<K>> {
        const id = this.#next++;
        if (this.#failure !== undefined) return Promise.reject(this.#failure);
        return new Promise((resolve, reject) => {
            this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject });
            this.#post(question(id));
        });
    }

    #post(request: Request): void {
        this.#worker.postMessage(request);
    }

    #receive(answer: Answer): void {
        if (answer.type === 'failed') return this.#fail(answer.message);
        this.#pending.get(answer.id)?.resolve(answer);
        this.#pending.delete(answer.id);
    }

    #fail(message: string): void {
        this.#failure = new Error(message);
        for (const { reject } of this.#pending.values()) reject(this.#failure);
        this.#pending.clear();
    }
}
