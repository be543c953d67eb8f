// Asks axe-core what is wrong with the page for people who use it in other ways.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious findings, one line each. */
export async function seriousFindings(page) {
    await page.evaluate(source);
    const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
    return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));
}
