// A game in this page: people at one screen and bots; kept after every move.
import { BotPlayers } from '../bots/players';
import { Journal } from '../engine/journal';
import { engine } from '../engine/load';
import type { Back, Move, Reason, TableConfig } from '../engine/types';
import { newId } from './id';
import { JournalGame } from './journal-game';
import { lockGame } from './lock';
import { paceDelay } from './settings.svelte';
import type { GameSource, Player } from './source';
import { saveGame, loadGame, type SavedGame, type Step } from './store';

/** How a new game differs from a plain one. */
export type NewGame = Partial<Pick<SavedGame, 'seed' | 'chance' | 'setup' | 'kind' | 'record' | 'moves'>>;

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

/** The journal of a kept game at its start. Games of earlier versions wrote their seed out as a number. */
function startOf(compiled: WebAssembly.Module, { config, seed, chance, setup, base }: SavedGame): Journal {
    return new Journal(compiled, config, {
        ...setup,
        seed: chance === undefined ? BigInt(seed) : seed,
        told: chance === 'told',
        ...(base === undefined ? {} : { saved: base }),
    });
}

/** Makes a step of any kind; changes nothing if it is refused. */
function applyStep(journal: Journal, step: Step): Reason {
    if (typeof step === 'number') return journal.play(step);
    if ('seed' in step) return journal.reseed(step.seed);
    if (!('draw' in step)) return journal.showBack(step.back);
    const drawn = journal.draw(step.draw);
    if (drawn !== 'ok' || step.back === undefined) return drawn;
    const shown = journal.showBack(step.back, true);
    if (shown !== 'ok') journal.undo();
    return shown;
}

/** The journal of a kept game with all its steps; undefined if one of them is refused. */
function replay(compiled: WebAssembly.Module, saved: SavedGame): Journal | undefined {
    const journal = startOf(compiled, saved);
    return saved.moves.every((step) => applyStep(journal, step) === 'ok') ? journal : undefined;
}

const rulesVersionOf = ({ module }: Journal) => module.number('limit', 'RULES_VERSION');

export class LocalGame extends JournalGame implements GameSource {
    static #begun: LocalGame | undefined;

    readonly mine: readonly number[];
    unsaved = false;
    readonly enterCard?: (plant: number, back?: Back) => Promise<Reason>;
    readonly advise?: (seat: number, view: Uint8Array) => Promise<Move>;
    protected readonly journal: Journal;
    #bots: BotPlayers | undefined;
    readonly #saved: SavedGame;
    #closed = false;
    #release: () => void = () => undefined;
    #hurry = false;
    #wake: (() => void) | undefined;
    #running = false;

    private constructor(journal: Journal, saved: SavedGame) {
        super();
        this.journal = journal;
        this.#saved = { ...saved, rulesVersion: rulesVersionOf(journal) };
        if (saved.kind === 'companion') this.enterCard = (plant, back) => this.#enterCard(plant, back);
        if (saved.kind === undefined) this.advise = (seat, view) => this.#advise(seat, view);
        const seats = saved.players.map((player, seat) => ({ ...player, seat }));
        this.mine = this.archived ? [] : seats.filter(({ bot }) => bot === undefined).map(({ seat }) => seat);
        const seed = journal.seedNumber(saved.chance === undefined ? BigInt(saved.seed) : saved.seed);
        const bots = seats.flatMap(({ seat, bot }) => (bot === undefined ? [] : [{ seat, level: bot, seed: seed + BigInt(seat) }]));
        if (bots.length > 0) this.#bots = new BotPlayers(saved.config, bots);
        for (const { events } of journal.history) this.#bots?.see(events);
    }

    /** Sets up a new game. Throws RefusedTable if the rules refuse it. */
    static async begin(config: TableConfig, players: Player[], beginning: NewGame = {}): Promise<LocalGame> {
        const now = Date.now();
        const saved: SavedGame = {
            id: newId(),
            created: now,
            updated: now,
            config: plain(config),
            players: plain(players),
            seed: newId(),
            chance: 'seed',
            moves: [],
            ...plain(beginning),
            rulesVersion: 0,
            state: new Uint8Array(),
            zone: [],
            round: 0,
            ended: false,
        };
        const journal = replay(await engine(), saved);
        if (journal === undefined) throw new Error('the game does not go on');
        return LocalGame.#launch(new LocalGame(journal, saved));
    }

