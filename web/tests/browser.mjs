// A Chromium for the tests, and the page in it. The headless shell is Chromium without its windows: the same pages at
// nine tenths of the work.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { WAIT } from './cases.mjs';

const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const PROGRAM = PROGRAMS.map((name) => `/usr/bin/${name}`).find(existsSync);

export async function launch() {
    if (PROGRAM === undefined) throw new Error('no Chromium: install the package chromium-headless-shell');
    return chromium.launch({
        executablePath: PROGRAM,
        args: [
            '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
            '--disable-background-networking', '--disable-component-update', '--disable-sync',
        ],
    });
}

/** Seeds the random numbers of a page: zones, cards, bots and names of games. Each time the page is loaded in the
 *  same profile, the numbers differ. Runs in the page. */
function seedChance(seed) {
    const loads = Number(localStorage.getItem('elektro.loads') ?? 0) + 1;
    localStorage.setItem('elektro.loads', String(loads));
    let state = 2166136261;
    for (const letter of `${seed} ${loads}`) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
    // Mulberry32.
    const next = () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return (mixed ^ (mixed >>> 14)) >>> 0;
    };
    crypto.getRandomValues = (array) => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        bytes.forEach((_, at) => (bytes[at] = next()));
        return array;
    };
}

/** Keeps a page from being painted: layout, styles and pointing work as ever, at two thirds of the work. Runs in the page. */
function stayUnpainted() {
    window.unpainted = new CSSStyleSheet();
    window.unpainted.replaceSync(':root { opacity: 0 }');
    document.adoptedStyleSheets.push(window.unpainted);
}

/** Paints a page while act(page) runs. */
export async function painted(page, act) {
    const paint = (on) => page.evaluate((wanted) => void (window.unpainted && (window.unpainted.disabled = wanted)), on);
    await paint(true);
    try {
        return await act(page);
    } finally {
        await paint(false);
    }
}

/** Opens the page in a fresh profile; all errors of the page are added to troubles. before(page) can listen to it
 *  from its first request on. */
export async function openPage(browser, address, options = {}) {
    const { settings = {}, seed, paints = true, before = () => undefined, ...rest } = options;
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...rest });
    context.setDefaultTimeout(WAIT);
    const page = await context.newPage();
    const troubles = [];
    page.on('pageerror', (error) => troubles.push(`error: ${error.stack ?? error}`));
    page.on('console', (message) => {
        // Without a server the page's request fails, and the page plays offline.
        if (message.location().url.endsWith('/api/v1/hello')) return;
        if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
        const { origin } = new URL(request.url());
        if (origin !== new URL(address).origin && !/^(data|blob):/.test(request.url())) {
            troubles.push(`request to a third party: ${request.url()}`);
        }
    });
    if (seed !== undefined) await context.addInitScript(seedChance, seed);
    if (!paints) await context.addInitScript(stayUnpainted);
    await context.addInitScript((kept) => {
        if (localStorage.getItem('elektro.settings') === null) {
            localStorage.setItem('elektro.settings', JSON.stringify(kept));
        }
    }, { pace: 'fast', ask: false, ...settings });
    before(page);
    await page.goto(address);
    return { context, page, troubles };
}
