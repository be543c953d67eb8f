// A game that is explored: its replay, and variations of it that the person tries. It is a source like any other: its
// history is the line that is shown, and while the person tries moves, that line up to the place where they are.
import { BotPlayers } from '../bots/players';
import { engine, recordsModule } from '../engine/load';
import { readRecord, type RecordedGame } from '../engine/records';
import type { HistoryEntry, Move, Outcome, TableConfig } from '../engine/types';
import { newId } from './id';
import { stepsOf } from './line';
import { LocalGame, seatsAgainstBots } from './local';
import { paceDelay } from './settings.svelte';
import type { GameSource, Player } from './source';
import { loadVariations, saveVariations } from './store';
import { readVariations, writeVariations, withoutVariations, type BadVariation, type Modules } from './variation-text';
import { Variations, type Place, type Variation, type VariationRefusal } from './variations';

/** Bots in the seats of people play on this level. */
const LEVEL = 'normal';

/** What a tree is made of. */
interface Parts {
    recorded: RecordedGame;
    modules: Modules;
    variations: Variations;
    seed: string;
    /** The record of the game as it is without changes of the tree. */
    record: string;
    /** The tree is stored in this browser. */
    stored: boolean;
    bad: BadVariation[];
}

/** Whether variations of a game can be tried: all of it is in a record, and nobody at this screen hides anything from others. */
export function canExplore(game: GameSource): boolean {
    if (game.record === undefined) return false;
    if (game.online !== undefined) return game.online.over;
    return game.open === true || game.mine.length < 2 || game.config.options.includes('open-money');
}

async function partsOf(game: GameSource): Promise<Parts> {
    const [modules, record, stored] = await Promise.all([
        Promise.all([engine(), recordsModule()]).then(([rules, words]) => ({ engine: rules, records: words })),
        game.record!(),
        loadVariations(game.id).catch(() => undefined),
    ]);
    const recorded = readRecord(modules.records, new TextEncoder().encode(record), true);
    const seed = stored?.seed ?? newId();
    const variations = new Variations(modules.engine, recorded, seed);
    const read = stored === undefined ? readVariations(modules, record, variations, recorded.names) : { saved: stored.variations, bad: [] };
    variations.restore(read.saved);
    return { recorded, modules, variations, seed, record, stored: stored !== undefined, bad: read.bad };
}

/** The record of a game with its variations. */
export async function recordOf(game: GameSource): Promise<string | undefined> {
    if (game instanceof ExploredGame) return game.record();
    if (!canExplore(game) || (await loadVariations(game.id).catch(() => undefined)) === undefined) return game.record?.();
    return writeWith(await partsOf(game));
}

function writeWith({ modules, variations, recorded, record }: Parts): string {
    return withoutVariations(record) + writeVariations(modules, variations, recorded.names);
}

export class ExploredGame implements GameSource {
    readonly game: GameSource;
    readonly variations: Variations;
    /** Variations of the record that cannot be read. */
    readonly bad: readonly BadVariation[];
    /** Changes with the tree. */
    version = $state.raw(0);
    /** The person makes moves of their own. */
    trying = $state.raw(false);
    /** Bots play on in the variation. */
    botsPlay = $state.raw(false);
    unsaved = false;
    readonly #parts: Parts;
    readonly #listeners = new Set<(entry: HistoryEntry) => void>();
    #place = $state.raw<Place>({ variation: null, at: 0 });
    #bots: BotPlayers | undefined;

    private constructor(game: GameSource, parts: Parts) {
        this.game = game;
        this.#parts = parts;
        this.variations = parts.variations;
        this.bad = parts.bad;
        this.#place = { variation: null, at: parts.variations.game.length };
    }

    /** The game as it can be explored; undefined if it cannot. */
    static async open(game: GameSource): Promise<ExploredGame | undefined> {
        return canExplore(game) ? new ExploredGame(game, await partsOf(game)) : undefined;
    }

    get id(): string {
        return this.game.id;
    }

    get config(): TableConfig {
        return this.game.config;
    }

    get players(): readonly Player[] {
        return this.game.players;
    }

    /** While trying, the person plays all seats. */
    get mine(): readonly number[] {
        return this.trying ? this.players.map((_, seat) => seat) : this.game.mine;
    }

    get archived(): boolean {
        return !this.trying;
    }

    get open(): boolean {
        return this.game.open === true || this.trying || this.#place.variation !== null;
    }

    /** The line that is shown; null: the game. */
    get variation(): Variation | null {
        return this.#place.variation;
    }

    get history(): readonly HistoryEntry[] {
        const { variation, at } = this.#place;
        const line = this.variations.historyOf(variation);
        return this.trying ? line.slice(0, at + 1) : line;
    }

