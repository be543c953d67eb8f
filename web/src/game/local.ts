// A game in this page: people at one screen and bots; kept after every move.
import { BotPlayers } from '../bots/players';
import { engine } from '../engine/load';
import { RefusedTable, Table, type Applied } from '../engine/table';
import type { Back, GameEvent, Move, Reason, TableConfig } from '../engine/types';
import { newId } from './id';
import { takeGame } from './lock';
import { paceDelay } from './settings.svelte';
import type { GameSource, Happened, Player } from './source';
import { keepGame, keptGame, type SavedGame, type Step } from './store';

/** How a new game differs from a plain one. */
export type Beginning = Partial<Pick<SavedGame, 'seed' | 'chance' | 'setup' | 'kind' | 'record' | 'moves'>>;

/** A copy of a config that is plain data, whatever proxies it came from. */
function plain<T>(value: T): T {
    return JSON.parse(JSON.stringify(value)) as T;
}

/** One person, and bots in all other seats. */
export function seatsAgainstBots(players: readonly Player[], me: number): Player[] {
    return players.map(({ name, colour, bot = 'normal' }, seat) => (seat === me ? { name, colour } : { name, colour, bot }));
}

/** Another page is playing this game. */
export class GameElsewhere extends Error {}

export class LocalGame implements GameSource {
    static #begun: LocalGame | undefined;

    readonly history: Happened[] = [];
    readonly mine: readonly number[];
    unkept = false;
    readonly tellCard?: (plant: number, back?: Back) => Promise<Reason>;
    readonly advise?: (seat: number, view: Uint8Array) => Promise<Move>;
    readonly #table: Table;
    readonly #states: Uint8Array[] = [];
    readonly #listeners = new Set<(happened: Happened) => void>();
    #bots: BotPlayers | undefined;
    readonly #saved: SavedGame;
    #closed = false;
    #giveBack: () => void = () => undefined;
    #hurry = false;
    #wake: (() => void) | undefined;
    #running = false;

