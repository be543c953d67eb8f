// Fetches and compiles elektro.wasm once for everybody in this page or worker.
import address from '../generated/elektro.wasm?url';
import { EngineModule } from './module';
import { checkMoveWords } from './moves';

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`the engine could not be fetched: ${answer.status}`);
    const module = await WebAssembly.compile(await answer.arrayBuffer());
    checkMoveWords(new EngineModule(module).words('move'));
    return module;
}

export function engine(): Promise<WebAssembly.Module> {
    compiled ??= compile().catch((error: unknown) => {
        compiled = undefined;
        throw error;
    });
    return compiled;
}
