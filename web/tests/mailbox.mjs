// A mail server for the tests: it speaks SMTP on this machine and keeps the texts of what it gets.
import { once } from 'node:events';
import { createServer } from 'node:net';

export class Mailbox {
    #server;
    /** Texts, oldest first. */
    texts = [];

    static async open() {
        const mailbox = new Mailbox();
        mailbox.#server = createServer((socket) => mailbox.#talk(socket)).listen(0, '127.0.0.1');
        await once(mailbox.#server, 'listening');
        return mailbox;
    }

    /** The options of a server that sends its mails here. */
    get options() {
        const { port } = this.#server.address();
        return ['--smtp', `smtp://localhost:${port}`, '--mail-from', 'elektro@games.example', '--site-url', 'https://games.example'];
    }

    /** The path of the page to which the first link with this beginning leads, in the last mail: "#/notices/…". */
    link(beginning) {
        return this.texts.at(-1).match(new RegExp(`https://games\\.example/(#/${beginning}/\\S+)`))[1];
    }

    close() {
        this.#server.close();
    }

    #talk(socket) {
        let rest = '';
        let data = null;
        socket.on('error', () => undefined);
        socket.setEncoding('utf8').write('220 mailbox\r\n');
        socket.on('data', (bytes) => {
            const lines = (rest + bytes).split('\r\n');
            rest = lines.pop();
            for (const line of lines) {
                if (data === null) {
                    if (line === 'DATA') data = [];
                    socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 OK\r\n');
                } else if (line === '.') {
                    this.texts.push(Buffer.from(data.slice(data.indexOf('') + 1).join(''), 'base64').toString());
                    data = null;
                    socket.write('250 taken\r\n');
                } else data.push(line);
            }
        });
    }
}
