// Plays whole games in the page through its controls: by mouse, by touch or by keyboard only.

/** The pending decision: the name of the action panel that is shown. */
export function asked(page) {
    return page.getAttribute('.action [data-action]', 'data-action');
}

/** Waits until a person has to decide or the game is over. */
export async function turn(page) {
    await page.waitForFunction(() => {
        const action = document.querySelector('.action [data-action]')?.getAttribute('data-action');
        return action !== undefined && action !== 'wait';
    });
    return asked(page);
}

/** Sets an auto-bid with the proposed limit, and waits for the next decision. */
export async function bidForMe(page) {
    const lot = await page.textContent('.action h2');
    await page.getByRole('button', { name: 'Bid for me' }).click();
    await page.waitForFunction((before) => ![undefined, before].includes(document.querySelector('.action h2')?.textContent), lot);
}

const count = (page, selector) => page.locator(selector).count();
const CAN = ':not([aria-disabled=true], :disabled)';

/** Uses the mouse; on a phone it taps, and opens the right tab first. */
export class Pointer {
    constructor(page, { touch = false } = {}) {
        this.page = page;
        this.touch = touch;
    }

    async press(selector, options = {}) {
        const target = this.page.locator(selector).first();
        if (this.touch) await target.tap(options);
        else await target.click(options);
    }

    async part(name) {
        if (this.touch) await this.press(`[data-tab=${name}] >> nth=-1`);
    }

    async nominate() {
        await this.part('plants');
        await this.press(`.plants .card button${CAN}`);
        await this.press('.action [data-key=confirm]');
    }

    async scrap() {
        await this.press(`.action .plants button${CAN}`);
        await this.press('.action [data-key=confirm]');
    }

    async buy() {
        await this.press(`.action [data-key^=buy]${CAN}`);
    }

    /** The cheapest city that can be connected. */
    async connect() {
        await this.part('map');
        await this.pick(await cheapestCity(this.page));
    }

    /** Points at an uncovered part of a city; zooms out if the city is out of sight. */
    async pick(city) {
        let spot = await spotOf(this.page, city);
        for (let steps = 0; spot === null && steps < 8; steps++) {
            await this.press('.map .tools button >> nth=1');
            spot = await spotOf(this.page, city);
        }
        if (spot === null) throw new Error(`city ${city} can be pointed at nowhere`);
        if (this.touch) await this.page.touchscreen.tap(spot.x, spot.y);
        else await this.page.mouse.click(spot.x, spot.y);
    }

    key(name) {
        return this.press(`.action [data-key=${name}]`);
    }
}

/** Uses only the keyboard. */
export class Keys {
    constructor(page) {
        this.page = page;
    }

    type(key) {
        return this.page.keyboard.press(key);
    }

    async nominate() {
        await this.type('1');
        await this.page.waitForSelector('.action [data-key=confirm]');
        await this.type('n');
    }

    /** Tabs to the first plant that can be scrapped, and presses it. */
    async scrap() {
        await this.tabTo(`.action .plants button${CAN}`);
        await this.type('Enter');
        await this.type('n');
    }

    async buy() {
        for (const key of ['c', 'o', 'g', 'r']) await this.type(key);
    }

    async connect() {
        await this.type('m');
        // The focus moves in the next frame; it may have been on another city.
        await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        await this.page.waitForFunction(() => document.activeElement?.matches('[data-city]:not([aria-disabled=true])'));
        await this.type('Enter');
    }

    async tabTo(selector, most = 120) {
        for (let i = 0; i < most; i++) {
            await this.type('Tab');
            const there = await this.page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);
            if (there) return;
        }
        throw new Error(`Tab never reaches ${selector}`);
    }

    key(name) {
        return this.type({ pass: 'p', done: 'd', confirm: 'n' }[name]);
    }
}

function cheapestCity(page) {
    return page.evaluate(() => {
        const price = (city) => Number(/(\d+) Elektro/.exec(city.getAttribute('aria-label'))?.[1] ?? 0);
        const cities = [...document.querySelectorAll('.map [data-city]:not([aria-disabled=true])')];
        return cities.sort((a, b) => price(a) - price(b))[0]?.getAttribute('data-city');
    });
}

/** A point of the screen where a click reaches this city, near its plate; null if there is none. */
function spotOf(page, city) {
    return page.evaluate(async (wanted) => {
        const target = document.querySelector(`.map [data-city="${wanted}"]`);
        // The last click may still move things.
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
        const { left, top, width, height } = target.getBoundingClientRect();
        const steps = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];
        for (const across of steps) {
            for (const down of steps) {
                const [x, y] = [left + width * across, top + height * down];
                if (document.elementFromPoint(x, y) === target) return { x, y };
            }
        }
        return null;
    }, city);
}

const decide = {
    async nominate(page, hand, memory) {
        const canBuy = await count(page, `.plants .card button${CAN}`);
        const mayPass = await count(page, `.action [data-key=pass]${CAN}`);
        if (canBuy > 0 && (mayPass === 0 || memory.decisions % 3 !== 0)) await hand.nominate();
        else await hand.key('pass');
    },
    async bid(page, hand, memory) {
        const bids = await count(page, '.action [data-key=confirm]');
        await hand.key(bids > 0 && memory.decisions % 4 === 0 ? 'confirm' : 'pass');
    },
    scrap: (_page, hand) => hand.scrap(),
    return: (_page, hand) => hand.key('confirm'),
    async buy(page, hand) {
        for (let i = 0; i < 3 && (await count(page, `.action [data-key^=buy]${CAN}`)) > 0; i++) await hand.buy();
        await hand.key('done');
    },
    async build(page, hand) {
        for (let i = 0; i < 2 && (await cheapestCity(page)) !== undefined; i++) await hand.connect();
        await hand.key('done');
    },
    power: (_page, hand) => hand.key('done'),
    async pick(page, hand) {
        if ((await count(page, '.action [data-key=confirm]')) > 0) await hand.key('confirm');
        else if ((await count(page, '.action [data-key=region]')) > 0) await hand.press('.action [data-key=region]');
        else await hand.connect();
    },
    /** In the books of a printed game: enters any possible card. */
    async card(page, hand, memory) {
        const cards = page.locator('.action [data-card]');
        await cards.nth(memory.decisions % (await cards.count())).click();
        await hand.key('confirm');
    },
    curtain: (_page, hand) => hand.key('confirm'),
    /** The guide of a first game speaks while bots wait. */
    lesson: (page) => page.press('.action [data-key=understood]', 'Enter'),
};

/** Plays to the end, or until look(action, number) says stop; returns the number of decisions. */
export async function play(page, hand, look = () => false) {
    const memory = { decisions: 0 };
    for (; memory.decisions < 600; memory.decisions++) {
        const action = await turn(page);
        if (action === 'ended' || (await look(action, memory.decisions))) return memory.decisions;
        if (decide[action] === undefined) throw new Error(`no handler for the decision ${action}`);
        await decide[action](page, hand, memory);
    }
    throw new Error('the game does not end');
}
