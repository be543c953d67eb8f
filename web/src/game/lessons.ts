// The lessons of a guided first game, in their order: what each is about, when it is due, and the rule it links to.
import { moveType } from '../engine/moves';
import type { Decision, Edition, GameView, Move } from '../engine/types';
import type { Standing } from './script';

/** The table as a lesson sees it. */
export interface Moment {
    view: GameView;
    /** The pending decision of the learner; null: somebody else decides. */
    decision: Decision | null;
    script: Standing['state'];
    /** The moves that the script asks for; empty: it asks for none. */
    asked: readonly Move[];
    /** The number of cities that ends the game. */
    end: number;
}

interface LessonPlan {
    id: string;
    /** The passage of the rules reference. */
    rule: string;
    due: (moment: Moment) => boolean;
    /** Only in this edition. */
    edition?: Edition;
}

/** The end is near when a player is this many cities away from it. */
const NEAR = 3;

const always = () => true;
const decides = (wanted: Decision) => ({ decision }: Moment) => decision === wanted;
/** A decision in the second round of the script. */
const second = (wanted: Decision) => ({ decision, script, view }: Moment) => decision === wanted && script === 'on' && view.round === 2;
const near = ({ view, decision, end }: Moment) => decision !== null && view.seats.some(({ houses }) => houses.length >= end - NEAR);

const PLANS = [
    { id: 'goal', rule: 'goal.company', due: always },
    { id: 'map', rule: 'see.map', due: always },
    { id: 'plants', rule: 'see.plants', due: always },
    { id: 'discount', rule: 'auction.discount', due: ({ view }) => view.discount !== null, edition: 'recharged' },
    { id: 'bid', rule: 'auction.bid', due: decides('bid') },
    { id: 'nominate', rule: 'auction.nominate', due: decides('nominate') },
    { id: 'outbid', rule: 'auction.again', due: ({ decision, asked }) => decision === 'bid' && asked.some((move) => moveType(move) === 'bid') },
    { id: 'order', rule: 'round.reverse', due: ({ view }) => view.phase === 'resources' },
    { id: 'buy', rule: 'resources.buy', due: decides('buy') },
    { id: 'build', rule: 'building.first', due: decides('build') },
    { id: 'power', rule: 'bureaucracy.power', due: decides('power') },
    { id: 'refill', rule: 'bureaucracy.refill', due: ({ view }) => view.round >= 2 },
    { id: 'second', rule: 'auction.limit', due: second('nominate') },
    { id: 'stock', rule: 'resources.store', due: second('buy') },
    { id: 'grow', rule: 'building.next', due: second('build') },
    { id: 'free', rule: 'tips.plants', due: ({ view, decision }) => view.round >= 3 && decision !== null },
    { id: 'step2', rule: 'steps.second', due: ({ view }) => view.step === 2 },
    { id: 'step3', rule: 'steps.third', due: ({ view }) => view.step === 3 },
    { id: 'end', rule: 'end.when', due: near },
    { id: 'scrap', rule: 'auction.limit', due: decides('scrap') },
    { id: 'ended', rule: 'end.winner', due: ({ view }) => view.phase === 'ended' },
] as const satisfies readonly LessonPlan[];

export type LessonId = (typeof PLANS)[number]['id'];
export type Lesson = LessonPlan & { id: LessonId };

/** The lessons of an edition. */
export function lessonsOf(edition: Edition): readonly Lesson[] {
    const plans: readonly Lesson[] = PLANS;
    return plans.filter((lesson) => lesson.edition === undefined || lesson.edition === edition);
}

/** The first lesson that is due and not learned; null: none. After the end of a game only its own lesson is left. */
export function lessonFor(moment: Moment, learned: readonly string[]): Lesson | null {
    const { view } = moment;
    const open = lessonsOf(view.config.edition).filter(({ id }) => !learned.includes(id) && (view.phase !== 'ended' || id === 'ended'));
    return open.find(({ due }) => due(moment)) ?? null;
}
