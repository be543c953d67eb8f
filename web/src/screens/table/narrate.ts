// The sentences of a session's events.
import type { EventType, Move } from '../../engine/types';
import type { Session } from '../../game/session.svelte';
import type { Happened } from '../../game/source';
import { language, t } from '../../text/text.svelte';
import { tell, tellMove, type Narrator } from '../../text/feed';

export interface Line {
    key: string;
    text: string;
    seat: number | null;
    type: EventType;
    index: number;
}

export function narratorOf(session: Session): Narrator {
    const { module } = session.table;
    return {
        board: session.board,
        name: (seat) => session.name(seat),
        fields: (type) => module.eventFields(type),
    };
}

/** A move as advice: what a bot that does not sit here would do. */
export function adviceOf(session: Session, move: Move): string {
    const narrator = { ...narratorOf(session), name: () => t('advice.bot') };
    return tellMove(session.table.foresee(move), session.viewer ?? -1, narrator);
}

/** What happened once is told once, as long as nobody changes the language. */
const told = new WeakMap<Happened, { language: string; lines: Line[] }>();

function linesOfOne(happened: Happened, narrator: Narrator): Line[] {
    const known = told.get(happened);
    if (known?.language === language()) return known.lines;
    const { index, events } = happened;
    const lines = events.flatMap((event, at) => {
        const text = tell(event, narrator);
        return text === null
            ? []
            : [{ key: `${index}.${at}`, text, seat: event.seat, type: event.type, index }];
    });
    told.set(happened, { language: language(), lines });
    return lines;
}

export function linesOf(history: readonly Happened[], narrator: Narrator): Line[] {
    return history.flatMap((happened) => linesOfOne(happened, narrator));
}

/** The same for who only wants to know how things stand: of bids that follow each other the last one. */
export function gistOf(history: readonly Happened[], narrator: Narrator): Line[] {
    const lines = linesOf(history, narrator);
    return lines.filter(({ type }, at) => type !== 'bid' || lines[at + 1]?.type !== 'bid');
}

/** What has happened since this seat moved last; nothing, if it has not moved yet. */
export function sinceLastMove(history: readonly Happened[], seat: number | null): Happened[] {
    const last = history.findLastIndex((each) => each.seat === seat && each.move !== null);
    return last < 0 ? [] : history.slice(last + 1);
}
