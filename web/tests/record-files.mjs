// Records as files: the command line checks those of the page, and the page reads those of the command line.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { after } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './stage.mjs';

/** The folder for the files of these tests. */
export const files = mkdtempSync(join(tmpdir(), 'elektro-'));
after(() => rmSync(files, { recursive: true }));

/** The command's findings when it replays a file. */
export function verify(path) {
    return JSON.parse(execFileSync(program, ['replay', '--verify', '--json', path], { encoding: 'utf8' }));
}

export async function download(page) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-key=download]').first().click()]);
    assertName(file.suggestedFilename());
    const path = join(files, file.suggestedFilename());
    await file.saveAs(path);
    return path;
}
function assertName(name) {
    if (!/^[a-z-]+-[0-9a-f]{8}\.elektro$/.test(name)) throw new Error(`unexpected file name of a record: ${name}`);
}

/** The final scores of the record: [name, cities supplied, money] of each player, best first. */
export function resultOf(path) {
    const [, line] = /^result: (.*)$/m.exec(readFileSync(path, 'utf8'));
    return line.split('; ').map((part) => /^\d+\. "?(.*?)"? supplies (\d+), has (-?\d+), owns/.exec(part).slice(1));
}
export async function resultShown(page) {
    await page.waitForSelector('.result .ranking');
    return page.locator('.result .ranking tbody tr').evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('th').textContent.trim(), ...[...row.querySelectorAll('td')].slice(-3, -1).map((cell) => cell.textContent.trim())]));
}
