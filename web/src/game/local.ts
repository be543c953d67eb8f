// A local game: people at one screen and bots. It is saved after every move.
import { BotPlayers } from '../bots/players';
import type { Advised } from '../bots/protocol';
import { Journal } from '../engine/journal';
import { engine } from '../engine/load';
import { applyStep, type Step } from '../engine/steps';
import type { Back, Move, Reason, TableConfig } from '../engine/types';
import { Guide, type GuidedGame } from './guide.svelte';
import { newId } from './id';
import { JournalGame } from './journal-game';
import { lockGame } from './lock';
import { paceDelay } from './settings.svelte';
import type { GameSource, Player } from './source';
import { Stopwatch } from './stopwatch';
import { saveGame, loadGame, type SavedGame } from './store';

/** Optional settings of a new game. */
export type NewGame = Partial<Pick<SavedGame, 'seed' | 'chance' | 'setup' | 'kind' | 'first' | 'guide' | 'record' | 'moves'>>;

/** A plain copy: IndexedDB cannot store Svelte's proxies. */
function plain<T>(value: T): T {
    return JSON.parse(JSON.stringify(value)) as T;
}

/** One person, and bots in all other seats. */
export function seatsAgainstBots(players: readonly Player[], me: number): Player[] {
    return players.map(({ name, colour, bot = 'normal', style = 'plain' }, seat) => (seat === me ? { name, colour } : { name, colour, bot, style }));
}

/** The game is open in another page. */
export class GameElsewhere extends Error {}

/** The journal of a saved game at its start. Earlier versions saved the seed as a decimal number. */
function startOf(compiled: WebAssembly.Module, { config, seed, chance, setup, base }: SavedGame): Journal {
    return new Journal(compiled, config, {
        ...setup,
        seed: chance === undefined ? BigInt(seed) : seed,
        told: chance === 'told',
        ...(base === undefined ? {} : { saved: base }),
    });
}