    view(seat: number | null, index = this.history.length - 1): Uint8Array {
        return this.variations.viewAt({ variation: this.#place.variation, at: index }, seat, this.open);
    }

    subscribe(listener: (entry: HistoryEntry) => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    hurry(): void {
        // Nobody else moves here but bots, which the person lets play.
    }

    close(): void {
        this.stopBots();
        this.#listeners.clear();
        this.game.close();
    }

    readonly record = async (): Promise<string> => (this.#parts.stored ? writeWith(this.#parts) : this.#parts.record);

    // --------------------------------------------------------------------------------- lines

    /** Shows a line from its start to its end. */
    show(variation: Variation | null): void {
        this.stopBots();
        this.trying = false;
        this.#place = { variation, at: this.variations.lengthOf(variation) };
    }

    /** The person makes the next move at this place. */
    tryFrom(place: Place): void {
        this.stopBots();
        this.trying = true;
        this.#place = place;
    }

    /** Where the person tries moves. */
    get place(): Place {
        return this.#place;
    }

    // --------------------------------------------------------------------------------- moves

    async submit(moves: Move[]): Promise<Outcome> {
        this.stopBots();
        for (const move of moves) {
            const refusal = this.#make(move);
            if (refusal !== null) return refusal;
        }
        await this.#save();
        return 'ok';
    }

    #make(move: Move): VariationRefusal | null {
        const next = this.variations.play(this.#place, move);
        if (typeof next === 'string') return next;
        this.#place = next;
        this.version++;
        const entry = this.history.at(-1)!;
        for (const listener of this.#listeners) listener(entry);
        return null;
    }

    get canUndo(): boolean {
        const { variation, at } = this.#place;
        return this.trying && variation !== null && at > variation.after;
    }

    async undo(): Promise<Outcome> {
        this.stopBots();
        if (!this.canUndo) return 'ok';
        this.#place = this.variations.undo(this.#place);
        await this.#save();
        return 'ok';
    }

    async rename(variation: Variation, name: string): Promise<void> {
        this.variations.rename(variation, name);
        await this.#save();
    }

    /** Removes a variation; if it is shown, shows the line it branches off. */
    async remove(variation: Variation): Promise<void> {
        this.variations.remove(variation);
        if (!this.#exists(this.#place.variation)) this.show(variation.parent);
        await this.#save();
    }

    #exists(variation: Variation | null): boolean {
        return variation === null || this.variations.all().includes(variation);
    }

    /** Adds a variation of these moves after some moves of the game, such as the turn that a strong bot would have played. */
    async add(after: number, moves: readonly Move[], name = ''): Promise<Place | VariationRefusal> {
        const added = this.variations.add(after, moves, name);
        if (typeof added !== 'string') await this.#save();
        return added;
    }

    async #save(): Promise<void> {
        this.version++;
        this.#parts.stored = true;
        try {
            await saveVariations(this.id, this.#parts.seed, this.variations.save());
            this.unsaved = false;
        } catch {
            // A private window may refuse to store anything.
            this.unsaved = true;
        }
    }

    // ---------------------------------------------------------------------------------- bots

    /** Lets bots play all seats until the game ends or stopBots(). Returns why a move was refused; null: none was. */
    async letBotsPlay(): Promise<VariationRefusal | null> {
        const bots = this.#sitDown();
        this.#bots = bots;
        this.botsPlay = true;
        try {
            return await this.#playWith(bots);
        } finally {
            if (this.#bots === bots) this.stopBots();
        }
    }

    async #playWith(bots: BotPlayers): Promise<VariationRefusal | null> {
        for (let seat = this.#toMove(); seat !== null; seat = this.#toMove()) {
            const pause = new Promise((resolve) => setTimeout(resolve, paceDelay()));
            const [move] = await Promise.all([bots.move(seat, this.#seenBy(seat)), pause]);
            if (this.#bots !== bots) return null;
            const refusal = this.#make(move);
            if (refusal !== null) return refusal;
            bots.see(this.history.at(-1)!.events);
            await this.#save();
            if (this.#bots !== bots) return null;
        }
        return null;
    }

    stopBots(): void {
        this.#bots?.close();
        this.#bots = undefined;
        this.botsPlay = false;
    }

    #sitDown(): BotPlayers {
        const seats = this.players.map(({ bot = LEVEL, style = 'plain' }, seat) => ({ seat, level: bot, style, seed: BigInt(seat) }));
        const bots = new BotPlayers(this.config, seats);
        for (const { events } of this.history) bots.see(events);
        return bots;
    }

    #toMove(): number | null {
        return this.variations.toMove(this.#place);
    }

    #seenBy(seat: number): Uint8Array {
        return this.variations.viewAt(this.#place, seat, false);
    }

    // ------------------------------------------------------------------------------ going on

    /** Starts a local game at a place of the shown line. The person plays the seat me, bots play the others. On the line of a
     *  local game with a seed its cards stay as they are; on other lines they are drawn at random. */
    async playOn(at: number, me: number): Promise<LocalGame | undefined> {
        const { game } = this;
        const { variation } = this.#place;
        if (variation === null && game instanceof LocalGame && game.saved.chance === 'seed' && game.saved.moves.length === this.variations.game.length)
            return LocalGame.branch(game.id, at, me);
        const { config, order, market, cards } = this.variations.start;
        const moves = [...cards, ...stepsOf(this.variations.movesOf(variation).slice(0, at)), { seed: newId() }];
        return LocalGame.begin(config, seatsAgainstBots(this.players, me), { chance: 'told', seed: '', setup: { order: [...order], market: [...market] }, moves });
    }
}
