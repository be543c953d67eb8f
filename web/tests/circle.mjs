// People who know each other on a real server, for tests and pictures: friends, requests, a blocked player, an invitation, a table
// with a chat, a report about it, and a moderator.
import { Player } from './contest.mjs';

export class Circle {
    static async create(server) {
        const circle = new Circle();
        const names = ['Ada 1', 'Bruno 2', 'Cleo 3', 'Dario 4', 'Edda 5', 'Mona 6'];
        const [ada, bruno, cleo, dario, edda, mona] = await Promise.all(names.map((name) => Player.register(server.address, name)));
        await server.admin('moderator', mona.name);
        const ask = (from, to) => from.post('me/friend', { user: to.id, friend: true });
        for (const [one, other] of [[ada, bruno], [ada, cleo]]) {
            await ask(one, other);
            await ask(other, one);
        }
        await ask(dario, ada);
        await ask(ada, mona);
        await ada.post('me/block', { user: edda.id, block: true });
        const table = async (host, title) => (await host.post('tables', { players: 4, public: true, title })).info.table;
        const code = await table(bruno, '1880');
        await bruno.post(`tables/${code}/invite`, { user: ada.id });
        for (const each of [cleo, edda]) await each.post(`tables/${code}/join`);
        for (const text of ['1, 2, 3', '4 5 6 7', '8!']) await edda.post(`tables/${code}/chat`, { text });
        for (const each of [bruno, cleo]) await each.post('report', { user: edda.id, what: 'chat', table: code, line: 2, text: '4?' });
        const { reports } = await mona.get('moderation/reports');
        return Object.assign(circle, { ada, bruno, cleo, dario, edda, mona, code, report: reports.find(({ user }) => user === edda.id).report });
    }

    decide = (action, more = {}) => this.mona.post('moderation/report', { report: this.report, action, again: true, ...more });
}
