// An instance of elektro.wasm. The module describes the layout of its structs; this class reads and writes them by it.
import { words as known, type EventType, type FieldType, type Word, type WordList } from '../generated/words';

/** The word lists of a module. Those after the & have no generated type. */
type Lists = { [List in WordList]: Word<List> } & Record<'entry' | 'journal' | 'limit' | 'line' | 'source' | 'zone-choice', string>;

/** The member of ek_event that holds a field, and the type of the field. */
export interface EventField {
    member: 'seat' | 'a' | 'b' | 'n';
    name: string;
    type: FieldType;
}

interface Field {
    offset: number;
    size: number;
    count: number;
}

interface Struct {
    size: number;
    fields: Record<string, Field>;
}

type Exports = Record<string, (...args: (number | bigint)[]) => number> & {
    memory: WebAssembly.Memory;
} & Record<'ek_boards' | 'ek_board_count' | 'bd_boards' | 'bot_style_parameters', WebAssembly.Global>;

/** One instance of the engine. It allocates memory and never frees it, so every table has an instance
 *  of its own. */
export class EngineModule {
    readonly ek: Exports;
    readonly #layout: Record<string, Struct> = {};
    readonly #numbers: Record<string, Record<string, number>> = {};
    readonly #words: Record<string, Record<number, string>> = {};
    readonly #eventFields: Record<string, EventField[]> = {};

    constructor(compiled: WebAssembly.Module) {
        this.ek = new WebAssembly.Instance(compiled, {}).exports as unknown as Exports;
        this.#readLayout();
        this.#readWords();
        if (this.has('ek_wasm_fields')) this.#readFields();
    }

    /** A fresh view of the memory: growing the memory detaches older views. */
    get data(): DataView {
        return new DataView(this.ek.memory.buffer);
    }

    get bytes(): Uint8Array {
        return new Uint8Array(this.ek.memory.buffer);
    }

    allocate(bytes: number): number {
        const address = this.call('ek_wasm_take', bytes);
        if (address === 0) throw new Error('the engine is out of memory');
        return address;
    }

    allocateStruct(type: string, count = 1): number {
        return this.allocate(this.sizeOf(type) * count);
    }

    /** Copies a text to memory, with a terminating zero. */
    allocateText(text: string): number {
        const bytes = new TextEncoder().encode(text);
        const address = this.allocate(bytes.length + 1);
        this.bytes.set(bytes, address);
        this.bytes[address + bytes.length] = 0;
        return address;
    }

    call(name: string, ...args: (number | bigint)[]): number {
        const exported = this.ek[name];
        if (exported === undefined) throw new Error(`the engine exports no ${name}`);
        return exported(...args);
    }

    has(name: string): boolean {
        return name in this.ek;
    }

    sizeOf(type: string): number {
        return this.#struct(type).size;
    }

    /** Address of a field, or of one element of it. */
    at(type: string, field: string, address: number, index = 0): number {
        const { offset, size } = this.field(type, field);
        return address + offset + size * index;
    }

    get(type: string, field: string, address: number, index = 0): number {
        const at = this.at(type, field, address, index);
        switch (this.field(type, field).size) {
            case 1:
                return this.data.getUint8(at);
            case 2:
                return this.data.getUint16(at, true);
            default:
                return this.data.getInt32(at, true);
        }
    }

    /** A field of 64 bits, usually a set. */
    get64(type: string, field: string, address: number, index = 0): bigint {
        return this.data.getBigUint64(this.at(type, field, address, index), true);
    }

    /** The value of a pointer field. */
    pointer(type: string, field: string, address: number): number {
        return this.data.getUint32(this.at(type, field, address), true);
    }

    set(type: string, field: string, address: number, value: number | bigint, index = 0): void {
        const at = this.at(type, field, address, index);
        const { size } = this.field(type, field);
        if (size === 8) this.data.setBigUint64(at, BigInt(value), true);
        else if (size === 4) this.data.setInt32(at, Number(value), true);
        else if (size === 2) this.data.setUint16(at, Number(value), true);
        else this.data.setUint8(at, Number(value));
    }

    list(type: string, field: string, address: number): number[] {
        const { count } = this.field(type, field);
        return Array.from({ length: count }, (_, index) => this.get(type, field, address, index));
    }

    /** The number of a word in one of the engine's lists: number('reason', 'ok') is 0. */
    number<List extends keyof Lists>(list: List, word: Lists[List]): number {
        const number = this.#numbers[list]?.[word];
        if (number === undefined) throw new Error(`the engine has no ${list} '${word}'`);
        return number;
    }

    word<List extends keyof Lists>(list: List, number: number): Lists[List] {
        const word = this.#words[list]?.[number];
        if (word === undefined) throw new Error(`the engine has no ${list} ${number}`);
        return word as Lists[List];
    }

    words<List extends keyof Lists>(list: List): Lists[List][] {
        return Object.keys(this.#numbers[list] ?? {}) as Lists[List][];
    }

    /** The fields of an event of this type. */
    eventFields(event: EventType): readonly EventField[] {
        return this.#eventFields[event] ?? [];
    }

    /** Throws if the module was built with other word lists than the page: the types would be wrong. */
    checkWords(): void {
        for (const [list, expected] of Object.entries(known)) {
            const actual = Object.keys(this.#numbers[list] ?? {});
            if (actual.join() !== expected.join()) throw new Error(`the engine has other words for ${list} than the page`);
        }
    }

    #struct(type: string): Struct {
        const struct = this.#layout[type];
        if (struct === undefined) throw new Error(`the engine has no struct ${type}`);
        return struct;
    }

    /** Offset and size of a field. */
    field(type: string, field: string): Field {
        const found = this.#struct(type).fields[field];
        if (found === undefined) throw new Error(`the engine has no field ${type}.${field}`);
        return found;
    }

    /** The text at an address. */
    text(address: number): string {
        const bytes = this.bytes;
        return new TextDecoder().decode(bytes.slice(address, bytes.indexOf(0, address)));
    }

    *#rows(address: number, columns: number): Generator<number[]> {
        const data = this.data;
        for (; data.getUint32(address, true) !== 0; address += 4 * columns) {
            yield Array.from({ length: columns }, (_, i) => data.getUint32(address + 4 * i, true));
        }
    }

    #readLayout(): void {
        for (const row of this.#rows(this.call('ek_wasm_layout'), 5)) {
            const [type, field, offset, size, count] = row as [number, number, number, number, number];
            const struct = (this.#layout[this.text(type)] ??= { size: 0, fields: {} });
            const name = this.text(field);
            if (name === '') struct.size = size;
            else struct.fields[name] = { offset, size, count };
        }
    }

    #readWords(): void {
        for (const row of this.#rows(this.call('ek_wasm_words'), 3)) {
            const [list, word, number] = row as [number, number, number];
            (this.#numbers[this.text(list)] ??= {})[this.text(word)] = number;
            (this.#words[this.text(list)] ??= {})[number] = this.text(word);
        }
    }

    #readFields(): void {
        for (const row of this.#rows(this.call('ek_wasm_fields'), 4)) {
            const [member, name, event, type] = row as [number, number, number, number];
            (this.#eventFields[this.word('event', event)] ??= []).push({
                member: this.text(member) as EventField['member'],
                name: this.text(name),
                type: this.word('field', type),
            });
        }
    }
}
