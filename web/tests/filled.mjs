// A server with many people and results, made up by tests/server/people_rows.py, and who is logged in as one of them.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROWS = fileURLToPath(new URL('../../tests/server', import.meta.url));
const FILL = `
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from people_rows import Crowd, token_of
class Filled:
    store, data = "", sys.argv[2]
Crowd(*map(int, sys.argv[3:])).fill(Filled)
print("\\n".join(token_of(person) for person in range(4)))
`;

/** Fills the database of a server; returns the sessions of the first people. The first three have played most. */
export async function fill(server, people = 120, results = 1500) {
    const { stdout } = await promisify(execFile)('python3', ['-c', FILL, ROWS, server.data, String(people), String(results), '3', String(Math.floor(results / 5))]);
    return stdout.trim().split('\n');
}

/** Logs a profile of the browser in. */
export async function logIn({ context }, token) {
    await context.addCookies([{ name: '__Host-elektro', value: token, url: 'https://localhost/', secure: true, httpOnly: true, sameSite: 'Lax' }]);
}
