// The settings of a new table in a form, for a local game or a table on the server.
import { boardById, thresholds } from '../engine/facts';
import { RefusedTable } from '../engine/errors';
import type { Edition, Option, TableConfig } from '../engine/types';
import { randomZone } from './tables';

export type ZoneChoice = 'random' | 'draft' | 'chosen';

export class TableChoice {
    edition = $state<Edition>('recharged');
    boardId = $state('germany-recharged');
    players = $state(4);
    options = $state<Option[]>([]);
    zoneChoice = $state<ZoneChoice>('random');
    zone = $state<number[]>([]);

    readonly board = $derived(boardById(this.boardId));
    /** How many regions are in play. */
    readonly areas = $derived(thresholds(this.edition, this.players).areas);

    changeEdition(wanted: Edition): void {
        this.edition = wanted;
        if (!this.board.editions.includes(wanted)) {
            const base = this.boardId.replace(/-recharged$/, '');
            this.boardId = wanted === 'recharged' ? `${base}-recharged` : base;
        }
        this.zone = [];
    }

    /** Adds a region to the zone, or removes it. */
    toggleRegion(region: number): void {
        const others = this.zone.filter((each) => each !== region);
        this.zone = others.length < this.zone.length ? others : [...others, region];
    }

    /** The chosen regions, ascending. Throws RefusedTable if there are none. */
    chosenZone(): number[] {
        if (this.zone.length === 0) throw new RefusedTable('bad-zone-size');
        return [...this.zone].sort((a, b) => a - b);
    }

    /** The configuration of a local table. */
    async config(): Promise<TableConfig> {
        const { boardId: board, edition, players, options } = this;
        const config: TableConfig = { board, edition, players, options: [...options], zone: [] };
        if (this.zoneChoice === 'chosen') config.zone = this.chosenZone();
        if (this.zoneChoice === 'random') config.zone = await randomZone(config);
        return config;
    }
}
