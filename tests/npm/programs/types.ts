// Type-checked only: the package's types as a strict program meets them, without the types of a browser or of Node.
import { BadRecord, load, moveType, RefusedMove, words, type Bot, type EventType, type Game, type GameEvent, type GameView, type Level, type Move } from 'elektro';

function paid(events: readonly GameEvent[]): number {
    let sum = 0;
    // The type of an event says which fields it has.
    for (const event of events) if (event.type === 'plant-bought') sum += event.price;
    return sum;
}

export async function play(level: Level): Promise<[GameView, number]> {
    const elektro = await load();
    const game: Game = elektro.newGame({ edition: 'classic', board: 'germany', players: 3, options: [...words.option.slice(0, 0)] });
    const bots: Bot[] = [0, 1, 2].map((seat) => game.bot(seat, level));
    let sum = 0;
    try {
        for (let seat = game.toMove; seat !== null; seat = game.toMove) {
            const move: Move | undefined = bots[seat]?.move();
            if (move !== undefined && moveType(move) !== 'none') sum += paid(game.play(move));
        }
    } catch (error) {
        if (error instanceof RefusedMove) throw new Error(error.code);
        if (error instanceof BadRecord) throw new Error(`${error.line}:${error.column}`);
    }
    return [game.view(null), sum];
}

export async function wrong(): Promise<void> {
    const game = (await load()).newGame();
    // @ts-expect-error there is no such level
    game.bot(0, 'genius');
    // @ts-expect-error there is no such edition
    (await load()).newGame({ edition: 'third' });
    // @ts-expect-error a spectator is null, not left out
    game.view();
    // @ts-expect-error money can be hidden
    const money: number = game.view(0).seats[1]!.money;
    // @ts-expect-error there is no such event
    const event: EventType = 'earthquake';
    void [money, event];
}
