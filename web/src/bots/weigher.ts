// The page's end of a worker that weighs one turn. It is another instance of the bots' worker: they need the same files.
import type { WeighAnswer, WeighRequest, Weight } from './weigh';

/** Weighs a turn in a worker. Fails without the weights of the judge. */
export async function weighInWorker(request: WeighRequest): Promise<Weight> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    return new Promise<Weight>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<WeighAnswer>) => (data.type === 'weighed' ? resolve(data) : reject(new Error(data.message)));
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(request);
    }).finally(() => worker.terminate());
}
