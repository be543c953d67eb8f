// The context of all components of the table screen.
import { getContext, setContext } from 'svelte';
import type { Exploration } from '../../game/exploration.svelte';
import type { Session } from '../../game/session.svelte';
import type { TableUi } from './ui.svelte';

export interface TableContext {
    session: Session;
    ui: TableUi;
    /** Of a replay whose variations can be tried. */
    exploration?: Exploration | undefined;
}

const KEY = Symbol('table');

export function provideTable(context: TableContext): void {
    setContext(KEY, context);
}

export function useTable(): TableContext {
    return getContext<TableContext>(KEY);
}

/** For components that are shown only where a game is explored. */
export function useExploration(): Exploration {
    const { exploration } = useTable();
    if (exploration === undefined) throw new Error('the game is not explored');
    return exploration;
}