    private constructor(table: Table, saved: SavedGame) {
        this.#table = table;
        this.#saved = saved;
        if (saved.kind === 'companion') this.tellCard = (plant, back) => this.#tellCard(plant, back);
        if (saved.kind === undefined) this.advise = (seat, view) => this.#advise(seat, view);
        const seats = saved.players.map((player, seat) => ({ ...player, seat }));
        this.mine = this.archived ? [] : seats.filter(({ bot }) => bot === undefined).map(({ seat }) => seat);
        const bots = seats.flatMap(({ seat, bot }) =>
            bot === undefined ? [] : [{ seat, level: bot, seed: this.#seedNumber() + BigInt(seat) }],
        );
        if (bots.length > 0) this.#bots = new BotPlayers(saved.config, bots);
    }

    /** Sets up a new game. Throws RefusedTable if the rules refuse it. */
    static async begin(config: TableConfig, players: Player[], beginning: Beginning = {}): Promise<LocalGame> {
        const table = new Table(await engine(), plain(config));
        const now = Date.now();
        const { moves = [], ...given } = beginning;
        const game = new LocalGame(table, {
            id: newId(),
            created: now,
            updated: now,
            config: plain(config),
            players: plain(players),
            seed: newId(),
            chance: 'seed',
            ...plain(given),
            rulesVersion: table.module.number('limit', 'RULES_VERSION'),
            moves: [],
            state: new Uint8Array(),
            zone: [],
            round: 0,
            ended: false,
        });
        game.#start();
        for (const step of moves) {
            const reason = game.#take(step);
            if (reason !== 'ok') throw new Error(`the game does not go on: ${reason}`);
        }
        await game.#keep();
        game.#run();
        LocalGame.#begun = game;
        return game;
    }

    /** Goes on with a game that was kept; undefined if there is none. */
    static async resume(id: string): Promise<LocalGame | undefined> {
        const saved = await keptGame(id);
        if (saved === undefined) return undefined;
        const game = new LocalGame(new Table(await engine(), saved.config), { ...saved, moves: [] });
        if (!game.#replay(saved)) {
            game.#rebase(saved);
            await game.#keep();
        }
        game.#run();
        return game;
    }

    /** The game with this id: the one just begun, or one that was kept. Throws GameElsewhere if
     *  another page plays it. */
    static async open(id: string): Promise<LocalGame | undefined> {
        const begun = LocalGame.#begun;
        LocalGame.#begun = undefined;
        if (begun?.id !== id) begun?.close();
        const giveBack = await takeGame(id);
        if (giveBack === null) throw new GameElsewhere();
        const game = begun?.id === id ? begun : await LocalGame.resume(id);
        if (game === undefined) giveBack();
        else game.#giveBack = giveBack;
        return game;
    }

    /** A new game that goes on from a moment of an old one. In a game without bots the person plays
     *  for one seat and bots take the others; cards that nobody tells any more are drawn. */
    static async branch(id: string, index: number, me: number): Promise<LocalGame | undefined> {
        const saved = await keptGame(id);
        if (saved === undefined) return undefined;
        const { kind: _kind, record: _record, ...plainly } = saved;
        const told = saved.chance === 'told';
        const moves = [...saved.moves.slice(0, index), ...(told ? [{ seed: newId() }] : [])];
        const players = saved.players.some(({ bot }) => bot !== undefined)
            ? saved.players
            : seatsAgainstBots(saved.players, me);
        const branched = { ...plainly, players, id: newId(), created: Date.now(), moves };
        const game = new LocalGame(new Table(await engine(), saved.config), { ...branched, moves: [] });
        if (!game.#replay(branched, false)) throw new Error('the rules have changed since');
        game.#saved.ended = false;
        await game.#keep();
        game.#run();
        LocalGame.#begun = game;
        return game;
    }

    get id(): string {
        return this.#saved.id;
    }

    get config(): TableConfig {
        return this.#saved.config;
    }

    get players(): readonly Player[] {
        return this.#saved.players;
    }

    /** What is kept of it. */
    get saved(): Readonly<SavedGame> {
        return this.#saved;
    }

    /** Once a game is over there are no secrets in it, at any moment. */
    get open(): boolean {
        return this.#saved.kind !== undefined || this.#saved.ended;
    }

    get archived(): boolean {
        return this.#saved.kind === 'record';
    }

    get canUndo(): boolean {
        return this.#saved.kind === 'companion' && this.#saved.moves.length > 0;
    }

    /** A game whose beginning was lost to a change of the rules has none. */
    get record(): (() => Promise<string>) | undefined {
        return this.#saved.base === undefined ? () => this.#record() : undefined;
    }

    async #record(): Promise<string> {
        const { writeRecord } = await import('./records');
        this.#table.setBytes(this.#states[0]!);
        const { order, current, future, deck } = this.#table.view();
        this.#table.setBytes(this.#states.at(-1)!);
        const start = { order, market: [...current, ...future], top: deck.top };
        return writeRecord({ saved: this.#saved, history: this.history, start });
    }

    view(seat: number | null, index?: number): Uint8Array {
        const now = this.#states.at(-1)!;
        this.#table.setBytes(index === undefined ? now : (this.#states[index] ?? now));
        const bytes = this.open ? this.#table.openBytes() : this.#table.viewBytes(seat);
        this.#table.setBytes(now);
        return bytes;
    }

    async submit(moves: Move[]): Promise<Reason> {
        for (const move of moves) {
            const reason = this.#play(move);
            if (reason !== 'ok') return reason;
        }
        await this.#keep();
        this.#run();
        return 'ok';
    }

    async #tellCard(plant: number, back?: Back): Promise<Reason> {
        const reason = this.#take(back === undefined ? { draw: plant } : { draw: plant, back });
        if (reason === 'ok') await this.#keep();
        return reason;
    }

    /** A worker is there for it even if no bots play. */
    #advise(seat: number, view: Uint8Array): Promise<Move> {
        this.#bots ??= new BotPlayers(this.config, []);
        return this.#bots.advise(seat, view, this.history.map(({ events }) => events));
    }

    /** Whoever keeps books takes back as much as they like. */
    async undo(): Promise<Reason> {
        if (this.#saved.moves.pop() === undefined) return 'ok';
        this.history.pop();
        this.#states.pop();
        this.#table.setBytes(this.#states.at(-1)!);
        await this.#keep();
        return 'ok';
    }

    subscribe(listener: (happened: Happened) => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    hurry(): void {
        this.#hurry = true;
        this.#wake?.();
    }

    close(): void {
        this.#closed = true;
        this.#giveBack();
        this.#bots?.close();
        this.#listeners.clear();
    }

    #seedNumber(seed = this.#saved.seed): bigint {
        return this.#saved.chance === undefined ? BigInt(seed) : this.#table.seedOf(seed);
    }

    #start(): void {
        const { setup, chance, base } = this.#saved;
        if (base !== undefined) return this.#load(base.state, base.zone);
        const ask = chance === 'told';
        const { reason, events } = this.#table.start({ ...setup, seed: this.#seedNumber(), ask });
        if (reason !== 'ok') throw new RefusedTable(reason);
        this.#happen(null, null, events);
    }

    #load(state: Uint8Array, zone: number[]): void {
        const reason = this.#table.load(state, zone);
        if (reason !== 'ok') throw new Error(`the game cannot go on: ${reason}`);
        this.#happen(null, null, []);
    }

    /** Plays the moves of a kept game, all of them or some; false if the rules have changed since and
     *  do not give the same game. */
    #replay(saved: SavedGame, whole = true): boolean {
        const version = this.#table.module.number('limit', 'RULES_VERSION');
        this.#start();
        for (const step of saved.moves) {
            if (this.#take(step) !== 'ok') return false;
        }
        const changed = saved.rulesVersion !== version && whole;
        if (changed && String(this.#table.save()) !== String(saved.state)) return false;
        this.#saved.rulesVersion = version;
        return true;
    }

    /** Begins anew at the state that was kept. */
    #rebase(saved: SavedGame): void {
        this.#saved.base = { state: saved.state, zone: saved.zone };
        this.#saved.rulesVersion = this.#table.module.number('limit', 'RULES_VERSION');
        this.#saved.moves.length = this.history.length = this.#states.length = 0;
        this.#start();
    }

    #play(move: Move): Reason {
        const seat = this.#table.toMove();
        const { reason, events } = this.#table.apply(move);
        if (reason !== 'ok') return reason;
        this.#saved.moves.push(move);
        this.#happen(seat, move, events);
        return 'ok';
    }

    /** Makes a step of any kind. */
    #take(step: Step): Reason {
        if (typeof step === 'number') return this.#play(step);
        const { reason, events } = this.#chance(step);
        if (reason !== 'ok') return reason;
        this.#saved.moves.push(step);
        this.#happen(null, null, events);
        return 'ok';
    }

