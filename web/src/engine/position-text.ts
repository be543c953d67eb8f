// Positions as text, by records.wasm; docs/records.md describes them.
import { members } from './decode';
import { BadRecord } from './errors';
import { boards } from './facts';
import { EngineModule } from './module';
import type { TableConfig } from './types';

/** A table and a state at it, as Table.setBytes takes it. */
export interface ReadPosition {
    config: TableConfig;
    state: Uint8Array;
}

/** Reads a position. Throws BadRecord if it is none. */
export function readPosition(compiled: WebAssembly.Module, text: string): ReadPosition {
    const module = new EngineModule(compiled);
    const [board, rules, state, error] = [module.allocate(4), module.allocateStruct('ek_rules'), module.allocateStruct('ek_state'), module.allocateStruct('rec_error')];
    const told = (field: string) => module.text(module.at('rec_error', field, error));
    if (module.call('rec_position_parse', module.allocateText(text), board, rules, state, error) === 0) {
        throw new BadRecord(told('code'), 1, module.data.getUint32(module.at('rec_error', 'column', error), true), told('text'));
    }
    const get = (field: string) => module.get('ek_rules', field, rules);
    const index = (module.data.getUint32(board, true) - module.ek.bd_boards.value) / module.sizeOf('bd_board');
    const options = get('config.options');
    return {
        config: {
            board: boards[index]!.id,
            edition: module.word('edition', get('config.edition')),
            players: get('config.players'),
            options: module.words('option').filter((word) => options & module.number('option', word)),
            zone: members(BigInt(get('config.zone'))),
        },
        state: module.bytes.slice(state, state + module.sizeOf('ek_state')),
    };
}
