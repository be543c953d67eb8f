// Bots run here, off the page's thread. They get views and events, never the state.
import { engine } from '../engine/load';
import type { Move } from '../engine/types';
import { Brains } from './brains';
import type { Answer, Request } from './protocol';

const brains = engine().then((compiled) => new Brains(compiled));
const answer = (message: Answer) => postMessage(message);

function moveFor(brains: Brains, request: Extract<Request, { id: number }>): Move {
    const { type, seat, view } = request;
    return type === 'move' ? brains.move(seat, view) : brains.advise(seat, view, request.seen);
}

async function handle(request: Request): Promise<void> {
    const sitting = await brains;
    if (request.type === 'sit') sitting.sit(request.config, request.bots);
    else if (request.type === 'see') sitting.see(request.events);
    else answer({ type: 'move', id: request.id, move: moveFor(sitting, request) });
}

// Requests run one after another: a bot must have seen all events before it moves.
let last: Promise<void> = Promise.resolve();

onmessage = ({ data }: MessageEvent<Request>) => {
    last = last
        .then(() => handle(data))
        .catch((error: unknown) => answer({ type: 'failed', message: String(error) }));
};
