// Runs test functions and reports them in the Test Anything Protocol.
import assert from 'node:assert/strict';

/** Runs [name, function] pairs in order; a case fails when its function throws. */
export function run(cases) {
    console.log(`1..${cases.length}`);
    cases.forEach(([name, check], index) => {
        try {
            check(assert);
            console.log(`ok ${index + 1} - ${name}`);
        } catch (error) {
            process.exitCode = 1;
            console.log(`not ok ${index + 1} - ${name}`);
            console.log(String(error.stack).replace(/^/gm, '# '));
        }
    });
}
