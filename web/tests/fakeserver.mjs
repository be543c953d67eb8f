// A fake server for tests of online games that run in Node: one table, one game, played by the engine.
import { compiled, page, surroundings } from './gametable.mjs';
import { Line } from './pageless.mjs';

const records = await page.recordsModule();
export const CODE = '23456789abcd';
const SETUP = { order: [2, 0, 1], market: [3, 4, 5, 6, 7, 8, 9, 10] };

export class FakeServer {
    lines = new Set();
    entries = [];
    /** Requests that arrived, in order. */
    heard = [];
    /** Whether connections are accepted, requests answered, and news sent before the answer. */
    takes = true;
    answers = true;
    newsFirst = true;
    /** Whether whole turns are accepted; earlier servers know only moves. */
    turns = true;
    /** The queued orders of the client, and how earlier ones went. */
    orders = [];
    #orderRequests = new Set();
    #lastOrder = 0;
    results = [];
    /** Refusals for the next watches. */
    refusals = [];
    /** Entries in one answer to a watch; the others follow as news. */
    page = Infinity;
    /** Connections that were not accepted. */
    turnedAway = 0;
    #states = [];
    #made = new Map();
    #table;
    #notation;

    constructor(config, seat = 0) {
        this.config = config;
        this.seat = seat;
        this.#table = new page.Table(compiled, config);
        this.#notation = new page.Notation(records, config);
        this.#table.setBytes(new page.Journal(compiled, config, { ...SETUP, told: true }).bytes());
        const { regions } = this.#table.board;
        this.#add({
            events: [
                ...(config.zone.length > 0 ? [{ event: 'zone-chosen', zone: config.zone.map((region) => regions[region].id) }] : []),
                ...SETUP.order.map((each, position) => ({ event: 'order', seat: each + 1, position: position + 1 })),
                ...SETUP.market.map((plant) => ({ event: 'plant-drawn', plant })),
            ],
        });
        this.#states = [{ seq: 0, bytes: this.#table.bytes(), seat: null }];
        Line.server = this;
        surroundings.site.answer = (_method, path) => this.#ask(path);
    }

    get seq() {
        return this.entries.length - 1;
    }

    get table() {
        return this.#table;
    }

    info() {
        const { board, edition, players } = this.config;
        const seats = Array.from({ length: players }, (_, index) => ({
            seat: index + 1, kind: 'person', name: `Player ${index + 1}`, user: index + 1, level: null, ready: true, away: false, here: true, agrees_to_end: false, words: '',
        }));
        const settings = { edition, board: board.replace('-recharged', ''), players, zone: 'random', order: 'random', options: {}, clock: { kind: 'none' }, public: false, title: '' };
        return { table: CODE, status: this.#table.ended() ? 'ended' : 'running', host: 1, settings, seats, you: this.seat + 1, seq: this.seq, shuffle: { name: '', commitment: '', seed: null }, next: null, created: 0, ended: null };
    }

    /** The view of the seat that the client has. */
    position() {
        const table = new page.Table(compiled, this.config);
        table.setBytes(this.#table.viewBytes(this.seat));
        const { round, phase, current, deck, fuels, seats, toMove } = table.view();
        const view = {
            round, phase,
            to_move: (toMove ?? -1) + 1,
            market: { current, deck: deck.count },
            resources: Object.fromEntries(Object.entries(fuels).map(([fuel, { tokens }]) => [fuel, tokens])),
            seats: seats.map(({ money, plants, houses }) => ({ money, plants, cities: houses })),
        };
        return { table: CODE, seq: this.seq, view, can_undo: this.canUndo, clock: null };
    }

    /** The last move was the seat's own, its turn continues and no card was turned up. */
    get canUndo() {
        const { seq, seat } = this.#states.at(-1);
        return seat === this.seat && this.#table.toMove() === seat && seq === this.seq;
    }

    // -------------------------------------------------------------------------------- moves

    #add(entry) {
        this.entries.push({ seq: this.entries.length, events: [], ...entry });
    }

    /** A move of the player to move, and the cards it turns up; no news is sent yet. */
    play(move) {
        const table = this.#table;
        const seat = table.toMove();
        const words = this.#notation.print(table.bytes(), seat, move);
        const { reason } = table.apply(move);
        if (reason !== 'ok') return reason;
        this.#add({ seat: seat + 1, move: words });
        const { seq } = this;
        for (let cards = table.awaited(); cards.length > 0; cards = table.awaited()) {
            const draw = cards[Math.floor(cards.length / 2)];
            table.draw(draw);
            this.#add({ draw });
            const top = ['socket', 'plug'].find((back) => table.showBack(back) === 'ok');
            if (top !== undefined) this.#add({ top });
        }
        this.#states.push({ seq, bytes: table.bytes(), seat });
        return 'ok';
    }

    undo() {
        if (!this.canUndo) return 'nothing-to-undo';
        this.#states.pop();
        this.#table.setBytes(this.#states.at(-1).bytes);
        this.#add({ undo: true, seat: this.seat + 1 });
        // The earlier state now has the seq of the undo.
        this.#states.at(-1).seq = this.seq;
        return 'ok';
    }

    // ------------------------------------------------------------------------------- messages

    since(seq) {
        return this.entries.filter((entry) => entry.seq > seq || (seq === 0 && entry.seq === 0));
    }

    /** Sends all clients the entries after this one. */
    tell(seq, position = this.position()) {
        const news = { push: 'news', position, entries: this.since(seq).filter((entry) => entry.seq > seq) };
        for (const line of this.lines) line.say(news);
    }

    /** The server has carried out or dropped orders. */
    tellOrders(orders, results, why = null) {
        [this.orders, this.results] = [orders, results];
        for (const line of this.lines) line.say({ push: 'orders', table: CODE, orders, results, why });
    }

    /** Closes every connection. */
    cut() {
        for (const line of [...this.lines]) {
            this.lines.delete(line);
            line.close();
        }
    }

    connect(line) {
        if (!this.takes) {
            this.turnedAway++;
            return line.close();
        }
        this.lines.add(line);
        line.accept();
    }

    #ask(path) {
        if (path.endsWith('/hello')) return { ok: true, wire: 1, you: { id: this.user ?? this.seat + 1, name: 'Player', kind: 'guest' } };
        if (path.includes('/chat')) return { ok: true, said: [] };
        if (path.endsWith('/record')) return { ok: true, record: `record of ${this.seq}` };
        return { ok: false, error: { code: 'no-such-table', text: '' } };
    }

    hear(line, request) {
        this.heard.push(request);
        // An answer is asynchronous: it never arrives while the page is still sending.
        if (this.answers) queueMicrotask(() => this.#answer(line, request));
    }

    /** Orders that have ended are left out, new ones get ids. */
    #replaceOrders(orders) {
        const stands = ({ id }) => id === undefined || this.orders.some((order) => order.id === id);
        this.orders = orders.filter(stands).map((order) => ({ ...order, id: order.id ?? ++this.#lastOrder }));
        this.results = [];
    }

    #answer(line, { do: wanted, id, ...fields }) {
        const reply = (more) => line.say({ re: id, ok: true, ...more });
        const refuse = (code) => line.say({ re: id, ok: false, error: { code, text: '' } });
        if (wanted === 'watch') {
            if (this.refusals.length > 0) return refuse(this.refusals.shift());
            const entries = this.since(fields.since);
            const more = entries.length > this.page;
            reply({ info: this.info(), position: this.position(), entries: entries.slice(0, this.page), more, orders: this.orders, order_results: this.results });
            if (more) this.#sendPages(line, entries.slice(this.page));
            return;
        }
        if (wanted === 'turn' && !this.turns) return refuse('no-such-request');
        if (wanted === 'orders') {
            if (!this.#orderRequests.has(fields.client)) this.#replaceOrders(fields.orders);
            this.#orderRequests.add(fields.client);
            return reply({ orders: this.orders });
        }
        if (!['move', 'turn', 'undo'].includes(wanted)) return reply({});
        const before = this.#made.get(fields.client);
        if (before !== undefined) return reply({ seq: before, again: true });
        if (fields.seq !== this.seq) return refuse('stale');
        const reason = this.#make(wanted, fields.moves ?? [fields.move]);
        if (reason !== 'ok') return refuse(reason);
        const made = wanted === 'undo' ? this.seq : fields.seq + (fields.moves?.length ?? 1);
        this.#made.set(fields.client, made);
        if (this.newsFirst) this.tell(fields.seq);
        reply({ seq: made, again: false });
        if (!this.newsFirst) this.tell(fields.seq);
    }

    /** Sends the entries that did not fit into the answer to a watch, page by page. */
    #sendPages(line, entries) {
        for (let from = 0; from < entries.length; from += this.page) {
            const page = entries.slice(from, from + this.page);
            const more = from + this.page < entries.length;
            const position = { ...this.position(), ...(more && { seq: page.at(-1).seq }) };
            queueMicrotask(() => line.say({ push: 'news', position, entries: page, ...(more && { more }) }));
        }
    }

    /** Makes all moves or none. */
    #make(wanted, moves) {
        if (wanted === 'undo') return this.undo();
        const [bytes, { length }] = [this.#table.bytes(), this.entries];
        for (const words of moves) {
            const reason = this.#table.toMove() === this.seat ? this.play(this.#notation.read(this.#table.bytes(), words)) : 'not-your-turn';
            if (reason === 'ok') continue;
            this.#table.setBytes(bytes);
            this.entries.length = length;
            this.#states = this.#states.filter(({ seq }) => seq < length);
            return reason;
        }
        return 'ok';
    }
}