    /** Nothing has changed if it is refused. */
    #chance(step: Exclude<Step, Move>): Applied {
        if ('seed' in step) return this.#table.reseed(this.#table.seedOf(step.seed));
        const applied: Applied = 'draw' in step ? this.#table.draw(step.draw) : { reason: 'ok', events: [] };
        if (applied.reason !== 'ok' || step.back === undefined) return applied;
        const reason = this.#table.showBack(step.back);
        if (reason !== 'ok') this.#table.setBytes(this.#states.at(-1)!);
        return { ...applied, reason };
    }

    #happen(seat: number | null, move: Move | null, events: GameEvent[]): void {
        const happened = { index: this.history.length, seat, move, events };
        this.history.push(happened);
        this.#states.push(this.#table.bytes());
        this.#bots?.see(events);
        for (const listener of this.#listeners) listener(happened);
    }

    async #keep(): Promise<void> {
        const { round } = this.#table.view();
        Object.assign(this.#saved, {
            updated: Date.now(),
            state: this.#table.save(),
            zone: this.#table.zone(),
            round,
            ended: this.#table.ended(),
        });
        try {
            await keepGame(this.#saved);
            this.unkept = false;
        } catch {
            // A private window may keep nothing; the game goes on all the same.
            this.unkept = true;
        }
    }

    /** Lets the bots move until a person has to. */
    #run(): void {
        if (this.#running) return;
        this.#running = true;
        void this.#runBots().finally(() => {
            this.#running = false;
            this.#hurry = false;
        });
    }

    async #runBots(): Promise<void> {
        for (;;) {
            const seat = this.#table.toMove();
            if (this.#closed || this.#bots === undefined || seat === null || this.mine.includes(seat)) return;
            const view = this.#table.viewBytes(seat);
            const [move] = await Promise.all([this.#bots.move(seat, view), this.#pause()]);
            if (this.#closed) return;
            const reason = this.#play(move);
            if (reason !== 'ok') throw new Error(`a bot made a move that is refused: ${reason}`);
            await this.#keep();
        }
    }

    #pause(): Promise<void> {
        const delay = this.#hurry ? 0 : paceDelay();
        return new Promise((resolve) => {
            const timer = setTimeout(resolve, delay);
            this.#wake = () => {
                clearTimeout(timer);
                resolve();
            };
        });
    }
}
