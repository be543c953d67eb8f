// The people this person knows: friends, open requests, those they block; and invitations to tables.
import { ask, NoServer, Refusal } from './api';
import { me } from './me.svelte';
import type { Invitation, PeopleReply } from './messages';
import { wire } from './wire.svelte';

/** What a person is to this one. 'asking': they wait for an answer; 'asked': this person waits. */
export type Bond = 'friends' | 'asking' | 'asked' | 'blocked' | 'none';

const BONDS = ['blocked', 'friends', 'asking', 'asked'] as const;
/** How often an open list is loaded again: nobody tells when a friend comes or goes. */
const PERIOD = 30_000;

class People {
    lists = $state.raw<PeopleReply | null>(null);

    bond(user: number): Bond {
        return BONDS.find((bond) => this.lists?.[bond].some((each) => each.user === user)) ?? 'none';
    }

    async refresh(): Promise<void> {
        this.lists = me.user === null ? null : await ask('people');
    }

    /** Loads the lists now, when somebody has asked or agreed, and now and then. Returns the function that ends it. */
    follow(failed: (error: unknown) => void): () => void {
        const look = () => void this.refresh().catch(failed);
        const stop = wire.listen(({ push }) => {
            if (push === 'people') look();
        });
        const timer = setInterval(look, PERIOD);
        look();
        return () => {
            stop();
            clearInterval(timer);
        };
    }

    /** Asks for a friend, agrees, or ends it; by the number or the name of an account. */
    async befriend(who: { user: number } | { name: string }, friend: boolean): Promise<string> {
        const { name } = await ask('friend', { ...who, friend });
        await this.refresh();
        return name;
    }

    async block(user: number, block: boolean): Promise<void> {
        await ask('block', { user, block });
        await this.refresh();
    }
}

export const people = new People();

class Invitations {
    list = $state.raw<readonly Invitation[]>([]);

    /** Asks the server. If it does not answer, the list stays as it was. */
    async refresh(): Promise<void> {
        try {
            const user = me.user?.id;
            const { invitations } = user === undefined ? { invitations: [] } : await ask('invitations');
            if (me.user?.id === user) this.list = invitations;
        } catch (error) {
            if (!(error instanceof NoServer || error instanceof Refusal)) throw error;
        }
    }

    /** Loads the list now and whenever somebody invites this person. Returns the function that ends it. */
    follow(): () => void {
        const stop = wire.listen(({ push }) => {
            if (push === 'invited') void this.refresh();
        });
        void this.refresh();
        return stop;
    }

    async decline(table: string): Promise<void> {
        await ask('decline', { table });
        await this.refresh();
    }
}

export const invitations = new Invitations();
