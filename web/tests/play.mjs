// Plays whole games in the page, each decision by clicking or by keys, as a person would.

/** What the table asks for: the name of the action panel that is shown. */
export function asked(page) {
    return page.getAttribute('.action [data-action]', 'data-action');
}

/** Waits until a person has something to decide or the game is over. */
export async function turn(page) {
    await page.waitForFunction(() => {
        const action = document.querySelector('.action [data-action]')?.getAttribute('data-action');
        return action !== undefined && action !== 'wait';
    }, undefined, { timeout: 60000 });
    return asked(page);
}
