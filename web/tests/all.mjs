// Runs the tests of the browser client, several files at a time, and prints the cases of all of them as they end, in the
// Test Anything Protocol; then the ten that took longest.
//
//     all.mjs FOLDER ELEKTRO [--without-browser] [--jobs N] [NAME …]      the built page, the program; which files
//
// Each file is a program of its own (node web/tests/NAME.mjs FOLDER ELEKTRO), with its own Chromium, server and ports.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { chromium, node } = JSON.parse(readFileSync(new URL('files.json', import.meta.url), 'utf8'));
/** Minutes that a file may take, however busy the machine is. */
const MINUTES = 20;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'without-browser': { type: 'boolean', default: false }, jobs: { type: 'string' } },
});
const [folder, program, ...names] = positionals;
const known = values['without-browser'] ? Object.keys(node) : [...chromium, ...Object.keys(node)];
const strange = names.filter((name) => !known.includes(name));
if (program === undefined || strange.length > 0) {
    console.error(strange.length > 0 ? `There are no tests '${strange.join(' ')}'; there are: ${known.join(' ')}` : 'usage: all.mjs FOLDER ELEKTRO [NAME …]');
    process.exit(2);
}
const waiting = names.length > 0 ? names : [...known];
const jobs = Number(values.jobs ?? availableParallelism?.() ?? cpus().length);

/** What a file is called with. */
const argumentsOf = (name) => node[name]?.map((path) => join(ROOT, path)) ?? [folder, program];

const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
        for (const child of children) child.kill();
        process.exit(1);
    });
}

const cases = [];
let failures = 0;

/** Prints a case once all that its file says about it is there. */
function report(file, { good, name, seconds, lines }) {
    cases.push({ file, name, seconds });
    if (!good) failures++;
    console.log(`${good ? 'ok' : 'not ok'} ${cases.length} - ${file}: ${name} # ${seconds.toFixed(1)} s`);
    if (!good) for (const line of lines) console.log(`# ${line}`);
}

/** Reads what node's runner prints: a line for each case, and indented below it how long it took and what went wrong. */
class Reader {
    #case = null;
    #seen = 0;
    #file;
    plan = null;

    constructor(file) {
        this.#file = file;
    }

    take(line) {
        const [, no, name] = /^(not )?ok \d+ - (.*)$/.exec(line) ?? [];
        if (name !== undefined) {
            this.end();
            this.#seen++;
            this.#case = { good: no === undefined, name: name.replaceAll('\\#', '#'), seconds: 0, lines: [] };
        } else if (this.#case !== null && line.startsWith('  ')) {
            const [, milliseconds] = /^  duration_ms: ([\d.]+)/.exec(line) ?? [];
            if (milliseconds !== undefined) this.#case.seconds = Number(milliseconds) / 1000;
            else this.#case.lines.push(line.slice(2));
            if (line === '  ...') this.end();
        } else this.plan = /^1\.\.(\d+)$/.exec(line)?.[1] ?? this.plan;
    }

    end() {
        if (this.#case !== null) report(this.#file, this.#case);
        this.#case = null;
    }

    get whole() {
        return Number(this.plan) === this.#seen && this.#seen > 0;
    }
}

function runFile(file) {
    const before = { failures, start: performance.now() };
    const script = fileURLToPath(new URL(`${file}.mjs`, import.meta.url));
    const child = spawn(process.execPath, ['--test-reporter=tap', script, ...argumentsOf(file)], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, ELEKTRO_RUN_SECONDS: String(MINUTES * 60 - 30) },
    });
    children.add(child);
    const late = setTimeout(() => child.kill('SIGKILL'), MINUTES * 60000);
    const reader = new Reader(file);
    createInterface({ input: child.stdout }).on('line', (line) => reader.take(line));
    return new Promise((resolve) => {
        child.on('close', (status, signal) => {
            clearTimeout(late);
            children.delete(child);
            reader.end();
            const wrong = (status !== 0 && failures === before.failures) || !reader.whole;
            const seconds = (performance.now() - before.start) / 1000;
            if (wrong) report(file, { good: false, name: 'broke off', seconds, lines: [`exit status ${status ?? signal}`] });
            resolve();
        });
    });
}

async function work() {
    while (waiting.length > 0) await runFile(waiting.shift());
}

const start = performance.now();
console.log('TAP version 13');
await Promise.all(Array.from({ length: jobs }, work));
console.log(`1..${cases.length}`);
for (const { seconds, file, name } of cases.sort((a, b) => b.seconds - a.seconds).slice(0, 10)) console.log(`# ${seconds.toFixed(1).padStart(6)} s  ${file}: ${name}`);
console.log(`# ${cases.length} cases, ${failures} failed, ${((performance.now() - start) / 1000).toFixed(0)} s, ${jobs} files at a time`);
process.exitCode = failures > 0 || cases.length === 0 ? 1 : 0;
