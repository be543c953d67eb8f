// Tournaments on a real server, for tests and pictures: people who play over the API.

/** A person with an account, without a browser. */
export class Player {
    #address;
    #cookie = '';

    static async register(address, name) {
        const player = new Player();
        player.#address = address;
        player.name = name;
        player.id = (await player.post('register', { name, password: 'long enough' })).you.id;
        return player;
    }

    async #ask(path, options = {}) {
        const headers = { 'Content-Type': 'application/json', cookie: this.#cookie };
        const answer = await fetch(`${this.#address}api/v1/${path}`, { ...options, headers });
        this.#cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? '';
        const reply = await answer.json();
        if (!reply.ok) throw new Error(`${path}: ${reply.error.code}: ${reply.error.text}`);
        return reply;
    }

    get = (path) => this.#ask(path);
    post = (path, fields = {}) => this.#ask(path, { method: 'POST', body: JSON.stringify(fields) });
}

/** A small tournament by correspondence. */
export const SMALL = { players: 3, rounds: 2, clock: { kind: 'days', days: 2 }, round_minutes: 20160, boards: ['germany', 'usa'] };

export class Contest {
    static async create(organiser, name, settings = {}) {
        const contest = new Contest();
        const { tournament } = await organiser.post('tournaments', { name, settings: { ...SMALL, ...settings } });
        Object.assign(contest, { organiser, code: tournament.tournament });
        return contest;
    }

    /** A tournament of five people in its second round. */
    static async played(address, settings = {}) {
        const [organiser, ...players] = await Promise.all(['Oona', 'Bea', 'Cid', 'Dee', 'Eli', 'Fay'].map((name) => Player.register(address, name)));
        const contest = await Contest.create(organiser, 'Pokal 1', settings);
        await contest.join(...players);
        await contest.manage('start');
        await contest.end(1);
        await contest.begun(2);
        return contest;
    }

    async join(...players) {
        for (const player of players) await player.post(`tournaments/${this.code}/join`);
    }

    manage = (action, more = {}) => this.organiser.post(`tournaments/${this.code}/manage`, { action, ...more });
    now = async () => (await this.organiser.get(`tournaments/${this.code}`)).tournament;
    fixtures = async (round) => (await this.organiser.get(`tournaments/${this.code}/round?round=${round}`)).fixtures;

    async until(holds, wait) {
        for (const end = performance.now() + wait; !holds(await this.now()); ) {
            if (performance.now() > end) throw new Error(`never: ${holds}`);
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    }

    /** Waits until all tables of a round are played. */
    async begun(round, wait = 120_000) {
        await this.until((now) => now.round === round && now.tables.waiting === 0 && now.tables.running > 0, wait);
        return this.fixtures(round);
    }

    /** Ends the tables of a round as their games stand. */
    async end(round) {
        await this.begun(round);
        await this.manage('end-round');
    }
}

/** Logs a page in as a player. */
export async function logIn(page, { name }) {
    await page.evaluate((user) => fetch('/api/v1/login', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: user, password: 'long enough' }),
    }).then((answer) => answer.json()), name);
    await page.reload();
}