    /** Keeps a game that was just begun, and lets its bots move. */
    static async #launch(game: LocalGame): Promise<LocalGame> {
        await game.#save();
        game.#run();
        LocalGame.#begun = game;
        return game;
    }

    /** Goes on with a game that was kept; undefined if there is none. If the rules have changed since
     *  and do not give the same game, it goes on from the state that was kept. */
    static async resume(id: string): Promise<LocalGame | undefined> {
        const saved = await loadGame(id);
        if (saved === undefined) return undefined;
        const compiled = await engine();
        const journal = replay(compiled, saved);
        const changed = journal !== undefined && saved.rulesVersion !== rulesVersionOf(journal);
        const same = journal !== undefined && !(changed && String(journal.save()) !== String(saved.state));
        const rebased = { ...saved, base: { state: saved.state, zone: saved.zone }, moves: [] };
        const game = same ? new LocalGame(journal, saved) : new LocalGame(startOf(compiled, rebased), rebased);
        if (!same) await game.#save();
        game.#run();
        return game;
    }

    /** The game with this id: the one just begun, or one that was kept. Throws GameElsewhere if
     *  another page plays it. */
    static async open(id: string): Promise<LocalGame | undefined> {
        const begun = LocalGame.#begun;
        LocalGame.#begun = undefined;
        if (begun?.id !== id) begun?.close();
        const release = await lockGame(id);
        if (release === null) throw new GameElsewhere();
        const game = begun?.id === id ? begun : await LocalGame.resume(id);
        if (game === undefined) release();
        else game.#release = release;
        return game;
    }

    /** A new game that goes on from a moment of an old one. In a game without bots the person plays
     *  for one seat and bots take the others; cards that nobody tells any more are drawn. */
    static async branch(id: string, index: number, me: number): Promise<LocalGame | undefined> {
        const saved = await loadGame(id);
        if (saved === undefined) return undefined;
        const { kind: _kind, record: _record, ...plainly } = saved;
        const told = saved.chance === 'told';
        const moves = [...saved.moves.slice(0, index), ...(told ? [{ seed: newId() }] : [])];
        const players = saved.players.some(({ bot }) => bot !== undefined)
            ? saved.players
            : seatsAgainstBots(saved.players, me);
        const branched = { ...plainly, players, id: newId(), created: Date.now(), moves, ended: false };
        const journal = replay(await engine(), branched);
        if (journal === undefined) throw new Error('the rules have changed since');
        return LocalGame.#launch(new LocalGame(journal, branched));
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
    override get open(): boolean {
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
        const { order, current, future, deck } = this.journal.opening;
        const start = { order, market: [...current, ...future], top: deck.top };
        return writeRecord({ saved: this.#saved, history: this.history, start });
    }

    async submit(moves: Move[]): Promise<Reason> {
        for (const move of moves) {
            const reason = this.#step(move);
            if (reason !== 'ok') return reason;
        }
        await this.#save();
        this.#run();
        return 'ok';
    }

    async #enterCard(plant: number, back?: Back): Promise<Reason> {
        const reason = this.#step(back === undefined ? { draw: plant } : { draw: plant, back });
        if (reason === 'ok') await this.#save();
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
        this.journal.undo();
        await this.#save();
        return 'ok';
    }

    hurry(): void {
        this.#hurry = true;
        this.#wake?.();
    }

    override close(): void {
        this.#closed = true;
        this.#release();
        this.#bots?.close();
        super.close();
    }

    #step(step: Step): Reason {
        const reason = applyStep(this.journal, step);
        if (reason !== 'ok') return reason;
        const entry = this.history.at(-1)!;
        this.#saved.moves.push(step);
        this.#bots?.see(entry.events);
        this.emit(entry);
        return 'ok';
    }

    async #save(): Promise<void> {
        const { journal } = this;
        Object.assign(this.#saved, {
            updated: Date.now(),
            state: journal.save(),
            zone: journal.zone(),
            round: journal.round(),
            ended: journal.ended(),
        });
        try {
            await saveGame(this.#saved);
            this.unsaved = false;
        } catch {
            // A private window may keep nothing; the game goes on all the same.
            this.unsaved = true;
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
            const seat = this.journal.toMove();
            if (this.#closed || this.#bots === undefined || seat === null || this.mine.includes(seat)) return;
            const view = this.journal.viewBytes(seat);
            const [move] = await Promise.all([this.#bots.move(seat, view), this.#pause()]);
            if (this.#closed) return;
            const reason = this.#step(move);
            if (reason !== 'ok') throw new Error(`a bot made a move that is refused: ${reason}`);
            await this.#save();
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
