// The analysis of a game (analysis/analysis.h): what every decision was worth and what would have been better. The report
// has the shape of `elektro analyse --json`, which docs/analysis.md describes.
import { Journal, type Setup } from '../engine/journal';
import { loadJudge } from '../engine/judge';
import type { EngineModule } from '../engine/module';
import { Notation } from '../engine/notation';
import { applyStep, type Step } from '../engine/steps';
import type { AnalysisPhase, Move, TableConfig, Verdict, Why } from '../engine/types';
import { readWhys } from '../engine/why';

/** A game to analyse: everything from which its journal is made again. */
export interface AnalysedGame {
    config: TableConfig;
    setup: Setup;
    steps: readonly Step[];
    names: readonly string[];
}

/** How much to compute; the same numbers give the same report. */
export interface Budget {
    /** Playouts for each decision; by default those of the module. */
    nodes?: number;
    seed?: number;
}

/** A turn that was assessed. Moves and seats count from 1; chances are by seat and sum to 1. */
export interface AnalysedDecision {
    number: number;
    last: number;
    seat: number;
    round: number;
    phase: AnalysisPhase;
    move: string;
    /** The chances if the best turn is played, and after the turn that was played. */
    before: number[];
    after: number[];
    best: string;
    /** How far to bid; only with a nomination or a bid. */
    limit?: number;
    second?: string;
    second_chances?: number[];
    lost: number;
    verdict: Verdict;
    reasons: Why[];
}

/** A card that was turned up after a move, and what it changed. */
export interface AnalysedCard {
    number: number;
    event: 'plant-drawn';
    plant: number;
    change: number[];
}

/** Chances after a number of moves. */
export interface AnalysedChances {
    number: number;
    round: number;
    step: number;
    chances: number[];
}

export interface AnalysedPlayer {
    seat: number;
    accuracy: Record<AnalysisPhase | 'all', number>;
    decisions: number;
    verdicts: Record<Verdict, number>;
    lost: number;
    luck: { won: number; lost: number };
    turning_points: number[];
}

export interface Analysis {
    version: number;
    players: string[];
    ended: boolean;
    /** Playouts or milliseconds for each decision. */
    nodes?: number;
    ms?: number;
    seed: number;
    decisions: AnalysedDecision[];
    luck: AnalysedCard[];
    chances: AnalysedChances[];
    turning_points: number[];
    summary: AnalysedPlayer[];
}

/** Chances are told in this many parts. */
const PARTS = 10_000;

/** The analysis of one game in an instance of the engine. */
export class GameAnalysis {
    /** Decisions and cards, in the order of the game. */
    readonly tasks: number;
    readonly #game: AnalysedGame;
    readonly #journal: Journal;
    readonly #module: EngineModule;
    readonly #notation: Notation;
    readonly #at: { game: number; budget: number; room: number };
    readonly #budget: Required<Budget>;
    /** What has been assessed, by its address. */
    readonly #decisions = new Map<number, AnalysedDecision>();

