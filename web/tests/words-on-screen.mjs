// The text on the screen, compared with the catalogs of its language: nothing in English, nothing cut off.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('..', import.meta.url));
export const read = (path) => JSON.parse(readFileSync(join(WEB, path), 'utf8'));
export const LANGUAGES = ['de', 'sr', 'pt-BR', 'fi', 'cs', 'ru'];
export const SIZES = [{ width: 1280, height: 720 }, { width: 360, height: 640 }];
const glossary = read('../data/glossary.json');

const SUBJECTS = readdirSync(join(WEB, 'messages'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** All messages of a language, without their placeholders. */
function sayings(language) {
    const paths = ['messages', ...SUBJECTS.map((subject) => `messages/${subject}`), '../data/messages', 'rules'];
    const catalogs = paths.map((path) => read(`${path}/${language}.json`));
    const terms = Object.values(glossary).map((words) => words[language]);
    return new Set([...catalogs.flatMap((catalog) => Object.values(catalog)), ...terms].filter((text) => !text.includes('{')));
}
const english = sayings('en');
// The name of the program.
english.delete('Elektro');

/** All words on the screen, with those only spoken. Runs in the page. */
function wordsOnScreen() {
    const words = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode;
        if (!parentElement.closest('script, style')) words.push(data.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
        for (const name of ['aria-label', 'title', 'placeholder']) words.push(element.getAttribute(name)?.trim() ?? '');
    }
    return [...new Set(words)].filter((text) => /\p{L}{2}/u.test(text));
}

/** Words that are cut off by a box around them. Runs in the page. */
function wordsCutOff() {
    const cut = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        if (!/\S/.test(text.data) || text.parentElement.closest('svg, option, .visually-hidden')) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, width } = range.getBoundingClientRect();
        for (let box = text.parentElement; box !== null && width > 0; box = box.parentElement) {
            if (box !== document.body && getComputedStyle(box).overflowX === 'visible') continue;
            const edge = box.getBoundingClientRect();
            if (right > edge.right + 2 || left < edge.left - 2) cut.push(`${box.className}: ${text.data.trim()}`);
            break;
        }
    }
    return cut;
}

export async function look(page, language, where) {
    const own = sayings(language);
    const foreign = (await page.evaluate(wordsOnScreen)).filter((text) => english.has(text) && !own.has(text));
    assert.deepEqual(foreign, [], `${where} in ${language}`);
    assert.deepEqual(await page.evaluate(wordsCutOff), [], `${where} in ${language}`);
}
