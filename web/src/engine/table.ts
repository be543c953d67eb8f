// A table: a position that can be set to any state, to try moves and see their results.
import { membersOf } from './decode';
import { RefusedTable } from './errors';
import { Position, type Applied } from './position';
import type { Back, GameEvent, Move, Reason, TableConfig } from './types';

export class Table extends Position {
    readonly rules: number;
    readonly state: number;
    readonly #config: number;

    /** Compiles the rules. Throws RefusedTable if the engine refuses them. */
    constructor(compiled: WebAssembly.Module, config: TableConfig) {
        super(compiled, config);
        this.rules = this.module.allocateStruct('ek_rules');
        this.state = this.module.allocateStruct('ek_state');
        this.#config = this.module.allocateStruct('ek_config');
        const reason = this.#compile(config.zone);
        if (reason !== 'ok') throw new RefusedTable(reason);
    }

    #compile(zone: number[]): Reason {
        const { module } = this;
        const set = (field: string, value: number) => module.set('ek_config', field, this.#config, value);
        set('edition', module.number('edition', this.config.edition));
        set('players', this.config.players);
        set('options', this.optionSet());
        set('zone', zone.reduce((regions, region) => regions | (1 << region), 0));
        return this.reason(module.call('ek_rules_init', this.rules, this.boardAddress(), this.#config));
    }

    /** After a zone draft the rules are compiled again for the complete zone. States from before that
     *  need the rules of the draft. */
    #recompile(): void {
        if (this.config.zone.length > 0) return;
        const zone = this.phase() === 'zone' && !this.#wanted() ? 0 : this.module.get('ek_state', 'zone', this.state);
        if (this.module.get('ek_config', 'zone', this.#config) === zone) return;
        const reason = this.#compile(membersOf(zone));
        if (reason !== 'ok') throw new RefusedTable(reason);
    }

    #wanted(): boolean {
        return this.module.call('ek_rules_wanted', this.rules, this.state) !== 0;
    }

    setBytes(bytes: Uint8Array): void {
        this.module.bytes.set(bytes, this.state);
        this.#recompile();
    }

    // ------------------------------------------------------------------------------ playing

    apply(move: Move): Applied {
        const { rules, state } = this;
        const applied = this.withEvents((events) => this.module.call('ek_apply', rules, state, move | 0, events));
        if (applied.reason === 'ok') this.#recompile();
        return applied;
    }

    /** The events that a move would cause. The state does not change. */
    preview(move: Move): GameEvent[] {
        const before = this.bytes();
        const { events } = this.apply(move);
        this.setBytes(before);
        return events;
    }

    /** The same for moves one after another, up to a card. */
    previewAll(moves: readonly Move[]): GameEvent[][] {
        const before = this.bytes();
        const events: GameEvent[][] = [];
        for (const move of moves) {
            const applied = this.apply(move);
            if (applied.reason !== 'ok') break;
            events.push(applied.events);
        }
        this.setBytes(before);
        return events;
    }

    /** Enters the awaited card. */
    draw(plant: number): Applied {
        const { rules, state } = this;
        return this.withEvents((events) => this.module.call('ek_draw', rules, state, plant, events));
    }

    /** Enters the back of the top card of the deck. */
    showBack(back: Back): Reason {
        const { rules, state } = this;
        return this.reason(this.module.call('ek_show_back', rules, state, this.module.number('back', back)));
    }

    /** Adds a house without paying for it, to price the connections after it. */
    imagineHouse(seat: number, city: number): Reason {
        return this.reason(this.module.call('ek_imagine_house', this.rules, this.state, seat, city));
    }
}