    /** Throws if a step is refused or the weights are damaged. */
    constructor(modules: { engine: WebAssembly.Module; records: WebAssembly.Module }, weights: Uint8Array, game: AnalysedGame, budget: Budget = {}) {
        this.#game = game;
        this.#journal = new Journal(modules.engine, game.config, game.setup);
        for (const step of game.steps) {
            const reason = applyStep(this.#journal, step);
            if (reason !== 'ok') throw new Error(`a step of the game is refused: ${reason}`);
        }
        const { module } = this.#journal;
        this.#module = module;
        this.#notation = new Notation(modules.records, this.#journal.config);
        this.#budget = { nodes: module.number('limit', 'ANALYSIS_NODES'), seed: 1, ...budget };
        this.#at = {
            game: module.allocateStruct('an_game'),
            budget: module.allocateStruct('an_budget'),
            room: module.allocateStruct('bot_assessor'),
        };
        module.set('an_budget', 'judge', this.#at.budget, loadJudge(module, weights));
        module.set('an_budget', 'nodes', this.#at.budget, this.#budget.nodes);
        module.set('an_budget', 'seed', this.#at.budget, BigInt(this.#budget.seed));
        if (module.call('an_list', this.#at.game, this.#journal.address) === 0) throw new Error('there is not enough memory');
        this.tasks = this.#number('tasks');
    }

    #number(field: string): number {
        return this.#module.get('an_game', field, this.#at.game);
    }

    /** Assesses a decision or a card. */
    assess(task: number): void {
        const { game, budget, room } = this.#at;
        this.#module.call('an_assess', game, task, budget, room);
    }

    /** What has been assessed so far. */
    report(): Analysis {
        this.#module.call('an_summarize', this.#at.game);
        const decisions = this.#list('an_decision', 'decision', 'decisions').map((at) => this.#decision(at));
        return {
            version: this.#module.number('limit', 'ANALYSIS_VERSION'),
            players: [...this.#game.names],
            ended: this.#number('ended') !== 0,
            ...this.#budget,
            decisions,
            luck: this.#list('an_card', 'card', 'cards').map((at) => this.#card(at)),
            chances: this.#course(),
            turning_points: this.#turningPoints('an_game', this.#at.game),
            summary: this.#seats((seat) => this.#player(seat)),
        };
    }

    /** Addresses of the elements of a list that have been assessed. */
    #list(type: 'an_decision' | 'an_card', list: string, count: string): number[] {
        const module = this.#module;
        const first = module.pointer('an_game', list, this.#at.game);
        const all = Array.from({ length: this.#number(count) }, (_, index) => first + index * module.sizeOf(type));
        return all.filter((at) => module.get(type, 'assessed', at) !== 0);
    }

    #seats<T>(of: (seat: number) => T): T[] {
        return Array.from({ length: this.#game.config.players }, (_, seat) => of(seat));
    }

    /** A chance in parts, not rounded. */
    #parts(chance: number): number {
        return (chance * PARTS) / this.#module.number('limit', 'CHANCE_ONE');
    }

    #share(chance: number): number {
        return Math.floor(this.#parts(chance) + 0.5) / PARTS;
    }

    /** Chances by seat. They are rounded so that their sum is exact: the largest remainders are rounded up. */
    #shares(type: string, field: string, at: number): number[] {
        const exact = this.#seats((seat) => this.#parts(this.#module.get(type, field, at, seat)));
        const whole = exact.map(Math.floor);
        const sum = (parts: number[]) => parts.reduce((all, part) => all + part, 0);
        const left = Math.floor(sum(exact) + 0.5) - sum(whole);
        const remainders = exact.map((part, seat) => ({ seat, rest: part - whole[seat]! })).sort((a, b) => b.rest - a.rest || a.seat - b.seat);
        for (const { seat } of remainders.slice(0, left)) whole[seat]!++;
        return whole.map((part) => part / PARTS);
    }

    // ----------------------------------------------------------------------------- decisions

    #decision(at: number): AnalysedDecision {
        const known = this.#decisions.get(at);
        if (known !== undefined) return known;
        const made = this.#decode(at);
        this.#decisions.set(at, made);
        return made;
    }

    #decode(at: number): AnalysedDecision {
        const module = this.#module;
        const get = (field: string) => module.get('an_decision', field, at);
        const found = module.at('an_decision', 'found', at);
        const [best, second, played] = ['best', 'second', 'played'].map((field) => module.at('bot_assessment', field, found)) as [number, number, number];
        const limit = module.get('bot_turn', 'limit', best);
        return {
            number: get('number'),
            last: get('last'),
            seat: get('seat') + 1,
            round: module.get('ek_state', 'round', module.at('an_decision', 'state', at)),
            phase: module.word('analysis_phase', get('phase')),
            move: this.#words(at, module.list('an_decision', 'played', at).slice(0, get('count'))),
            before: this.#shares('bot_turn', 'chance', best),
            after: this.#shares('bot_turn', 'chance', played),
            best: this.#turn(at, best),
            ...(limit > 0 ? { limit } : {}),
            ...(module.get('bot_turn', 'count', second) > 0
                ? { second: this.#turn(at, second), second_chances: this.#shares('bot_turn', 'chance', second) }
                : {}),
            lost: this.#share(module.get('bot_assessment', 'lost', found)),
            verdict: module.word('verdict', get('verdict')),
            reasons: readWhys(module, this.#journal.board, module.at('an_decision', 'reason', at), get('reasons')),
        };
    }

    /** The moves of a turn in the notation of records. */
    #turn(decision: number, turn: number): string {
        const module = this.#module;
        return this.#words(decision, module.list('bot_turn', 'plan', turn).slice(0, module.get('bot_turn', 'count', turn)));
    }

    #words(decision: number, moves: readonly Move[]): string {
        const module = this.#module;
        const state = module.at('an_decision', 'state', decision);
        const bytes = module.bytes.slice(state, state + module.sizeOf('ek_state'));
        const seat = module.get('an_decision', 'seat', decision);
        return moves.map((move) => this.#notation.print(bytes, seat, move >>> 0)).join(', ');
    }

    // --------------------------------------------------------------------- luck, course, summary

    #card(at: number): AnalysedCard {
        const module = this.#module;
        return {
            number: module.get('an_card', 'number', at),
            event: 'plant-drawn',
            plant: module.get('an_card', 'plant', at),
            change: this.#shares('an_card', 'change', at),
        };
    }

    /** The chances before every decision, and after the last. */
    #course(): AnalysedChances[] {
        const found = this.#list('an_decision', 'decision', 'decisions');
        const last = found.at(-1);
        const course = found.map((at) => this.#moment(at, this.#decision(at).number - 1, this.#decision(at).before));
        if (last === undefined) return course;
        const over = this.#number('ended') !== 0 && this.#decision(last).last === this.#number('moves');
        const chances = over ? this.#shares('an_game', 'result', this.#at.game) : this.#decision(last).after;
        return [...course, this.#moment(last, this.#decision(last).last, chances)];
    }

    #moment(decision: number, number: number, chances: number[]): AnalysedChances {
        const state = this.#module.at('an_decision', 'state', decision);
        const get = (field: string) => this.#module.get('ek_state', field, state);
        return { number, round: get('round'), step: get('step'), chances };
    }

    /** The numbers of the decisions that lost most. */
    #turningPoints(type: 'an_game' | 'an_player', at: number): number[] {
        const module = this.#module;
        const first = module.pointer('an_game', 'decision', this.#at.game);
        const places = module.list(type, 'turning', at).slice(0, module.get(type, 'turnings', at));
        return places.map((place) => module.get('an_decision', 'number', first + place * module.sizeOf('an_decision')));
    }

    #player(seat: number): AnalysedPlayer {
        const module = this.#module;
        const at = module.at('an_game', 'player', this.#at.game, seat);
        const get = (field: string, index = 0) => module.get('an_player', field, at, index);
        const phases = module.words('analysis_phase');
        const accuracy = phases.map((phase, index) => [phase, this.#share(get('accuracy', index))]);
        const verdicts = module.words('verdict').map((verdict, index) => [verdict, get('verdicts', index)]);
        return {
            seat: seat + 1,
            accuracy: Object.fromEntries([...accuracy, ['all', this.#share(get('accuracy_of_all'))]]) as AnalysedPlayer['accuracy'],
            decisions: get('decisions'),
            verdicts: Object.fromEntries(verdicts) as AnalysedPlayer['verdicts'],
            lost: this.#share(phases.reduce((sum, _, index) => sum + get('lost', index), 0)),
            luck: { won: this.#share(get('luck_won')), lost: this.#share(get('luck_lost')) },
            turning_points: this.#turningPoints('an_player', at),
        };
    }
}
