// Checks the accessibility of the page with axe-core.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { painted } from './browser.mjs';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A price on a box or a number on a sign is part of a picture, not the text of a label.
const RULES = { 'label-content-name-mismatch': { enabled: false } };

/** The serious findings, one line each. */
export async function seriousFindings(page) {
    if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(source);
    const { violations, opacity } = await painted(page, () => page.evaluate(async (options) => {
        const { opacity } = getComputedStyle(document.documentElement);
        return { ...await axe.run(document, options), opacity };
    }, { rules: RULES, resultTypes: ['violations'], preload: false }));
    assert.equal(opacity, '1', 'axe looks only at what is painted');
    return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));
}
