// The cases of a test file, run by node's own test runner: one after another, each with a time limit, all of them
// together with one. To run some of them: node --test-name-pattern='words of the name' FILE …
import { test as nodeTest } from 'node:test';

const CASE_SECONDS = 1200;
const RUN_SECONDS = Number(process.env.ELEKTRO_RUN_SECONDS ?? 4800);

/** How long a test waits for one thing, in milliseconds: on a busy machine it takes long. */
export const WAIT = 120000;
const end = performance.now() + RUN_SECONDS * 1000;

/** Waits for a promise with a time limit. */
async function within(milliseconds, name, work) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`${name}: not done after ${Math.round(milliseconds / 1000)} s`)), milliseconds);
    });
    try {
        return await Promise.race([work, late]);
    } finally {
        clearTimeout(timer);
    }
}

/** Waits until a condition holds. */
export async function eventually(holds) {
    for (const late = performance.now() + WAIT; !(await holds()); ) {
        if (performance.now() > late) throw new Error(`never: ${holds}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

/** Adds a case. Around lets a file do things before and after each of its cases: around(run) calls run(), which
 *  settles when the case does, also when it is out of time. */
export function test(name, check, { seconds = CASE_SECONDS, around = (run) => run() } = {}) {
    nodeTest(name, () => around(() => {
        const left = Math.min(seconds * 1000, end - performance.now());
        if (left <= 0) throw new Error(`the time for this file, ${RUN_SECONDS} s, was up before this case began`);
        return within(left, name, Promise.resolve().then(check));
    }));
}
