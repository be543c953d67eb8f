// Bots run here, off the page's thread. They get views and events, never the state. Other instances analyse a game or weigh a turn.
import { engine, recordsModule, weights } from '../engine/load';
import type { AnalysisRequest } from './analysis-protocol';
import { analyse } from './analysis-run';
import { Brains, searches } from './brains';
import type { Answer, Request } from './protocol';
import { weigh, type WeighAnswer, type WeighRequest } from './weigh';

const brains = engine().then((compiled) => new Brains(compiled));
const answer = (message: Answer) => postMessage(message);

/** Gives searching bots their judge. Without it, offline or if its file is damaged, they still play, but not as well. */
let judged: Promise<void> | undefined;
function judge(sitting: Brains): Promise<void> {
    return (judged ??= weights()
        .then((bytes) => sitting.setWeights(bytes))
        .catch((error: unknown) => console.warn('Bots play without what they have learned:', error)));
}

function answerTo(brains: Brains, request: Extract<Request, { id: number }>): Answer {
    const { type, id, seat, view } = request;
    if (type === 'move') return { type: 'move', id, move: brains.move(seat, view) };
    return { type: 'advice', id, advice: brains.advise(seat, view, request.seen) };
}

async function handle(request: Request): Promise<void> {
    const sitting = await brains;
    if (request.type === 'sit') {
        sitting.sit(request.config, request.bots);
        if (request.bots.some(({ level }) => searches(level))) await judge(sitting);
    } else if (request.type === 'see') {
        sitting.see(request.events);
    } else {
        if (request.type === 'advise') await judge(sitting);
        answer(answerTo(sitting, request));
    }
}

/** Weighs a turn, and nothing else. */
async function weighTurn(request: WeighRequest): Promise<WeighAnswer> {
    try {
        return { type: 'weighed', ...weigh(await engine(), await weights(), request) };
    } catch (error) {
        return { type: 'failed', message: String(error) };
    }
}

// Requests run one after another: a bot must have seen all events before it moves.
let last: Promise<void> = Promise.resolve();

const parts = { engine, records: recordsModule, weights, now: () => performance.now() };

onmessage = ({ data }: MessageEvent<Request | AnalysisRequest | WeighRequest>) => {
    if (data.type === 'analyse') return void analyse(data, parts, (message) => postMessage(message));
    if (data.type === 'weigh') return void weighTurn(data).then((message) => postMessage(message));
    last = last
        .then(() => handle(data))
        .catch((error: unknown) => answer({ type: 'failed', message: String(error) }));
};
