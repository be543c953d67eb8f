// Moves as text, by records.wasm; record/notation.h describes the notation.
import { words as lists } from '../generated/words';
import { RefusedMove } from './errors';
import { boardById } from './facts';
import { EngineModule } from './module';
import type { Move, Reason, TableConfig } from './types';

/** Writes the settings of a table to a rec_options in the memory of records.wasm. */
export function writeOptions(module: EngineModule, config: TableConfig): number {
    const at = module.allocateStruct('rec_options');
    const set = (field: string, value: number) => module.set('rec_options', field, at, value);
    set('board', module.ek.bd_boards.value + boardById(config.board).index * module.sizeOf('bd_board'));
    set('edition', module.number('edition', config.edition));
    set('players', config.players);
    set('options', config.options.reduce((all, option) => all | module.number('option', option), 0));
    set('zone_choice', module.number('zone-choice', config.zone.length > 0 ? 'given' : 'draft'));
    set('zone', config.zone.reduce((all, region) => all | (1 << region), 0));
    set('chance', module.number('chance', 'ask'));
    set('seed_known', 1);
    return at;
}

/** A reason of the engine as a sentence. With a board and rules it names the regions concerned. */
function sentence(module: EngineModule, error: number, reason: Reason, board = 0, rules = 0): string {
    module.call('rec_refuse_line', error, board, rules, lists.reason.indexOf(reason));
    return module.text(module.at('rec_error', 'text', error));
}

/** Why the rules refuse a table, as a sentence. */
export function reasonText(compiled: WebAssembly.Module, reason: Reason): string {
    const module = new EngineModule(compiled);
    return sentence(module, module.allocateStruct('rec_error'), reason);
}

/** Prints and parses the moves of one table. */
export class Notation {
    readonly #module: EngineModule;
    readonly #room: number;
    readonly #at: { board: number; rules: number; state: number; text: number; move: number; error: number };

    constructor(compiled: WebAssembly.Module, config: TableConfig) {
        const module = new EngineModule(compiled);
        const error = module.allocateStruct('rec_error');
        const game = module.call('rec_new', writeOptions(module, config), error);
        if (game === 0) throw new Error(module.text(module.at('rec_error', 'text', error)));
        this.#module = module;
        this.#room = module.number('limit', 'MOVE_MAX');
        this.#at = {
            board: module.call('rec_board', game),
            rules: module.call('rec_rules', game),
            state: module.allocateStruct('ek_state'),
            text: module.allocate(this.#room),
            move: module.allocate(4),
            error,
        };
    }

    /** Copies a state from the engine: both modules use the same layout. */
    #setState(state: Uint8Array): void {
        if (state.length !== this.#module.sizeOf('ek_state')) throw new Error('elektro.wasm and records.wasm have different state layouts');
        this.#module.bytes.set(state, this.#at.state);
    }

    /** The text of a move of a seat in this state. */
    print(state: Uint8Array, seat: number, move: Move): string {
        const { board, state: at, text } = this.#at;
        this.#setState(state);
        this.#module.call('rec_print_move_of', board, at, seat, move | 0, text);
        return this.#module.text(text);
    }

    /** Why the engine refuses a move, as a sentence. */
    why(reason: Reason): string {
        const { board, rules, error } = this.#at;
        return sentence(this.#module, error, reason, board, rules);
    }

    /** Parses a move of the seat to move. It need not be legal. Throws RefusedMove if the text is not a move. */
    read(state: Uint8Array, words: string): Move {
        const { board, rules, state: at, text, move, error } = this.#at;
        const bytes = new TextEncoder().encode(words);
        if (bytes.length >= this.#room) throw new RefusedMove('bad-syntax', 'The text is too long for a move.');
        this.#setState(state);
        this.#module.bytes.set([...bytes, 0], text);
        const done = this.#module.call('rec_parse_move', board, rules, at, text, move, error);
        const told = (field: string) => this.#module.text(this.#module.at('rec_error', field, error));
        if (done === 0) throw new RefusedMove(told('code'), told('text'));
        return this.#module.data.getUint32(move, true);
    }
}