/** The journal of a saved game with all its steps; undefined if one of them is refused. */
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
    readonly advise?: (seat: number, view: Uint8Array) => Promise<Advised>;
    readonly guide?: Guide;
    protected readonly journal: Journal;
    #bots: BotPlayers | undefined;
    readonly #saved: SavedGame;
    readonly #stopwatch = new Stopwatch();
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
        this.mine = this.archived ? [] : saved.players.flatMap(({ bot }, seat) => (bot === undefined ? [seat] : []));
        this.#sitBots();
        if (saved.first && saved.kind === undefined) this.guide = new Guide(this.#guided(), journal, saved.guide);
    }

    /** Sits the bots down and shows them the game so far. */
    #sitBots(): void {
        const { journal } = this;
        const { players, chance, seed: text, config } = this.#saved;
        const seed = journal.seedNumber(chance === undefined ? BigInt(text) : text);
        const bots = players.flatMap(({ bot, style = 'plain' }, seat) => (bot === undefined ? [] : [{ seat, level: bot, style, seed: seed + BigInt(seat) }]));
        this.#bots?.close();
        this.#bots = bots.length > 0 && !this.archived ? new BotPlayers(config, bots) : undefined;
        for (const { events } of journal.history) this.#bots?.see(events);
    }

    #guided(): GuidedGame {
        return {
            save: (guide) => {
                this.#saved.guide = guide;
                return this.#save();
            },
            takeBack: async (index) => {
                this.journal.undoTo(index);
                this.#saved.moves.length = index;
                this.#sitBots();
                await this.#save();
            },
        };
    }

    /** Creates and saves a game. Throws RefusedTable if the rules refuse it. */
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
            ...(beginning.kind === 'record' ? {} : { used: players.map(() => 0) }),
            rulesVersion: 0,
            state: new Uint8Array(),
            zone: [],
            round: 0,
            ended: false,
        };
        const journal = replay(await engine(), saved);
        if (journal === undefined) throw new Error('the steps of the new game are refused');
        return LocalGame.#launch(new LocalGame(journal, saved));
    }

    /** Saves a new game and starts its bots. */
    static async #launch(game: LocalGame): Promise<LocalGame> {
        await game.#save();
        game.#run();
        LocalGame.#begun = game;
        return game;
    }

    /** Loads a saved game; undefined if there is none. If its steps lead to another state under newer
     *  rules, the game continues from the saved state. */
    static async resume(id: string): Promise<LocalGame | undefined> {
        const saved = await loadGame(id);
        if (saved === undefined) return undefined;
        const compiled = await engine();
        const journal = replay(compiled, saved);
        const changed = journal !== undefined && saved.rulesVersion !== rulesVersionOf(journal);
        const same = journal !== undefined && !(changed && String(journal.save()) !== String(saved.state));
        // The moves of the script are gone with the history.
        const guide = saved.first ? { guide: { learned: saved.guide?.learned ?? [], strayed: true as const } } : {};
        const rebased = { ...saved, ...guide, base: { state: saved.state, zone: saved.zone }, moves: [] };
        const game = same ? new LocalGame(journal, saved) : new LocalGame(startOf(compiled, rebased), rebased);
        if (!same) await game.#save();
        game.#run();
        return game;
    }

    /** Opens a new or saved game; undefined if there is none. Throws GameElsewhere if it is open in
     *  another page. */
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

    /** Starts a new game from history[index] of a saved one. The person plays the seat me. If the game has bots and me is not
     *  one of them, all players stay; otherwise bots play the other seats. Cards that were entered by hand are drawn from here on. */
    static async branch(id: string, index: number, me: number): Promise<LocalGame | undefined> {
        const saved = await loadGame(id);
        if (saved === undefined) return undefined;
        const { kind: _kind, record: _record, first, guide, ...rest } = saved;
        const told = saved.chance === 'told';
        const moves = [...saved.moves.slice(0, index), ...(told ? [{ seed: newId() }] : [])];
        const stay = saved.players.some(({ bot }) => bot !== undefined) && saved.players[me]?.bot === undefined;
        const players = stay ? saved.players : seatsAgainstBots(saved.players, me);
        // The lessons of a first game are about the seat of its learner.
        const lessons = first && stay ? { first, ...(guide === undefined ? {} : { guide }) } : {};
        const branched = { ...rest, ...lessons, players, id: newId(), created: Date.now(), moves, ended: false, used: players.map(() => 0) };
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

    /** The game as it is saved. */
    get saved(): Readonly<SavedGame> {
        return this.#saved;
    }

    /** After its end nothing in a game is secret, earlier positions included. */
    override get open(): boolean {
        return this.#saved.kind !== undefined || this.#saved.ended;
    }

    /** Nothing is asked in the books of a printed game, whose moves have been made, nor during scripted lessons, which explain mistakes. */
    get asks(): boolean {
        return this.#saved.kind !== 'companion' && this.guide?.scripted !== true;
    }

    get archived(): boolean {
        return this.#saved.kind === 'record';
    }

    get canUndo(): boolean {
        return this.#saved.kind === 'companion' && this.#saved.moves.length > 0;
    }

    /** Undefined for a game that continues from a saved state: its first moves are lost. */
    get record(): (() => Promise<string>) | undefined {
        return this.#saved.base === undefined ? () => this.#record() : undefined;
    }

    readonly timeUsed = () => Promise.resolve(this.#saved.used);

    async #record(): Promise<string> {
        const { writeRecord } = await import('./records');
        return writeRecord(this.#saved, this.journal);
    }

    async submit(moves: Move[]): Promise<Reason> {
        for (const move of moves) {
            const reason = this.#step(move);
            if (reason !== 'ok') return reason;
        }
        this.#guide();
        await this.#save();
        this.#run();
        return 'ok';
    }

    /** The learner has acted. */
    #guide(): void {
        if (this.guide === undefined) return;
        this.guide.acted();
        this.guide.look();
        this.#saved.guide = this.guide.saved;
    }

    async #enterCard(plant: number, back?: Back): Promise<Reason> {
        const reason = this.#step(back === undefined ? { draw: plant } : { draw: plant, back });
        if (reason === 'ok') await this.#save();
        return reason;
    }

    /** Starts the worker even if the game has no bots. */
    #advise(seat: number, view: Uint8Array): Promise<Advised> {
        this.#bots ??= new BotPlayers(this.config, []);
        return this.#bots.advise(seat, view, this.history.map(({ events }) => events));
    }

    /** In the books of a printed game all steps can be undone. */
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
        this.#stopwatch.stop();
        this.#release();
        this.#bots?.close();
        super.close();
    }

    #step(step: Step): Reason {
        const reason = applyStep(this.journal, step);
        if (reason !== 'ok') return reason;
        const entry = this.history.at(-1)!;
        this.#saved.moves.push(step);
        this.#countTime(entry.seat);
        this.#bots?.see(entry.events);
        this.emit(entry);
        return 'ok';
    }

    #countTime(seat: number | null): void {
        const lap = this.#stopwatch.lap();
        if (seat !== null && this.#saved.used !== undefined) this.#saved.used[seat]! += lap;
    }

    async #save(): Promise<void> {
        const { journal } = this;
        Object.assign(this.#saved, {
            updated: Date.now(),
            state: journal.save(),
            zone: journal.zone(),
            round: journal.round(),
            ended: journal.ended(),
            winners: journal.ended() ? journal.ranking().filter(({ rank }) => rank === 1).map(({ seat }) => seat) : [],
        });
        try {
            await saveGame(this.#saved);
            this.unsaved = false;
        } catch {
            // A private window may refuse to store anything. The game continues unsaved.
            this.unsaved = true;
        }
    }

    /** Lets bots move until a person must decide. */
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
            if (this.guide?.holds) {
                await this.guide.clear();
                continue;
            }
            const [move] = await Promise.all([this.#botMove(this.#bots, seat), this.#pause()]);
            if (this.#closed) return;
            const reason = this.#step(move);
            if (reason !== 'ok') throw new Error(`the move of a bot is refused: ${reason}`);
            this.guide?.look();
            await this.#save();
        }
    }

    async #botMove(bots: BotPlayers, seat: number): Promise<Move> {
        return this.guide?.botMove ?? bots.move(seat, this.journal.viewBytes(seat));
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
