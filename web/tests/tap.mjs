// Runs test functions one after another and reports them in the Test Anything Protocol.
import assert from 'node:assert/strict';

/** Runs [name, function] pairs in order; a case fails when its function throws or rejects. By hand, ONLY=words
 *  in the environment runs the cases with these words in their names. */
export async function run(all) {
    const cases = all.filter(([name]) => name.includes(process.env.ONLY ?? ''));
    console.log(`1..${cases.length}`);
    for (const [index, [name, check]] of cases.entries()) {
        try {
            await check(assert);
            console.log(`ok ${index + 1} - ${name}`);
        } catch (error) {
            process.exitCode = 1;
            console.log(`not ok ${index + 1} - ${name}`);
            console.log(String(error.stack ?? error).replace(/^/gm, '# '));
        }
    }
}
