// Deadlines in the page's language and the browser's time zone. Runs in Node.
process.env.TZ = 'America/New_York';
import assert from 'node:assert/strict';
import { test } from './cases.mjs';
import { pageless } from './pageless.mjs';
import { sources } from './sources.mjs';

pageless({});
const { timeText, momentText, deadlineText, setLanguage } = await sources('text/time.ts', 'text/text.svelte.ts');
const [HOUR, DAY] = [3_600_000, 86_400_000];

/** Unit texts may have narrow or non-breaking spaces. */
const plain = (text) => text.replace(/\s/gu, ' ');

test('a clock of three days begins as three days, then counts days and hours, then as a clock', async () => {
    await setLanguage('en');
    for (const [left, text] of [
        [3 * DAY, '3 days'], [3 * DAY - 1000, '3 days'], [3 * DAY - 2 * HOUR, '2 days 22 hr'], [2 * DAY + 1.9 * HOUR, '2 days 1 hr'], [DAY, '1 day'], [DAY - HOUR / 2, '23:30:00'],
        [23 * HOUR, '23:00:00'], [61_000, '1:01'], [0, '0:00'], [-5, '0:00'],
    ]) assert.equal(plain(timeText(left)), text);
});
test('every language has its words for days', async () => {
    const seen = new Set();
    for (const language of ['en', 'de', 'cs', 'fi', 'pt-BR', 'ru', 'sr']) {
        await setLanguage(language);
        assert.match(timeText(3 * DAY), /^3\s\p{L}+$/u);
        seen.add(timeText(3 * DAY));
    }
    await setLanguage('en');
    assert.equal(seen.size, 7);
});
test('a moment is told in the time zone of the browser, with the date unless that is today', () => {
    const now = Date.UTC(2026, 10, 17, 3, 30); // 22:30 of the 16th in New York
    assert.equal(plain(momentText(now + HOUR, now)), '11:30 PM');
    assert.equal(plain(momentText(now + 2 * HOUR, now)), 'Tue, Nov 17, 12:30 AM');
    assert.equal(plain(deadlineText(now + 3 * DAY, now)), '3 days left, until Thu, Nov 19, 10:30 PM');
});
