// What the server says about ratings: docs/ratings.md.
import type { Settings } from './messages';

/** How a rated game counts players who leave. */
export type Absence = NonNullable<Settings['absence']>;

/** The rating of a person who has not played yet, and its uncertainty. */
export const START = { rating: 1500, deviation: 350 };

/** A rating with a greater uncertainty is provisional. */
export const PROVISIONAL = 110;
