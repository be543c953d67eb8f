// Loads elektro.wasm and reads structs by the layout the module itself describes.
import { readFileSync } from 'node:fs';

const READERS = {
    1: (data, at) => data.getUint8(at),
    2: (data, at) => data.getUint16(at, true),
    4: (data, at) => data.getInt32(at, true),
    8: (data, at) => data.getBigUint64(at, true),
};
const WRITERS = {
    1: (data, at, value) => data.setUint8(at, value),
    2: (data, at, value) => data.setUint16(at, value, true),
    4: (data, at, value) => data.setInt32(at, value, true),
    8: (data, at, value) => data.setBigUint64(at, value, true),
};

export class Elektro {
    constructor(path) {
        this.bytes = readFileSync(path);
        this.module = new WebAssembly.Module(this.bytes);
        this.ek = new WebAssembly.Instance(this.module, {}).exports;
        this.layout = this.#readLayout();
        this.words = this.#readWords();
    }

    /** The memory as it is now; growing it makes older views useless. */
    get data() {
        return new DataView(this.ek.memory.buffer);
    }

    text(address) {
        const bytes = new Uint8Array(this.ek.memory.buffer);
        return new TextDecoder().decode(bytes.subarray(address, bytes.indexOf(0, address)));
    }

    take(type, count = 1) {
        return this.ek.ek_wasm_take(this.layout[type].size * count);
    }

    /** One field of the struct at address; an element of it if the field is a list of numbers. */
    get(type, field, address, index = 0) {
        const { offset, size } = this.layout[type].fields[field];
        return READERS[size](this.data, address + offset + size * index);
    }

    set(type, field, address, value, index = 0) {
        const { offset, size } = this.layout[type].fields[field];
        WRITERS[size](this.data, address + offset + size * index, value);
    }

    bytesOf(type, address) {
        return Buffer.from(this.ek.memory.buffer.slice(address, address + this.layout[type].size));
    }

    /** The word of a number in one of the engine's lists: word('reason', 0) is 'ok'. */
    word(list, number) {
        return Object.keys(this.words[list]).find((word) => this.words[list][word] === number);
    }

    *#rows(address, columns) {
        for (; this.data.getUint32(address, true) !== 0; address += 4 * columns) {
            yield Array.from({ length: columns }, (_, i) => this.data.getUint32(address + 4 * i, true));
        }
    }

    #readLayout() {
        const layout = {};
        for (const [type, field, offset, size, count] of this.#rows(this.ek.ek_wasm_layout(), 5)) {
            const struct = (layout[this.text(type)] ??= { size: 0, fields: {} });
            if (this.text(field) === '') struct.size = size;
            else struct.fields[this.text(field)] = { offset, size, count };
        }
        return layout;
    }

    #readWords() {
        const words = {};
        for (const [list, word, number] of this.#rows(this.ek.ek_wasm_words(), 3)) {
            (words[this.text(list)] ??= {})[this.text(word)] = number;
        }
        return words;
    }
}
