// Links to tables: their targets, and the users who can follow them.
//
//     links.mjs
import assert from 'node:assert/strict';
import { test } from './cases.mjs';
import { sources } from './sources.mjs';

const { codeIn, linkElsewhere, linkTo, onlyHere } = await sources('net/links');

/** The address of the page. */
function at(address) {
    globalThis.location = new URL(address);
}

const CODE = '23456789abcd';

test('a link leads to the table it was made for, from the same page', () => {
    at('https://play.example/elektro/?source=icon#/lobby');
    assert.equal(linkTo(CODE), `https://play.example/elektro/#/table/${CODE}`);
    assert.equal(codeIn(linkTo(CODE)), CODE);
    assert.equal(linkElsewhere(linkTo(CODE)), null);
    assert.equal(linkTo(CODE, 40), `https://play.example/elektro/#/replay/${CODE}/40`);
    assert.equal(codeIn(linkTo(CODE, 40)), CODE);
});
test('a code is found in all its spellings', () => {
    for (const text of [CODE, ` ${CODE.toUpperCase()}\n`, '2345-6789-abcd', `play.example/#/table/${CODE}`]) assert.equal(codeIn(text), CODE);
});
test('links to another server are recognized', () => {
    at('https://play.example:8443/');
    const link = (origin) => `${origin}/#/table/${CODE}`;
    for (const origin of ['https://play.example:8443', 'HTTPS://Play.Example:8443']) assert.equal(linkElsewhere(`  ${link(origin)} `), null);
    for (const origin of ['https://play.example', 'http://play.example:8443', 'https://other.example:8443', 'http://192.168.1.7:8443']) {
        assert.equal(linkElsewhere(` ${link(origin)} `), link(origin));
    }
    // Only links over HTTP are offered.
    for (const text of ['', CODE, `other.example/#/table/${CODE}`, 'javascript:alert(1)', 'data:text/html,https://x', 'https://', 'ftp://other.example/']) {
        assert.equal(linkElsewhere(text), null, text);
    }
});
test('an address that works only on this computer is recognized', () => {
    const here = (hosts) => hosts.filter((host) => (at(`http://${host}:8080/`), onlyHere()));
    const alone = ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'];
    assert.deepEqual(here(alone), alone);
    assert.deepEqual(here(['play.example', '192.168.1.7', '10.127.0.1', '[fe80::1]', 'localhost.example', 'my-localhost', '127.example']), []);
});
