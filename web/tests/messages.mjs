// Every language says everything: the catalogs and the rules have the same keys and arguments as the
// English ones, every plural has the forms its language needs, nothing was left in English, and no
// words are written into the sources.
//
//     messages.mjs [LANGUAGE ...]     default: every language there is
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { test } from './cases.mjs';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const DATA = join(WEB, '../data');
const ALL = ['en', 'de', 'sr', 'pt-BR', 'fi', 'cs', 'ru'];
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The catalogs of each language: the engine's sentences, the page's own, those of pages about one subject, the rules. */
const SUBJECTS = readdirSync(join(WEB, 'messages'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const CATALOGS = {
    sentences: join(DATA, 'messages'), page: join(WEB, 'messages'), rules: join(WEB, 'rules'),
    ...Object.fromEntries(SUBJECTS.map((subject) => [subject, join(WEB, 'messages', subject)])),
};
const PAGES = ['page', ...SUBJECTS];
const catalog = (name, language) => read(join(CATALOGS[name], `${language}.json`));
const glossary = read(join(DATA, 'glossary.json'));
const given = process.argv.slice(2);
const languages = given.length > 0 ? given : ALL;

/** Keys whose words are the same in a language as in English, because the language has the same word. */
const SAME = new Set([
    'money', 'edition.recharged', 'new.bot', 'event.phase-begins', 'level.normal', 'settings.pace.normal', 'build.sum',
    'start.lobby', 'region.emilia', 'region.slovakia', 'chat.title', 'plan.title', 'notices.channel.push', 'notices.channel.webhook', 'notices.code',
]);

// ------------------------------------------------------------------------------ messages

function parsed(message, language) {
    const locale = language === 'sr' ? 'sr-Latn' : language;
    return new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).getAst();
}

/** Every part of a message, those inside of plurals too. */
function* partsOf(parts) {
    for (const part of parts) {
        yield part;
        for (const option of Object.values(part.options ?? {})) yield* partsOf(option.value);
    }
}

const LITERAL = 0;
const PLURAL = 6;

function argumentsOf(message, language) {
    const names = [...partsOf(parsed(message, language))]
        .filter((part) => part.type !== LITERAL && typeof part.value === 'string')
        .map((part) => part.value);
    return [...new Set(names)].sort();
}

/** The numbers that are written into a message. */
function numbersIn(message, language) {
    const texts = [...partsOf(parsed(message, language))].filter((part) => part.type === LITERAL).map((part) => part.value);
    return [...new Set(texts.join(' ').match(/\d+/g))].sort();
}

/** The plural forms whole numbers take in a language; every message must have 'other' too. */
function formsOf(language) {
    const rules = new Intl.PluralRules(language);
    const numbers = Array.from({ length: 1000 }, (_, number) => number);
    return new Set(['other', ...numbers.map((number) => rules.select(number))]);
}

function missingForms(message, language) {
    const wanted = [...formsOf(language)];
    return [...partsOf(parsed(message, language))]
        .filter((part) => part.type === PLURAL)
        .flatMap((part) => wanted.filter((form) => part.options[form] === undefined).map((form) => `${part.value}: ${form}`));
}

const hasWords = (message) => /\p{L}{2}/u.test(message.replace(/\{[^{}]*\}/g, ''));

// ------------------------------------------------------------------------------ sources

function* sources(folder, ending) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !['generated', 'gallery'].includes(entry.name)) yield* sources(path, ending);
        else if (ending.test(entry.name)) yield path;
    }
}

/** The sources with texts: those of the page, and the service worker, which shows notices. */
const texts = [...sources(join(WEB, 'src'), /\.(ts|svelte)$/), join(WEB, 'tools/service-worker.js')].map((path) => readFileSync(path, 'utf8'));

