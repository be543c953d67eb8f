// The players at a table on the server, and the table of a game: for screens that may show local games, too.
import type { Level } from '../engine/types';
import { isExplored } from '../game/exploration.svelte';
import type { GameSource, Player } from '../game/source';
import { t } from '../text/text.svelte';
import type { Seat } from './messages';
import type { OnlineTable } from './online.svelte';
import type { RemoteGame } from './remote';

/** The player at a seat. The server tells the colours, so that all viewers see the same; an older one does not, and
 *  the seat determines the colour. */
export function playerOf({ seat, kind, name, level, style, colour: number = seat }: Seat): Player {
    const colour = number - 1;
    // A deleted user has no name.
    if (kind !== 'bot') return { name: name || t('player.number', { number: seat }), colour };
    return { name, colour, bot: level as Level, style: style ?? 'plain' };
}

const isRemote = (game: GameSource): game is RemoteGame => game.online !== undefined;

/** The table of a game on the server, also of one that is explored; undefined for a local game. */
export function onlineTable(source: GameSource): OnlineTable | undefined {
    const game = isExplored(source) ? source.game : source;
    return isRemote(game) ? game.online : undefined;
}
