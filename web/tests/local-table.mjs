// Tables in this page, as the tests in Chromium sit down to them.
import { still } from './stage.mjs';

export const log = (page) => page.locator('.log [role=log] li').allTextContents();

/** Waits until the page has saved its game: a look into the store waits for what is being written. Returns the games. */
export const savedGames = (page) => page.evaluate(() => new Promise((done, fail) => {
    const opening = indexedDB.open('elektro', 1);
    opening.onerror = fail;
    opening.onsuccess = () => {
        const asked = opening.result.transaction('games').objectStore('games').getAll();
        asked.onerror = fail;
        asked.onsuccess = () => {
            opening.result.close();
            // States are bytes.
            done(JSON.parse(JSON.stringify(asked.result)));
        };
    };
}));

/** Reloads the page when it has saved its game. */
export async function reload(page) {
    await savedGames(page);
    await page.reload();
}

/** Two clicks from the start page to a table. */
export async function sitDown(page, level = 'easy') {
    await page.click('[data-key=play-now]');
    await page.click(`[data-level=${level}]`);
    await page.waitForSelector('.table');
}

/** Sits down at a table of one's own making. */
export async function ownTable(page, { players = 2, edition, board, zone, options = [] } = {}) {
    await page.goto(`${still.address}#/new`);
    const choose = (text) => page.locator('label.choice, label.check').filter({ hasText: text }).first().click();
    for (const text of [edition, board, zone].filter(Boolean)) await choose(text);
    await page.locator('label.choice').filter({ hasText: new RegExp(`^\\s*${players}\\s*$`) }).click();
    for (const text of options) await choose(text);
    const seats = page.locator('.seats select');
    for (let seat = 1; seat < players; seat++) await seats.nth(seat).selectOption('easy');
    await page.click('.begin');
    await page.waitForSelector('.table');
}
