// A whole turn in few words: "3 coal, 2 oil", "Köln, Essen", "Bid 7".
import { moveA, moveB, moveType } from '../engine/moves';
import { FUELS, type Board, type GameEvent, type Move } from '../engine/types';
import { t } from './text.svelte';

function fuelText(turn: readonly Move[]): string {
    const counts = FUELS.map((_, fuel) => turn.filter((move) => moveType(move) === 'buy' && moveA(move) === fuel).reduce((sum, move) => sum + moveB(move), 0));
    const bought = FUELS.flatMap((fuel, index) => (counts[index]! > 0 ? [`${counts[index]} ${t(`of.${fuel}`)}`] : []));
    return bought.length > 0 ? bought.join(', ') : t('buy.done-nothing');
}

function citiesText(turn: readonly Move[], board: Board): string {
    const cities = turn.filter((move) => moveType(move) === 'connect').map((move) => board.cities[moveA(move)]?.name ?? '');
    return cities.length > 0 ? cities.join(', ') : t('build.done-nothing');
}

function powerText(events: readonly GameEvent[]): string {
    const plants = events.flatMap((event) => (event.type === 'plant-run' ? [event.plant] : []));
    return plants.length > 0 ? t('puzzle.runs', { plants: plants.join(', ') }) : t('puzzle.runs-nothing');
}

/** A turn of a decision; events are those of its moves. */
export function turnText(decision: string, turn: readonly Move[], events: readonly GameEvent[], board: Board): string {
    const first = turn[0]!;
    if (decision === 'buy') return fuelText(turn);
    if (decision === 'build') return citiesText(turn, board);
    if (decision === 'power') return powerText(events);
    if (decision === 'scrap') return t('scrap.do', { plant: moveA(first) });
    if (moveType(first) === 'pass') return t(decision === 'nominate' ? 'nominate.pass' : 'bid.pass');
    return decision === 'nominate' ? t('nominate.do', { plant: moveA(first), bid: moveB(first) }) : t('bid.do', { bid: moveB(first) });
}
