// Fetches and compiles the modules, each once per page or worker.
import engineAddress from '../generated/elektro.wasm?url';
import recordsAddress from '../generated/records.wasm?url';
import { EngineModule } from './module';
import { once } from './once';

async function compile(address: string): Promise<WebAssembly.Module> {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} could not be fetched: ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
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
