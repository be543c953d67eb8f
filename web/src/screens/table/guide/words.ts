// What the guide says: lessons, goals and explanations, with names and numbers of the table.
import { plantOf } from '../../../engine/facts';
import { moveA, moveB, moveType } from '../../../engine/moves';
import { FUELS, type Fuel, type Move } from '../../../engine/types';
import type { Guide, Mistake } from '../../../game/guide.svelte';
import type { Lesson } from '../../../game/lessons';
import type { Session } from '../../../game/session.svelte';
import { numbersOf } from '../../../rules/numbers';
import { settingOf } from '../../../rules/outline';
import { wasteText } from '../../../text/why';
import { hasText, language, locale, t, type Values } from '../../../text/text.svelte';

const listed = (words: string[]) => new Intl.ListFormat(locale(language()), { type: 'conjunction' }).format(words);
const cityNames = (session: Session, moves: readonly Move[]) =>
    listed(moves.filter((move) => moveType(move) === 'connect').map((move) => session.board.cities[moveA(move)]?.name ?? ''));

/** The tokens that the moves buy. */
export function tokensOf(moves: readonly Move[]): Map<Fuel, number> {
    const tokens = new Map<Fuel, number>();
    for (const move of moves.filter((each) => moveType(each) === 'buy')) {
        const fuel = FUELS[moveA(move)]!;
        tokens.set(fuel, (tokens.get(fuel) ?? 0) + moveB(move));
    }
    return tokens;
}

const tokenText = (moves: readonly Move[]) => listed([...tokensOf(moves)].map(([fuel, count]) => `${count} ${t(`of.${fuel}`)}`));

/** What the moves cost from the state before the turn. */
function priceOf({ table, source, viewer }: Session, moves: readonly Move[]): number {
    const bytes = table.bytes();
    table.setBytes(source.view(viewer));
    const events = moves.flatMap((move) => (table.why(viewer ?? 0, move) === 'ok' ? table.apply(move).events : []));
    table.setBytes(bytes);
    return events.reduce((sum, event) => sum + (event.type === 'fuel-bought' || event.type === 'connected' ? event.price : 0), 0);
}

/** Names and numbers for the lesson about a decision. */
function valuesFor(session: Session, asked: readonly Move[]): Values {
    const { view, table } = session;
    const me = view.seats[session.viewer ?? 0]!;
    const move = asked[0] ?? 0;
    const plant = view.auction?.plant ?? (moveType(move) === 'nominate' ? moveA(move) : (view.current[0] ?? 0));
    const { need, cities } = plant === 0 ? { need: 0, cities: 0 } : plantOf(plant);
    const chooses = moveType(move) === 'buy' || moveType(move) === 'connect';
    return {
        plant, need, supplied: cities,
        bot: view.auction === null ? '' : session.name(view.auction.bidder),
        bid: view.auction?.bid ?? 0,
        next: moveB(move),
        first: session.name(view.order[0] ?? 0),
        last: session.name(view.order.at(-1) ?? 0),
        minimum: view.discount === null ? 0 : table.minimumBid(view.discount),
        discounted: view.discount ?? 0,
        tokens: tokenText(asked),
        cities: cityNames(session, asked),
        price: chooses ? priceOf(session, asked) : 0,
        possible: me.possible,
        income: me.income,
        before: me.capacity,
        after: me.capacity + cities,
    };
}

/** The text of a lesson: about the move that the script asks for, else about the decision as such. */
export function lessonText(session: Session, { id }: Lesson, guide: Guide): string {
    const own = hasText(`lesson.${id}`) && (guide.scripted || !hasText(`coach.${id}`));
    const numbers = numbersOf(settingOf(session.source.config));
    return own ? t(`lesson.${id}`, { ...numbers, ...valuesFor(session, guide.asked) }) : t(`coach.${id}`, numbers);
}

/** What the script asks of the learner; null: nothing. */
export function goalText(session: Session, asked: readonly Move[]): string | null {
    const [move] = asked;
    if (move === undefined) return null;
    const kind = moveType(move);
    return t(`goal.${kind}`, { plant: moveA(move), bid: moveB(move), tokens: tokenText(asked), cities: cityNames(session, asked) });
}

/** What a turn gives away, in the words of the questions that other games ask; null: nothing. */
function wasteIn(session: Session, { made, before }: Mistake): string | null {
    const { table, source, viewer, board } = session;
    const bytes = table.bytes();
    table.setBytes(source.view(viewer, before));
    const waste = table.waste(made);
    table.setBytes(bytes);
    return waste === null ? null : wasteText(waste, { board, name: (seat) => session.name(seat) });
}

/** Why a turn is not what the lesson asks for: what it gives away, else the numbers of the engine. */
export function mistakeText(session: Session, mistake: Mistake): string {
    return wasteIn(session, mistake) ?? differenceIn(session, mistake);
}

function differenceIn(session: Session, { made, asked }: Mistake): string {
    const { view, table } = session;
    const [did, wanted] = [made[0] ?? 0, asked[0] ?? 0];
    const me = view.seats[session.viewer ?? 0]!;
    const plant = moveType(wanted) === 'nominate' ? moveA(wanted) : (view.auction?.plant ?? me.plants.at(-1) ?? 0);
    const passed = moveType(did) === 'pass' && moveType(wanted) !== 'pass';
    const values = {
        plant, need: plantOf(plant).need, supplied: plantOf(plant).cities,
        made: moveType(did) === 'nominate' ? moveA(did) : moveB(did),
        madeNeed: moveType(did) === 'nominate' ? plantOf(moveA(did)).need : 0,
        madeSupplied: moveType(did) === 'nominate' ? plantOf(moveA(did)).cities : 0,
        bid: moveB(wanted),
        fuelled: me.fuelled, capacity: me.capacity, possible: me.possible,
        money: me.money ?? 0, cities: me.houses.length,
        lit: me.supplied, income: table.income(me.supplied),
        wanted: cityNames(session, asked),
    };
    // The right plant at another price is a matter of the bid.
    const overbid = moveType(wanted) === 'nominate' && moveType(did) === 'nominate' && moveA(did) === moveA(wanted);
    const kind = passed ? 'passed' : overbid ? 'bid' : moveType(wanted);
    return t(`mistake.${kind}`, values);
}
