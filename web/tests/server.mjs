// A real server for the tests: elektro serve on a free port, with a fresh database.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WAIT } from './cases.mjs';

/** Limits that a slow machine does not reach. */
const PATIENT = ['--rate', '20000', '--reveal-timeout', '600'];

async function freePort() {
    const socket = createServer().listen(0, '127.0.0.1');
    await once(socket, 'listening');
    const { port } = socket.address();
    socket.close();
    await once(socket, 'close');
    return port;
}

export class Server {
    #program;
    #folder;
    #process;
    #options;

    /** Program: elektro; folder: the built page; options: more of the server. */
    static async start(program, folder, options = []) {
        const server = new Server();
        server.#program = program;
        server.#folder = folder;
        server.#options = options;
        server.data = mkdtempSync(join(tmpdir(), 'elektro-online-'));
        // Another process may take the port before the server does.
        for (let tries = 1; ; tries++) {
            server.port = await freePort();
            server.address = `http://localhost:${server.port}/`;
            try {
                await server.begin();
                return server;
            } catch (error) {
                if (tries === 3) throw error;
            }
        }
    }

    async begin() {
        const options = ['serve', '--port', String(this.port), '--data', this.data, '--web', this.#folder, '--quiet', ...PATIENT, ...this.#options];
        const child = spawn(this.#program, options, { stdio: ['ignore', 'ignore', 'inherit'] });
        this.#process = child;
        for (const end = performance.now() + WAIT; performance.now() < end; ) {
            if (child.exitCode !== null) throw new Error(`the server ended with status ${child.exitCode}`);
            const answer = await fetch(`${this.address}healthz`).catch(() => null);
            if (answer?.ok) return;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
        throw new Error('the server does not answer');
    }

    /** Runs an admin command; returns its output. */
    async admin(...words) {
        return (await promisify(execFile)(this.#program, ['admin', '--data', this.data, ...words])).stdout;
    }

    /** Kills the server. */
    async kill() {
        const ended = once(this.#process, 'exit');
        this.#process.kill('SIGKILL');
        await ended;
    }

    async close() {
        await this.kill();
        rmSync(this.data, { recursive: true, force: true });
    }
}
