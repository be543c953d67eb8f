// Widths of text in a WOFF font, read from its own tables, so that a layout made here holds in the
// browser. Only what is needed is read: head (units), hhea + hmtx (widths), cmap format 4.

import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

function tablesOf(file) {
    const woff = readFileSync(file);
    if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error(`${file}: not a WOFF font`);
    const tables = {};
    for (let i = 0, at = 44; i < woff.readUInt16BE(12); i++, at += 20) {
        const start = woff.readUInt32BE(at + 4);
        const packed = woff.subarray(start, start + woff.readUInt32BE(at + 8));
        const whole = packed.length === woff.readUInt32BE(at + 12) ? packed : inflateSync(packed);
        tables[woff.toString('latin1', at, at + 4)] = whole;
    }
    return tables;
}

function glyphOf(cmap, code) {
    for (let i = 0; i < cmap.readUInt16BE(2); i++) {
        const at = cmap.readUInt32BE(4 + i * 8 + 4);
        if (cmap.readUInt16BE(at) === 4) return glyphInFormat4(cmap.subarray(at), code);
    }
    return 0;
}

function glyphInFormat4(table, code) {
    const double = table.readUInt16BE(6);
    for (let i = 0; i < double; i += 2) {
        if (table.readUInt16BE(14 + i) < code) continue;
        const first = table.readUInt16BE(16 + double + i);
        if (first > code) return 0;
        const delta = table.readUInt16BE(16 + 2 * double + i);
        const offset = 16 + 3 * double + i;
        const jump = table.readUInt16BE(offset);
        if (jump === 0) return (code + delta) & 0xffff;
        const glyph = table.readUInt16BE(offset + jump + 2 * (code - first));
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
}

/** A function (text, size) → width, from the subsets of one face; a character none has is an error. */
export function textWidth(files) {
    const faces = files.map(tablesOf);
    const advance = (code) => {
        for (const face of faces) {
            const glyph = glyphOf(face.cmap, code);
            if (glyph === 0) continue;
            const last = face.hhea.readUInt16BE(34) - 1;
            return face.hmtx.readUInt16BE(4 * Math.min(glyph, last)) / face.head.readUInt16BE(18);
        }
        throw new Error(`no glyph for U+${code.toString(16)}`);
    };
    return (text, size) =>
        [...text].reduce((sum, char) => sum + advance(char.codePointAt(0)), 0) * size;
}
