// The sentences of a session's events.
import type { AnalysedDecision, Analysis } from '../../bots/analysis';
import type { Advised } from '../../bots/protocol';
import { moveB, moveType } from '../../engine/moves';
import type { EventType, Move } from '../../engine/types';
import type { Session } from '../../game/session.svelte';
import type { HistoryEntry } from '../../game/source';
import { language, t } from '../../text/text.svelte';
import { isMarked, percent, points } from '../analysis/words';
import { eventText, moveText, type Narrator } from '../../text/feed';
import { whyText } from '../../text/why';

export interface Line {
    key: string;
    text: string;
    seat: number | null;
    type: EventType;
    index: number;
    /** The decision that begins here, if its verdict is worth a mark. */
    mark?: AnalysedDecision;
}

export function narratorOf(session: Session): Narrator {
    const { module } = session.table;
    return {
        board: session.board,
        name: (seat) => session.name(seat),
        fields: (type) => module.eventFields(type),
    };
}

/** The text of the moves of a turn, with a subject at its beginning. The end of a turn is told only if there is nothing else. */
function turnOf(session: Session, moves: readonly Move[], subject: string): string {
    const told = moves.filter((move, index) => index === 0 || moveType(move) !== 'done');
    const narrator = narratorOf(session);
    const texts = session.table.previewAll(told).map((events, index) => {
        const named = { ...narrator, name: () => (index === 0 ? subject : '') };
        return moveText(events, session.viewer ?? -1, named).trim();
    });
    return texts.join(', ');
}

export interface AdviceText {
    /** What the adviser would do. */
    turn: string;
    /** How far to bid, and the chance to win. */
    details: string[];
    reasons: string[];
    second: string | null;
}

function secondOf(session: Session, { best, second }: Advised): string | null {
    if (second === null || second.chance === null || best.chance === null) return null;
    const turn = turnOf(session, second.moves, '');
    const less = best.chance - second.chance;
    return less < 0.0005 ? t('advice.equal', { turn }) : t('advice.second', { turn, less: points(less) });
}

/** An advice in words, with the adviser as its subject. */
export function adviceOf(session: Session, advised: Advised): AdviceText {
    const { best, reasons } = advised;
    const details = [];
    if (best.limit !== null && best.limit > moveB(best.moves[0]!)) details.push(t('advice.limit', { limit: best.limit }));
    if (best.chance !== null) details.push(t('advice.chance', { chance: percent(best.chance) }));
    return {
        turn: turnOf(session, best.moves, t('advice.bot')),
        details,
        reasons: reasons.map((why) => whyText(why, narratorOf(session))),
        second: secondOf(session, advised),
    };
}

/** Lines of each entry in the language they were made in. */
const cache = new WeakMap<HistoryEntry, { language: string; lines: Line[] }>();

function entryLines(entry: HistoryEntry, narrator: Narrator): Line[] {
    const known = cache.get(entry);
    if (known?.language === language()) return known.lines;
    const { index, events } = entry;
    const lines = events.flatMap((event, at) => {
        const text = eventText(event, narrator);
        return text === null
            ? []
            : [{ key: `${index}.${at}`, text, seat: event.seat, type: event.type, index }];
    });
    cache.set(entry, { language: language(), lines });
    return lines;
}

export function linesOf(history: readonly HistoryEntry[], narrator: Narrator): Line[] {
    return history.flatMap((entry) => entryLines(entry, narrator));
}

/** The same lines, but only the last of consecutive bids. */
export function summaryOf(history: readonly HistoryEntry[], narrator: Narrator): Line[] {
    const lines = linesOf(history, narrator);
    return lines.filter(({ type }, at) => type !== 'bid' || lines[at + 1]?.type !== 'bid');
}

/** The same lines with marks at the decisions of an analysis that lost something. */
export function withMarks(lines: Line[], history: readonly HistoryEntry[], report: Analysis | null): Line[] {
    if (report === null) return lines;
    const moves = history.filter(({ move }) => move !== null).map(({ index }) => index);
    const marks = new Map(report.decisions.filter(({ verdict }) => isMarked(verdict)).map((decision) => [moves[decision.number - 1], decision]));
    return lines.map((line, at) => {
        const mark = lines[at - 1]?.index === line.index ? undefined : marks.get(line.index);
        return mark === undefined ? line : { ...line, mark };
    });
}

/** The entries since the last move of this seat; empty if it has not moved yet. */
export function sinceLastMove(history: readonly HistoryEntry[], seat: number | null): HistoryEntry[] {
    const last = history.findLastIndex((each) => each.seat === seat && each.move !== null);
    return last < 0 ? [] : history.slice(last + 1);
}
