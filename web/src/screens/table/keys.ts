// Keyboard shortcuts of the table. Tab reaches everything, too.
import type { Exploration } from '../../game/exploration.svelte';
import type { Session } from '../../game/session.svelte';
import { jump } from '../replay/jump';
import type { TableUi } from './ui.svelte';

/** Keys that walk through a replay. */
const WALKS = ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End'];
/** Keys that repeat while held down: they only change the view. */
const REPEATED = ['m', ...WALKS];

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

/** Closes the topmost panel, else the question, else clears the chosen plant. If the focus was in the panel, it returns to the
 *  button that opened it. */
function escape(ui: TableUi): void {
    const inside = document.activeElement?.closest<HTMLElement>('[data-panel]')?.dataset['panel'];
    const closed = ui.closeTopmost();
    if (closed === null && ui.session.question !== null) ui.session.question = null;
    else if (closed === null) ui.plant = null;
    else if (closed === inside) document.querySelector<HTMLElement>(`[data-opens='${closed}']`)?.focus();
}

/** Goes one move back or forward in a replay. */
function walk(session: Session, exploration: Exploration | undefined, moves: number): void {
    if (exploration !== undefined) exploration.walk(moves);
    else if (session.replayIndex !== null) session.showReplay(session.replayIndex + moves);
}

const visible = (part: string) => document.querySelector<HTMLElement>(`.table > ${part}`)?.offsetParent !== null;

/** Opens or closes the menu of variations, which is below the list of moves. */
function toggleBranches(ui: TableUi): void {
    ui.branchOpen = !ui.branchOpen;
    if (!ui.branchOpen || visible('.side > .log')) return;
    if (visible('.tabs')) ui.show('log');
    else ui.logOpen = true;
}

/** Whether a field takes the key: a slider takes only the arrow keys. */
function takesKey(target: HTMLElement, key: string): boolean {
    return target.matches("input[type='range']") ? key.startsWith('Arrow') : target.matches('input, select, textarea');
}

/** Handles a key, unless it is typed into a field. */
export function keyboard(event: KeyboardEvent, session: Session, ui: TableUi, exploration?: Exploration): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (takesKey(target, event.key) && event.key !== 'Escape') return;
    // A held key decides only once. A focused city handles arrow keys itself.
    if (event.repeat && !REPEATED.includes(event.key)) return;
    if (event.key.startsWith('Arrow') && target.closest('[data-city]') !== null) return;
    const keys: Record<string, () => void> = {
        p: () => press('pass', 'play'),
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
        t: () => press('try', 'stop-trying'),
        ArrowLeft: () => (event.shiftKey ? jump(session, 'phase', -1) : walk(session, exploration, -1)),
        ArrowRight: () => (event.shiftKey ? jump(session, 'phase', 1) : walk(session, exploration, 1)),
        PageUp: () => jump(session, 'round', -1),
        PageDown: () => jump(session, 'round', 1),
        Home: () => jump(session, 'game', -1),
        End: () => jump(session, 'game', 1),
        i: () => ui.toggle('reference'),
        '?': () => ui.toggle('help'),
        Escape: () => escape(ui),
    };
    for (let digit = 1; digit <= 6; digit++) keys[String(digit)] = () => choosePlant(ui, digit);
    if (exploration !== undefined) keys['v'] = () => toggleBranches(ui);
    const act = keys[event.key];
    const walks = exploration === undefined ? session.replayIndex !== null : !exploration.trying;
    if (act === undefined || (WALKS.includes(event.key) && !walks)) return;
    event.preventDefault();
    act();
}
