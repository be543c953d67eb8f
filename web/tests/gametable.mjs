// Games of the page's own sources in Node, for the tests of the session layer.
//
// Only this file and GameSource (src/game/source.ts) know how the tests get their games.
import { fileURLToPath } from 'node:url';
import { letBotsThink, pageless } from './pageless.mjs';
import { sources } from './sources.mjs';

const wasm = process.argv[2] ?? process.env.ELEKTRO_WASM ?? fileURLToPath(new URL('../../build/web-engine/wasm', import.meta.url));

export const surroundings = pageless({ wasm });
export const page = await sources(
    'bots/analysis-run', 'bots/brains', 'engine/errors', 'engine/journal', 'engine/load', 'engine/moves', 'engine/notation', 'engine/position', 'engine/table', 'engine/facts', 'game/advice.svelte', 'game/chapters', 'game/draft', 'game/explored.svelte', 'game/first-games', 'game/lessons', 'game/local', 'game/network', 'game/script', 'rules/outline',
    'screens/open', 'screens/table/orders/costs', 'game/records', 'game/positions', 'game/review.svelte', 'game/session.svelte', 'game/settings.svelte', 'game/statistics', 'game/store', 'game/variation-text', 'game/variations', 'net/analysis', 'net/online.svelte', 'net/players', 'net/me.svelte', 'net/order-list', 'net/wire.svelte',
);
letBotsThink(page);
export const compiled = await page.engine();

export const GERMANY = { board: 'germany-recharged', edition: 'recharged', players: 3, options: [], zone: [0, 1, 2] };
export const CLASSIC = { board: 'germany', edition: 'classic', players: 3, options: [], zone: [0, 1, 2] };

/** People in the first seats, bots in the others. */
export function people(count, players = 3) {
    return Array.from({ length: players }, (_, seat) => ({ name: `Player ${seat + 1}`, colour: seat, ...(seat < count ? {} : { bot: 'easy' }) }));
}

/** An engine table made from a seat's view, to query the engine about the game. */
export function seen(game, seat = null, index = undefined) {
    const table = new page.Table(compiled, game.config);
    table.setBytes(game.view(seat, index));
    return table;
}

/** Waits for the next change of the game. */
const news = (game) => new Promise((resolve) => {
    const stop = game.subscribe(() => {
        stop();
        resolve();
    });
});

/** Waits until a person is to move or the game is over; returns the seat, or null. */
export async function turn(game) {
    for (;;) {
        const table = seen(game);
        const seat = table.toMove();
        if (table.awaited().length > 0 || table.ended() || seat === null) return null;
        if (game.mine.includes(seat)) return seat;
        await news(game);
    }
}

const WISHES = ['region', 'connect', 'nominate', 'done', 'power', 'pass', 'scrap', 'return'];

/** A move that makes progress: houses before plants, plants before money. */
export function someMove(table) {
    const moves = table.moves();
    return WISHES.map((kind) => moves.find((move) => page.moveType(move) === kind)).find((move) => move !== undefined) ?? moves[0];
}

/** Makes up to this many decisions for the people at this screen; stops when the game is over or waits for a card. */
export async function play(game, decisions, until = () => false) {
    for (let made = 0; made < decisions; made++) {
        const seat = await turn(game);
        if (seat === null || until(seen(game, seat), seat)) return;
        const reason = await game.submit([someMove(seen(game, seat))]);
        if (reason !== 'ok') throw new Error(`refused: ${reason}`);
    }
    await turn(game);
}

/** The comparable part of a history. */
export const told = (game) => game.history.map(({ index, seat, move, events }) => ({ index, seat, move, events }));
