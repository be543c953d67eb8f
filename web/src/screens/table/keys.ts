// Keyboard shortcuts of the table. Tab reaches everything, too.
import type { Session } from '../../game/session.svelte';
import type { TableUi } from './ui.svelte';

/** Keys that repeat while held down: they only change the view. */
const REPEATED = ['m', 'ArrowLeft', 'ArrowRight'];

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
    if (ui.session.decision === 'nominate' && plant !== undefined) ui.plant = plant;
}

/** Focuses the next city that can be picked, the cheapest first. */
function nextCity(ui: TableUi): void {
    const offers = [...(ui.pickable ?? [])].sort((a, b) => a[1].price - b[1].price);
    const at = offers.findIndex(([city]) => city === ui.city);
    const next = offers[(at + 1) % offers.length];
    if (next === undefined) return;
    ui.tab = 'map';
    const city = () => document.querySelector<SVGElement>(`.map [data-city='${next[0]}']`);
    requestAnimationFrame(() => city()?.focus({ preventScroll: true }));
}

/** Closes the topmost panel, else clears the chosen plant. If the focus was in the panel, it returns to the
 *  button that opened it. */
function escape(ui: TableUi): void {
    const inside = document.activeElement?.closest<HTMLElement>('[data-panel]')?.dataset['panel'];
    const closed = ui.closeTopmost();
    if (closed === null) ui.plant = null;
    else if (closed === inside) document.querySelector<HTMLElement>(`[data-opens='${closed}']`)?.focus();
}

/** Handles a key, unless it is typed into a field. */
export function keyboard(event: KeyboardEvent, session: Session, ui: TableUi): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches('input, select, textarea') && event.key !== 'Escape') return;
    // A held key decides only once. A focused city handles arrow keys itself.
    if (event.repeat && !REPEATED.includes(event.key)) return;
    if (event.key.startsWith('Arrow') && target.closest('[data-city]') !== null) return;
    const keys: Record<string, () => void> = {
        p: () => press('pass'),
        u: () => session.canUndo && session.undo(),
        d: () => press('done', 'confirm', 'result'),
        n: () => press('confirm'),
        h: () => press('hurry'),
        a: () => press('advice'),
        c: () => press('buy-coal'),
        o: () => press('buy-oil'),
        g: () => press('buy-garbage'),
        r: () => press('buy-uranium'),
        m: () => nextCity(ui),
        l: () => (ui.logOpen = !ui.logOpen),
        ArrowLeft: () => session.replayIndex !== null && session.showReplay(session.replayIndex - 1),
        ArrowRight: () => session.replayIndex !== null && session.showReplay(session.replayIndex + 1),
        '?': () => ui.toggle('help'),
        Escape: () => escape(ui),
    };
    for (let digit = 1; digit <= 6; digit++) keys[String(digit)] = () => choosePlant(ui, digit);
    const act = keys[event.key];
    if (act === undefined || (event.key.startsWith('Arrow') && session.replayIndex === null)) return;
    event.preventDefault();
    act();
}
