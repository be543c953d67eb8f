// Every language says everything: the catalogs have the same keys and arguments as the English one,
// the sources use no key that is not there, and the languages' messages can be read.
//
//     messages.mjs [LANGUAGE ...]     default: every language that has a catalog
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IntlMessageFormat } from 'intl-messageformat';
import { run } from './tap.mjs';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const DATA = join(WEB, '../data');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Catalogs come in pairs: the engine's sentences and the page's own. */
const catalogOf = (language) => ({
    ...read(join(DATA, 'messages', `${language}.json`)),
    ...read(join(WEB, 'messages', `${language}.json`)),
});
const english = catalogOf('en');
const glossary = read(join(DATA, 'glossary.json'));
const given = process.argv.slice(2);
const languages = given.length > 0 ? given : readdirSync(join(WEB, 'messages')).map((name) => name.replace('.json', ''));

function* sources(folder) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && entry.name !== 'generated') yield* sources(path);
        else if (/\.(ts|svelte)$/.test(entry.name)) yield path;
    }
}

/** Keys as they are written in the sources; a part that is computed becomes a wildcard. */
function keysInUse() {
    const keys = new Set();
    for (const path of sources(join(WEB, 'src'))) {
        for (const [, , key] of readFileSync(path, 'utf8').matchAll(/\bt\(\s*(['`])((?:(?!\1).)+)\1/g)) {
            keys.add(key.replace(/\$\{[^}]*\}/g, '*'));
        }
    }
    return [...keys].sort();
}

function known(key) {
    const all = [...Object.keys(english), ...Object.keys(glossary).map((term) => `term.${term}`)];
    const pattern = new RegExp(`^${key.replace(/[.]/g, '\\.').replace(/\*/g, '[^.]+')}$`);
    return all.some((each) => pattern.test(each));
}

/** The names of a message's arguments, those inside of plurals too. */
function argumentsOf(message, language) {
    const names = new Set();
    const visit = (parts) => {
        for (const part of parts) {
            if (typeof part.value === 'string' && part.type !== 0) names.add(part.value);
            for (const option of Object.values(part.options ?? {})) visit(option.value);
        }
    };
    visit(new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst());
    return [...names].sort();
}

run([
    ['every key in the sources has an English message', (assert) => {
        const keys = keysInUse();
        assert.ok(keys.length > 100);
        assert.deepEqual(keys.filter((key) => !known(key)), []);
    }],
    ['every term of the glossary is there in every language', (assert) => {
        for (const [term, words] of Object.entries(glossary)) {
            for (const language of languages) assert.ok(words[language], `${term} in ${language}`);
        }
    }],
    ...languages.map((language) => [`${language} says everything, with the same arguments`, (assert) => {
        const path = join(DATA, 'messages', `${language}.json`);
        assert.ok(existsSync(path), `${path} is missing`);
        const catalog = catalogOf(language);
        assert.deepEqual(Object.keys(catalog).sort(), Object.keys(english).sort());
        for (const [key, message] of Object.entries(catalog)) {
            assert.notEqual(message.trim(), '', key);
            assert.deepEqual(argumentsOf(message, language), argumentsOf(english[key], 'en'), key);
        }
    }]),
]);
