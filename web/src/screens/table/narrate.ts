// The sentences of a session's events.
import type { AnalysedDecision, Analysis } from '../../bots/analysis';
import type { EventType, Move } from '../../engine/types';
import type { Session } from '../../game/session.svelte';
import type { HistoryEntry } from '../../game/source';
import { language, t } from '../../text/text.svelte';
import { isMarked } from '../analysis/words';
import { eventText, moveText, type Narrator } from '../../text/feed';

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

/** The text of an advised move, with the adviser as its subject. */
export function adviceOf(session: Session, move: Move): string {
    const narrator = { ...narratorOf(session), name: () => t('advice.bot') };
    return moveText(session.table.preview(move), session.viewer ?? -1, narrator);
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
