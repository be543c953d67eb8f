// Plays on from a moment of any game against bots: as a new local game.
import { LocalGame } from '../game/local';
import { indexAfter } from '../game/review.svelte';
import type { GameSource } from '../game/source';

/** A new game after so many moves of a game. The person plays the seat me, as far as the game has no bots of its own. */
export async function branch(game: GameSource, moves: number, me: number): Promise<LocalGame | undefined> {
    if (game.online === undefined) return LocalGame.branch(game.id, indexAfter(game.history, moves), me);
    const { branchRecord } = await import('../game/records');
    return branchRecord(await game.record!(), moves, game.players, me);
}
