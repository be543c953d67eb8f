// Keys for what the table asks most. Everything is reachable with Tab as well.
import type { Session } from '../../game/session.svelte';
import type { TableUi } from './ui.svelte';

function press(...keys: string[]): void {
    for (const key of keys) {
        const button = document.querySelector<HTMLElement>(`.action [data-key='${key}']`);
        if (button === null) continue;
        button.click();
        return;
    }
}

function choosePlant(ui: TableUi, digit: number): void {
    const plant = ui.session.view.current[digit - 1];
    if (ui.session.asks.has('nominate') && plant !== undefined) ui.plant = plant;
}

/** Letters are given where the same letter is not typed into a field. */
export function keyboard(event: KeyboardEvent, session: Session, ui: TableUi): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches('input, select, textarea')) return;
    const keys: Record<string, () => void> = {
        p: () => press('pass'),
        u: () => session.canUndo && session.undo(),
        d: () => press('done', 'confirm', 'result'),
        n: () => press('confirm'),
        h: () => press('hurry'),
        l: () => (ui.logOpen = !ui.logOpen),
        Escape: () => (ui.plant = null),
    };
    for (let digit = 1; digit <= 6; digit++) keys[String(digit)] = () => choosePlant(ui, digit);
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
}
