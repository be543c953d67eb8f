// The judge of bots that search (bots/judge.h).
import type { EngineModule } from './module';

/** Loads weights into an instance of the engine; returns the address of the judge. Throws if the weights are damaged. */
export function loadJudge(module: EngineModule, weights: Uint8Array): number {
    const [judge, bytes] = [module.allocateStruct('bot_judge'), module.allocate(weights.length)];
    module.bytes.set(weights, bytes);
    const problem = module.call('bot_judge_load', judge, bytes, weights.length);
    if (problem !== 0) throw new Error(module.text(problem));
    return judge;
}
