// Fetches and compiles the modules, each once per page or worker, and fetches the weights of the bots' judge.
import engineAddress from '../generated/elektro.wasm?url';
import weightsAddress from '$data/weights/judge.bin?url';
import recordsAddress from '../generated/records.wasm?url';
import { EngineModule } from './module';
import { once } from './once';

async function bytesOf(address: string): Promise<ArrayBuffer> {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} could not be fetched: ${answer.status}`);
    return answer.arrayBuffer();
}

async function compile(address: string): Promise<WebAssembly.Module> {
    return WebAssembly.compile(await bytesOf(address));
}

async function compileEngine(): Promise<WebAssembly.Module> {
    const module = await compile(engineAddress);
    new EngineModule(module).checkWords();
    return module;
}

/** elektro.wasm: rules and bots. */
export const engine = once(compileEngine);

/** records.wasm: notation of moves, records, verification of shuffles. */
export const recordsModule = once(() => compile(recordsAddress));

/** The weights of the judge, for bots that search. */
export const weights = once(async () => new Uint8Array(await bytesOf(weightsAddress)));
