// Variations as comments of a record; docs/records.md defines them. The moves of a variation are lines of a record, so the
// module that reads and writes records also reads and writes them: as the record of the line.
import { BadRecord } from '../engine/errors';
import { Journal } from '../engine/journal';
import * as records from '../engine/records';
import { applyStep } from '../engine/steps';
import { groupSteps, stepsOf, type PlayedMove, type Start } from './line';
import { VARIATIONS_MAX, type SavedVariation, type Variation, type Variations } from './variations';

const HEADING = /^#\s*variation (\d+(?:\.\d+)*) after (\d+)(?::\s*(.*))?$/;
/** A line that wants to be a heading. */
const LIKE_HEADING = /^#\s*variation \d/;
const MOVE = /^\d+\. /;
const CARD = /^(draw|top) /;

/** A damaged variation: its line in the record, and the code of the error. */
export interface BadVariation {
    line: number;
    code: string;
}

/** The compiled modules. */
export interface Modules {
    engine: WebAssembly.Module;
    records: WebAssembly.Module;
}

/** The lines of a record: those before the first move, and those of each move with its cards. */
interface RecordLines {
    head: string[];
    moves: string[][];
}

/** The record of a line in the canonical spelling, without comments and without its result. */
function linesOf(modules: Modules, start: Start, names: readonly string[], moves: readonly PlayedMove[]): RecordLines {
    const { config, order, market, cards } = start;
    const steps = [...cards, ...stepsOf(moves)];
    const setup = { order: [...order], market: [...market] };
    const journal = new Journal(modules.engine, config, { ...setup, told: true });
    for (const step of steps) applyStep(journal, step);
    const text = records.writeRecord(modules.records, { chance: 'told', seed: '', setup, journal, names, steps });
    return splitRecord(text);
}

function splitRecord(text: string): RecordLines {
    const found: RecordLines = { head: [], moves: [] };
    for (const line of text.split('\n')) {
        if (line === '' || line.startsWith('#') || line.startsWith('result:')) continue;
        if (MOVE.test(line)) found.moves.push([line]);
        else if (CARD.test(line) && found.moves.length > 0) found.moves.at(-1)!.push(line);
        else found.head.push(line);
    }
    return found;
}

// ------------------------------------------------------------------------------------------ writing

/** The comments of all variations; '' if there are none. */
export function writeVariations(modules: Modules, variations: Variations, names: readonly string[]): string {
    const blocks = variations.all().map((each) => {
        const { moves } = linesOf(modules, variations.start, names, variations.movesOf(each));
        const body = moves.slice(each.after).flat().map((line) => `#   ${line}\n`);
        return `${headingOf(variations, each)}\n${body.join('')}`;
    });
    return blocks.map((block) => `\n${block}`).join('');
}

function headingOf(variations: Variations, variation: Variation): string {
    const { after, name } = variation;
    return `# variation ${variations.pathOf(variation)} after ${after}${name === '' ? '' : `: ${name}`}`;
}

/** A record without the comments of its variations. */
export function withoutVariations(record: string): string {
    const blocks = blocksOf(record);
    if (blocks.length === 0) return record;
    const gone = new Set(blocks.flatMap(({ line, body }) => [line, ...body.map((each) => each.line)]));
    const kept = record.split('\n').filter((_, at) => !gone.has(at + 1));
    return `${kept.join('\n').trimEnd()}\n`;
}

// ------------------------------------------------------------------------------------------ reading

/** A heading and the comments that directly follow it. Lines count from 1. */
interface Block {
    line: number;
    heading: RegExpExecArray | null;
    body: { line: number; text: string }[];
}

function blocksOf(record: string): Block[] {
    const blocks: Block[] = [];
    let open: Block | undefined;
    record.split('\n').forEach((each, at) => {
        const text = each.trim();
        if (LIKE_HEADING.test(text)) blocks.push((open = { line: at + 1, heading: HEADING.exec(text), body: [] }));
        else if (text.startsWith('#')) open?.body.push({ line: at + 1, text: text.slice(1).trim() });
        else open = undefined;
    });
    return blocks;
}

/** A variation that was read, with all moves of its line. */
interface ReadVariation {
    saved: SavedVariation;
    line: readonly PlayedMove[];
}

const BAD = 'bad-variation';

class Reader {
    readonly #modules: Modules;
    readonly #variations: Variations;
    readonly #names: readonly string[];
    readonly #read = new Map<string, ReadVariation>();
    readonly roots: SavedVariation[] = [];

    constructor(modules: Modules, variations: Variations, names: readonly string[]) {
        this.#modules = modules;
        this.#variations = variations;
        this.#names = names;
    }

    /** Reads a block. Returns what is wrong with it. */
    add({ line, heading, body }: Block): BadVariation | null {
        if (heading === null || body.length === 0) return { line, code: BAD };
        const [, path = '', after = '', name = ''] = heading;
        const parentPath = path.split('.').slice(0, -1).join('.');
        const parent = this.#read.get(parentPath);
        if ((parentPath !== '' && parent === undefined) || this.#read.has(path)) return { line, code: BAD };
        if (this.#read.size >= VARIATIONS_MAX) return { line, code: 'too-many-variations' };
        const before = parent?.line ?? this.#variations.game;
        const first = parent === undefined ? 0 : parent.saved.after + 1;
        const saved: SavedVariation = { after: Number(after), name, moves: [], children: [] };
        if (saved.after < first || saved.after > before.length) return { line, code: BAD };
        const bad = this.#readMoves(saved, before.slice(0, saved.after), body);
        if (bad !== null) return bad;
        (parent?.saved.children ?? this.roots).push(saved);
        this.#read.set(path, { saved, line: [...before.slice(0, saved.after), ...saved.moves] });
        return null;
    }

    /** Reads the moves of a variation as the end of a record. */
    #readMoves(saved: SavedVariation, before: readonly PlayedMove[], body: Block['body']): BadVariation | null {
        const { head, moves } = linesOf(this.#modules, this.#variations.start, this.#names, before);
        const lines = [...head, ...moves.flat()];
        const text = [...lines, ...body.map((each) => each.text), ''].join('\n');
        try {
            const { steps } = records.readRecord(this.#modules.records, new TextEncoder().encode(text), true);
            saved.moves = groupSteps(steps).moves.slice(saved.after);
            return saved.moves.length > 0 ? null : { line: body[0]!.line, code: BAD };
        } catch (error) {
            if (!(error instanceof BadRecord)) throw error;
            return { line: (body[error.line - lines.length - 1] ?? body.at(-1)!).line, code: error.code };
        }
    }
}

/** The variations of a record, and what is wrong with those that cannot be read. */
export function readVariations(modules: Modules, record: string, variations: Variations, names: readonly string[]): { saved: SavedVariation[]; bad: BadVariation[] } {
    const reader = new Reader(modules, variations, names);
    const bad = blocksOf(record).flatMap((block) => reader.add(block) ?? []);
    return { saved: reader.roots, bad };
}
