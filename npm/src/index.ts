// The package elektro: rules, bots and records of the board game Power Grid as WebAssembly.
import { allPlants, boards } from '../../web/src/engine/facts';
import { loadJudge } from '../../web/src/engine/judge';
import { EngineModule } from '../../web/src/engine/module';
import { once } from '../../web/src/engine/once';
import { readRecord } from '../../web/src/engine/records';
import { read } from '#host';
import type { Elektro, Game, GameOptions, Modules } from './api';
import { text } from './checks';
import { JournalGame, type Compiled } from './game';
import { startOf } from './options';

export type * from './api';
export type * from '../../web/src/engine/types';
export { BadRecord, RefusedMove, RefusedTable } from '../../web/src/engine/errors';
export { moveA, moveB, moveOf, moveType } from '../../web/src/engine/moves';
export { words } from '../../web/src/generated/words';

declare const ELEKTRO_VERSION: string;

class Package implements Elektro {
    readonly version = ELEKTRO_VERSION;
    readonly boards = boards;
    readonly plants = allPlants;
    readonly rulesVersion: number;
    readonly #compiled: Compiled;

    constructor(compiled: Compiled) {
        const module = new EngineModule(compiled.engine);
        module.checkWords();
        this.#compiled = compiled;
        this.rulesVersion = module.number('limit', 'RULES_VERSION');
    }

    async loadWeights(bytes?: Uint8Array): Promise<void> {
        const weights = bytes ?? (await learned());
        loadJudge(new EngineModule(this.#compiled.engine), weights);
        this.#compiled.weights = weights;
    }

    newGame(options: GameOptions = {}): Game {
        return new JournalGame(this.#compiled, startOf(options), (options.zone ?? 'random') === 'random');
    }

    readRecord(record: string | Uint8Array): Game {
        const bytes = record instanceof Uint8Array ? record : new TextEncoder().encode(text(record, 'record'));
        return new JournalGame(this.#compiled, readRecord(this.#compiled.records, bytes));
    }

    signature(): string {
        const number = new EngineModule(this.#compiled.engine).call('bn_signature') as unknown as bigint;
        return BigInt.asUintN(64, number).toString(16).padStart(16, '0');
    }
}

function bytesOf(file: ArrayBuffer | ArrayBufferView): Uint8Array {
    return ArrayBuffer.isView(file) ? new Uint8Array(file.buffer, file.byteOffset, file.byteLength) : new Uint8Array(file);
}

async function compile({ engine, records }: Modules): Promise<Elektro> {
    const [compiledEngine, compiledRecords] = await Promise.all([WebAssembly.compile(engine as BufferSource), WebAssembly.compile(records as BufferSource)]);
    return new Package({ engine: compiledEngine, records: compiledRecords });
}

// Bundlers find the files by these expressions and take them along.
const files = once(async () => {
    const [engine, records] = await Promise.all([
        read(new URL('./elektro.wasm', import.meta.url)),
        read(new URL('./records.wasm', import.meta.url)),
    ]);
    return compile({ engine, records });
});

const learned = once(async () => bytesOf(await read(new URL('./judge.bin', import.meta.url))));

/** Loads and compiles the WebAssembly modules, once; or those that the caller has read. */
export function load(modules?: Modules): Promise<Elektro> {
    return modules === undefined ? files() : compile(modules);
}
