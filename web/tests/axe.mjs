// Checks the accessibility of the page with axe-core.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A price on a box or a number on a sign is part of a picture, not the text of a label.
const RULES = { 'label-content-name-mismatch': { enabled: false } };

/** The serious findings, one line each. */
export async function seriousFindings(page) {
    await page.evaluate(source);
    const { violations } = await page.evaluate((options) => axe.run(document, options), { rules: RULES, resultTypes: ['violations'] });
    return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));
}
