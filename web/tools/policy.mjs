// The Content-Security-Policy of the server, from its source.
import { readFileSync } from 'node:fs';

const SERVER = readFileSync(new URL('../../server/net/response.c', import.meta.url), 'utf8');
const WRITTEN = /#define POLICY([^]*?)\n\n/.exec(SERVER)[1];
export const POLICY = [...WRITTEN.matchAll(/"([^"]*)"/g)].map(([, part]) => part).join('');
