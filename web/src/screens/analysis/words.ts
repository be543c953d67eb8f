// The words of an analysis: chances, verdicts, turns.
import type { AnalysedChances, AnalysedDecision, Analysis } from '../../bots/analysis';
import type { EngineModule } from '../../engine/module';
import type { Board, Verdict } from '../../engine/types';
import type { Positions } from '../../game/positions';
import { moveText, type Narrator } from '../../text/feed';
import { language, locale, t } from '../../text/text.svelte';

/** Marks beside the words, as chess players know them; good turns have none. */
export const GLYPHS: Record<Verdict, string> = { best: '', good: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Whether a list of moves marks the verdict. */
export function isMarked(verdict: Verdict): boolean {
    return GLYPHS[verdict] !== '';
}

/** A chance as a percentage. */
export function percent(chance: number): string {
    return new Intl.NumberFormat(locale(language()), { style: 'percent', maximumFractionDigits: 0 }).format(chance);
}

/** A change of a chance in percent, with its sign. */
export function signedPercent(change: number, digits = 1): string {
    const format = new Intl.NumberFormat(locale(language()), { style: 'percent', maximumFractionDigits: digits, signDisplay: 'exceptZero' });
    return format.format(change).replace('-', '−');
}

/** Percentage points. */
export function points(change: number): string {
    return new Intl.NumberFormat(locale(language()), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(change * 100);
}

/** How far to bid with the best turn, if that is more than its bid. */
export function limitOf({ best, limit }: AnalysedDecision): number | null {
    const bid = Number(best.split(' ').at(-1));
    return limit !== undefined && limit > bid ? limit : null;
}

/** Round, phase and move of a moment. */
export function momentText({ decisions }: Analysis, { round, number }: AnalysedChances): string {
    const next = decisions.find((decision) => decision.number === number + 1);
    const when = t('analysis.moment', { round, move: number });
    return next === undefined ? when : `${when} · ${t(`analysis.phase.${next.phase}`)}`;
}

/** What a turn did, with a name at its beginning; without the end of the turn unless there is nothing else. */
export function turnText(positions: Positions, decision: AnalysedDecision, words: string, table: { board: Board; module: EngineModule; name: string }): string {
    if (words === 'done') return t(`analysis.nothing.${decision.phase}`, { name: table.name }).trim();
    const played = positions.play(decision.number - 1, words);
    const told = played.length > 1 && words.endsWith(', done') ? played.slice(0, -1) : played;
    const { board, module, name } = table;
    const narrator: Narrator = { board, name: () => '', fields: (type) => module.eventFields(type) };
    const texts = told.map(({ events }, at) => moveText(events, decision.seat - 1, at === 0 ? { ...narrator, name: () => name } : narrator).trim());
    return texts.length > 0 ? texts.join(', ') : words;
}
