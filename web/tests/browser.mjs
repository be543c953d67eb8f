// A Chromium for the tests, and the page in it.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PROGRAM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

export async function launch() {
    if (PROGRAM === undefined) throw new Error('no Chromium: install the package chromium');
    return chromium.launch({
        executablePath: PROGRAM,
        args: [
            '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
            '--disable-background-networking', '--disable-component-update', '--disable-sync',
        ],
    });
}

/** Opens the page in a fresh profile; everything that goes wrong in it is put into troubles. */
export async function openPage(browser, address, options = {}) {
    const { settings = {}, ...rest } = options;
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...rest });
    const page = await context.newPage();
    const troubles = [];
    page.on('pageerror', (error) => troubles.push(`error: ${error.stack ?? error}`));
    page.on('console', (message) => {
        // Where there is no server the page asks for one in vain, and plays without.
        if (message.location().url.endsWith('/api/v1/hello')) return;
        if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
        const { origin } = new URL(request.url());
        if (origin !== new URL(address).origin && !/^(data|blob):/.test(request.url())) {
            troubles.push(`asks a third party: ${request.url()}`);
        }
    });
    await page.addInitScript((kept) => {
        if (localStorage.getItem('elektro.settings') === null) {
            localStorage.setItem('elektro.settings', JSON.stringify(kept));
        }
    }, { pace: 'fast', ...settings });
    await page.goto(address);
    return { context, page, troubles };
}
