// The bots of one table.
import { loadJudge } from '../engine/judge';
import type { EngineModule } from '../engine/module';
import { Table } from '../engine/table';
import type { Level, GameEvent, Move, TableConfig } from '../engine/types';
import { readWhys } from '../engine/why';
import type { Advised, AdvisedTurn, BotSeat } from './protocol';

/** The bot that advises people. It moves rarely, so it may think longer than bots that play. */
const ADVISER: Level = 'hard';
const ADVISER_NODES = 1500;
/** Playouts when it also tells chances and reasons. */
const ADVICE_NODES = 3000;

/** Where an assessment lies in the memory of the table. */
interface Assessment {
    question: number;
    room: number;
    found: number;
    reasons: number;
}

/** Playouts of the expert for its first move; afterwards adjusted to the time limit. */
const FIRST_NODES = 4000;
/** Some decisions need few of their playouts, so a playout costs what the slowest decision says; how much of that stays from move to move. */
const COST_STAYS = 0.98;

/** Whether bots of a level use a judge. */
export function searches(level: Level): boolean {
    return level === 'hard' || level === 'expert';
}

export class Brains {
    readonly #compiled: WebAssembly.Module;
    readonly #bots = new Map<number, number>();
    /** Bots whose playouts follow the time that they take, each with the milliseconds of a playout. */
    readonly #paced = new Map<number, number>();
    #table: Table | undefined;
    #adviser: number | undefined;
    #assessment: Assessment | undefined;
    /** The address of the bots' judge in the memory of the table; 0: there is none. */
    #judge = 0;

    constructor(compiled: WebAssembly.Module) {
        this.#compiled = compiled;
    }

    sit(config: TableConfig, bots: BotSeat[]): void {
        const table = new Table(this.#compiled, config);
        const { module } = table;
        this.#table = table;
        for (const sitting of bots) {
            const bot = module.allocateStruct('bot');
            this.#seat(table, bot, sitting);
            const paced = sitting.level === 'expert' && sitting.nodes === undefined;
            if (paced) this.#paced.set(bot, 0);
            module.set('bot', 'nodes', bot, sitting.nodes ?? (paced ? FIRST_NODES : 0));
            this.#bots.set(sitting.seat, bot);
        }
    }

    #seat({ module, addresses }: Table, bot: number, { seat, level, style = 'plain', seed }: BotSeat): void {
        const number = module.number('level', level);
        const parameters = module.ek.bot_style_parameters.value + module.number('style', style) * module.sizeOf('bot_parameters');
        module.call('bot_sit_with', bot, number, seat, addresses.rules, BigInt.asUintN(64, seed), parameters);
    }

    /** Gives the bots a judge with these weights. Throws if the weights are damaged. */
    setWeights(weights: Uint8Array): void {
        const { module } = this.#requireTable();
        this.#judge = loadJudge(module, weights);
        for (const bot of this.#bots.values()) module.set('bot', 'judge', bot, this.#judge);
    }

    see(events: GameEvent[]): void {
        const table = this.#requireTable();
        table.writeEvents(events);
        for (const bot of this.#bots.values()) {
            table.module.call('bot_see', bot, table.addresses.events);
        }
    }

    move(seat: number, view: Uint8Array): Move {
        const table = this.#requireTable();
        const bot = this.#bots.get(seat);
        if (bot === undefined) throw new Error(`there is no bot at seat ${seat}`);
        table.setBytes(view);
        const { rules, state } = table.addresses;
        const start = performance.now();
        const move = table.module.call('bot_move', bot, rules, state, 0) >>> 0;
        this.#pace(table, bot, performance.now() - start);
        return move;
    }

    /** What a strong bot would do at this seat, after it has seen the same events. The bot is set up for this
     *  question only: the same question always has the same answer. */
    advise(seat: number, view: Uint8Array, seen: GameEvent[][]): Advised {
        const table = this.#requireTable();
        const { module, addresses } = table;
        const bot = (this.#adviser ??= module.allocateStruct('bot'));
        this.#seat(table, bot, { seat, level: ADVISER, seed: 0n });
        module.set('bot', 'nodes', bot, ADVISER_NODES);
        module.set('bot', 'judge', bot, this.#judge);
        for (const events of seen) {
            table.writeEvents(events);
            module.call('bot_see', bot, addresses.events);
        }
        table.setBytes(view);
        const assessed = this.#judge === 0 || module.get('ek_state', 'round', addresses.state) === 0 ? null : this.#assess(table, bot, seat);
        if (assessed !== null) return assessed;
        const move = module.call('bot_move', bot, addresses.rules, addresses.state, 0) >>> 0;
        return { best: { moves: [move], limit: null, chance: null }, second: null, reasons: [] };
    }

    /** The best turns and their reasons, from what the seat may know; null: nothing was found. There is no judgement before the first
     *  round. */
    #assess({ module, addresses, board }: Table, bot: number, seat: number): Advised | null {
        const at = (this.#assessment ??= {
            question: module.allocateStruct('bot_question'),
            room: module.allocateStruct('bot_assessor'),
            found: module.allocateStruct('bot_assessment'),
            reasons: module.allocateStruct('bot_reason', module.number('limit', 'REASONS')),
        });
        const set = (field: string, value: number | bigint) => module.set('bot_question', field, at.question, value);
        set('rules', addresses.rules);
        set('judge', this.#judge);
        set('seed', 0n);
        set('nodes', ADVICE_NODES);
        set('played_count', 0);
        module.call('bot_assess_view', bot, addresses.state, at.question, at.room, at.found);
        if (module.get('bot_assessment', 'rows', at.found) === 0) return null;
        const turn = (name: string) => this.#turn(module, module.at('bot_assessment', name, at.found), seat);
        const best = turn('best');
        if (best === null) return null;
        const count = module.call('bot_find_reasons', at.room, at.found, at.reasons);
        return { best, second: turn('second'), reasons: readWhys(module, board, at.reasons, count) };
    }

    #turn(module: EngineModule, at: number, seat: number): AdvisedTurn | null {
        const count = module.get('bot_turn', 'count', at);
        const limit = module.get('bot_turn', 'limit', at);
        if (count === 0) return null;
        return {
            moves: module.list('bot_turn', 'plan', at).slice(0, count).map((move) => move >>> 0),
            limit: limit > 0 ? limit : null,
            chance: module.get('bot_turn', 'chance', at, seat) / module.number('limit', 'CHANCE_ONE'),
        };
    }

    /** Adjusts the playouts of a bot to the time that its moves take. */
    #pace(table: Table, bot: number, took: number): void {
        const before = this.#paced.get(bot);
        if (before === undefined || took < 5) return;
        const { module } = table;
        const nodes = module.get('bot', 'nodes', bot);
        const cost = Math.max(took / nodes, before * COST_STAYS);
        const fitting = Math.min(module.number('limit', 'EXPERT_MS') / cost, nodes * 2, this.#usualNodes(table, 'expert'));
        module.set('bot', 'nodes', bot, Math.round(Math.max(fitting, this.#usualNodes(table, 'hard'))));
        this.#paced.set(bot, cost);
    }

    /** Playouts of a level for a move if the time does not limit them: an expert never makes fewer than hard. */
    #usualNodes({ module, config }: Table, level: Level): number {
        return module.call('bot_usual_nodes', module.number('level', level), this.#judge === 0 ? 0 : 1, config.players);
    }

    #requireTable(): Table {
        if (this.#table === undefined) throw new Error('bots are asked before sit()');
        return this.#table;
    }
}
