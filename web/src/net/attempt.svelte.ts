// A request behind a button: it shows progress and errors.
import { isReason, reasonText } from '../text/feed';
import { t } from '../text/text.svelte';
import { NoServer, Refusal } from './api';
import type { ErrorCode } from './messages';

/** Error codes of the server that have a message of their own. */
const KNOWN: readonly string[] = [
    'not-logged-in', 'not-an-account', 'not-a-guest', 'wrong-password', 'wrong-code', 'name-taken', 'bad-name', 'blocked',
    'no-such-table', 'seat-taken', 'table-full', 'not-open', 'not-running', 'not-absent', 'not-ready', 'starting', 'other-rules', 'too-many',
    'table-limit', 'game-limit', 'still-running', 'analysis-off', 'analysis-limit', 'private-address', 'removed', 'chat-off',
    'no-such-tournament', 'not-the-organiser', 'tournament-state', 'tournament-full', 'tournament-limit', 'not-entered', 'was-removed',
    'not-welcome', 'you-block', 'no-such-user', 'silenced', 'not-a-moderator', 'decided', 'no-such-report', 'that-is-you', 'sits-here',
    'already-playing', 'not-seated', 'not-the-host', 'nothing-to-undo', 'storage', 'busy', 'too-large', 'rated-table',
    'mail-off', 'mail-limit', 'mail-unwanted', 'no-receiver', 'push-off',
] satisfies ErrorCode[]; // prettier-ignore

export function errorText(error: unknown): string {
    if (error instanceof NoServer) return t('error.no-server');
    if (!(error instanceof Refusal)) throw error;
    if (KNOWN.includes(error.code)) return t(`error.${error.code}`);
    return isReason(error.code) ? reasonText(error.code) : t('error.other', { code: error.code });
}

export class Attempt {
    busy = $state(false);
    trouble = $state('');
    /** The code of the refusal behind the trouble; '': there is none. */
    code = $state('');
    #running: Promise<boolean> | undefined;

    /** Runs an action unless one is running already. Returns true if it succeeded. */
    async run(act: () => Promise<unknown>): Promise<boolean> {
        if (this.busy) return false;
        this.#running = this.#run(act);
        return this.#running;
    }

    /** Runs an action after the one that is running, for a field that the user can change in the meantime. */
    async runNext(act: () => Promise<unknown>): Promise<boolean> {
        while (this.busy) await this.#running;
        return this.run(act);
    }

    async #run(act: () => Promise<unknown>): Promise<boolean> {
        this.busy = true;
        this.trouble = this.code = '';
        try {
            await act();
            return true;
        } catch (error) {
            this.trouble = errorText(error);
            this.code = error instanceof Refusal ? error.code : '';
            return false;
        } finally {
            this.busy = false;
        }
    }
}
