// A long list that the server gives page by page.
import { Attempt } from '../../net/attempt.svelte';

/** Pages of the server. */
const PAGE = 50;

/** Where the next page begins. */
export interface Place {
    before?: number;
    before_id?: number;
}

export class Paged<T extends { at: number }> {
    list = $state.raw<readonly T[]>([]);
    loaded = $state(false);
    more = $state(false);
    readonly attempt = new Attempt();

    constructor(
        private readonly ask: (place: Place) => Promise<readonly T[]>,
        private readonly idOf: (entry: T) => number,
    ) {}

    load = () =>
        this.attempt.run(async () => {
            const last = this.list.at(-1);
            const page = await this.ask(last === undefined ? {} : { before: last.at, before_id: this.idOf(last) });
            this.list = [...this.list, ...page];
            this.more = page.length === PAGE;
            this.loaded = true;
        });
}
