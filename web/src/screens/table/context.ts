// The context of all components of the table screen.
import { getContext, setContext } from 'svelte';
import type { Session } from '../../game/session.svelte';
import type { TableUi } from './ui.svelte';

export interface TableContext {
    session: Session;
    ui: TableUi;
}

const KEY = Symbol('table');

export function provideTable(context: TableContext): void {
    setContext(KEY, context);
}

export function useTable(): TableContext {
    return getContext<TableContext>(KEY);
}