/** Keys as they are written in the sources; a part that is computed becomes a wildcard. */
function keysInUse(caller) {
    const keys = new Set();
    const call = new RegExp(`\\b(?:${caller})\\(\\s*(['\`])((?:(?!\\1).)+)\\1`, 'g');
    for (const text of texts) {
        for (const [, , key] of text.matchAll(call)) keys.add(key.replace(/\$\{[^}]*\}/g, '*'));
    }
    return [...keys].sort();
}

function patternOf(key) {
    return new RegExp(`^${key.replace(/[.]/g, '\\.').replace(/\*/g, '[^.]+')}$`);
}

const sourceText = texts.join();

/** Whether the sources name a key, whole or with a computed part. */
function usedBy(caller) {
    const patterns = keysInUse(caller).map(patternOf);
    return (key) => patterns.some((pattern) => pattern.test(key)) || sourceText.includes(`'${key}'`);
}

/** Why a record or a shuffle can be refused: the codes in the sources that read and check them. */
function refusals() {
    const folder = join(WEB, '../record');
    const files = readdirSync(folder).filter((name) => /^(record_|history|lines|notation|shuffle_check|shuffle_lines).*\.c$/.test(name)).map((name) => join(folder, name));
    const text = files.map((path) => readFileSync(path, 'utf8')).join('\n');
    const codes = [...text.matchAll(/(?:rec_fail\(error|fail_at\([^,]*,[^,]*, error),\s*"([a-z-]+)"/g)].map(([, code]) => code);
    return [...new Set(codes)].filter((code) => !['nothing-to-undo', 'damaged-journal'].includes(code));
}

/** The keys of all passages the outline of the rules puts in order. */
async function passages() {
    const source = readFileSync(join(WEB, 'src/rules/outline.ts'), 'utf8');
    const { outputText } = ts.transpileModule(source, { compilerOptions: { module: 'esnext', target: 'es2022' } });
    const { chapters } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
    return chapters.flatMap(({ id, parts }) => [`${id}.title`, ...parts.map((part) => part.key)]);
}

/** Attributes whose value is read by people. */
const SPOKEN = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label']);

/** The name of the game is the same everywhere. */
const NAMES = /\bElektro\b/gi;

/** Words that stand in a component's markup itself, where they can be in one language only. */
function wordsIn(path) {
    const found = [];
    const note = (text, node) => {
        if (!/\p{L}{2}/u.test(text.replace(NAMES, ''))) return;
        const line = source.slice(0, node.start).split('\n').length;
        found.push(`${relative(WEB, path)}:${line}: ${text.trim()}`);
    };
    const visit = (node, spoken) => {
        if (Array.isArray(node)) return node.forEach((each) => visit(each, spoken));
        if (node === null || typeof node !== 'object') return;
        if (node.type === 'Text' && spoken) note(node.data, node);
        if (node.type === 'StyleDirective') return;
        if (node.type === 'Attribute') return visit(node.value, SPOKEN.has(node.name));
        for (const [name, child] of Object.entries(node)) {
            if (!['metadata', 'css', 'instance', 'module', 'expression'].includes(name)) visit(child, spoken);
        }
    };
    const source = readFileSync(path, 'utf8');
    visit(parse(source, { modern: true, filename: path }).fragment, true);
    return found;
}

// ------------------------------------------------------------------------------ tests

const english = Object.fromEntries(Object.keys(CATALOGS).map((name) => [name, catalog(name, 'en')]));
const pages = Object.assign({}, ...PAGES.map((name) => english[name]));
const spoken = { ...english.sentences, ...pages };

function complete(name, language) {
    const words = catalog(name, language);
    assert.deepEqual(Object.keys(words).sort(), Object.keys(english[name]).sort());
    for (const [key, message] of Object.entries(words)) {
        assert.notEqual(message.trim(), '', key);
        assert.doesNotMatch(message, /!/, `${key} shouts`);
        assert.deepEqual(argumentsOf(message, language), argumentsOf(english[name][key], 'en'), key);
        assert.deepEqual(missingForms(message, language), [], key);
        if (!PAGES.includes(name)) assert.deepEqual(numbersIn(message, language), numbersIn(english[name][key], 'en'), key);
    }
}

/** Messages that read as the English ones do. */
function sameAsEnglish(name, language) {
    const words = catalog(name, language);
    return Object.keys(words).filter((key) => words[key] === english[name][key] && hasWords(words[key]));
}

test('every key in the sources has an English message', () => {
    const keys = keysInUse('t');
    const all = [...Object.keys(spoken), ...Object.keys(glossary).map((term) => `term.${term}`)];
    assert.ok(keys.length > 100);
    assert.deepEqual(keys.filter((key) => !all.some((each) => patternOf(key).test(each))), []);
});
test('no message is in two catalogs of the page', () => {
    const keys = ['sentences', ...PAGES].flatMap((name) => Object.keys(english[name]));
    assert.deepEqual(keys.filter((key, place) => keys.indexOf(key) !== place), []);
});
test('every message of the page is used', () => {
    const used = usedBy('t');
    assert.deepEqual(Object.keys(pages).filter((key) => !used(key)), []);
});
test('every passage of the rules has its place, and every place its passage', async () => {
    const placed = new Set(await passages());
    const used = usedBy('say|words');
    assert.deepEqual(Object.keys(english.rules).filter((key) => !placed.has(key) && !used(key) && !/^now\./.test(key)), []);
    assert.deepEqual([...placed].filter((key) => english.rules[key] === undefined), []);
});
test('every term of the glossary is there in every language', () => {
    for (const [term, words] of Object.entries(glossary)) {
        for (const language of languages) assert.ok(words[language], `${term} in ${language}`);
    }
});
/** The fields of every reason of a header, by its word. */
function reasonsOf(header) {
    const source = readFileSync(join(WEB, '../bots', header), 'utf8').replace(/\/\*[^]*?\*\//g, '');
    const words = [...source.matchAll(/X\((\w+), "([a-z0-9-]+)"\)/g)];
    const fields = [...source.matchAll(/X\((\w+), \d, "(\w+)", \w+\)/g)];
    return words.map(([, name, word]) => ({ word, fields: fields.filter(([, of]) => of === name).map(([, , field]) => field) }));
}

for (const [what, header, family, least] of [['reason for a turn', 'reasons.h', 'why', 30], ['waste', 'waste.h', 'waste', 6]]) {
    test(`every ${what} has a sentence that tells all its fields, and every such sentence a reason`, () => {
        const listed = reasonsOf(header);
        assert.ok(listed.length > least);
        for (const { word, fields } of listed) assert.deepEqual(argumentsOf(english.sentences[`${family}.${word}`] ?? '', 'en'), fields.sort(), word);
        const told = Object.keys(english.sentences).filter((key) => key.startsWith(`${family}.`));
        assert.deepEqual(told.sort(), listed.map(({ word }) => `${family}.${word}`).sort());
    });
}
test('every way a record can be refused has words', () => {
    const codes = refusals();
    assert.ok(codes.length > 30);
    assert.deepEqual(codes.filter((code) => spoken[`record.${code}`] === undefined && spoken[`reason.${code}`] === undefined), []);
});
test('no words are written into the components', () => {
    assert.deepEqual([...sources(join(WEB, 'src'), /\.svelte$/)].flatMap(wordsIn), []);
});
for (const language of languages) {
    for (const name of Object.keys(CATALOGS)) {
        test(`${language}, ${name}: everything is said, with the same arguments and all plurals`, () => complete(name, language));
        if (language === 'en') continue;
        test(`${language}, ${name}: nothing is left in English`, () => {
            assert.deepEqual(sameAsEnglish(name, language).filter((key) => !SAME.has(key)), []);
        });
    }
}
test('the list of words that are the same holds no others', () => {
    const same = Object.keys(CATALOGS).flatMap((name) => languages.flatMap((language) => sameAsEnglish(name, language)));
    assert.deepEqual([...SAME].filter((key) => !same.includes(key)), []);
});
