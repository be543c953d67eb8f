// The outline of the rules reference: its passages, their order, and the tables they apply to. The texts are in rules/*.json.
import type { Edition, Phase, TableConfig } from '../engine/types';

/** Boards without their edition: Germany and the USA have a board for each edition. */
export const PLACES = ['germany', 'usa', 'central-europe', 'benelux', 'france', 'italy'] as const;
export type Place = (typeof PLACES)[number];

/** The table whose rules are shown. */
export interface Setting {
    edition: Edition;
    place: Place;
    players: number;
}

export type Figure = 'start' | 'payments' | 'refill' | 'marks';

export interface Part {
    /** The passage's key in the catalog, or the figure that is shown. */
    key: string;
    figure?: Figure;
    /** Shown only in this edition, on these boards, with this number of players. */
    edition?: Edition;
    places?: readonly Place[];
    players?: number;
    /** Shown under the name of its board. */
    of?: Place;
}

export interface Chapter {
    id: string;
    parts: readonly Part[];
}

const all = (chapter: string, ...keys: string[]): Part[] => keys.map((key) => ({ key: `${chapter}.${key}` }));
const only = (edition: Edition, ...keys: string[]): Part[] => keys.map((key) => ({ key, edition }));
const figure = (name: Figure): Part => ({ key: `table.${name}`, figure: name });

const against = (...keys: string[]): Part[] => keys.map((key) => ({ key, edition: 'recharged', players: 2 }));
const on = (places: readonly Place[], ...keys: string[]): Part[] => keys.map((key) => ({ key, places }));

/** Special rules of each phase at some tables. */
const special: Record<Phase, readonly Part[]> = {
    zone: [],
    trust: against('trust.setup'),
    marks: only('recharged', 'marks.closed'),
    auction: [
        ...only('recharged', 'auction.discount'),
        ...only('classic', 'auction.unsold', 'auction.obsolete'),
        ...on(['central-europe'], 'boards.central-europe.nuclear'),
        ...on(['benelux'], 'boards.benelux.ecological'),
        ...against('trust.auction'),
    ],
    resources: [
        { key: 'boards.usa', edition: 'recharged', places: ['usa'] },
        ...on(['central-europe'], 'boards.central-europe.wien'),
        ...against('trust.resources'),
    ],
    building: [...on(['france'], 'boards.france.paris'), ...against('trust.building')],
    bureaucracy: [
        { key: 'boards.uranium', edition: 'recharged', places: ['germany', 'italy'] },
        ...on(['benelux'], 'boards.benelux.two'),
    ],
    ended: [],
};

/** The special rules of each board. */
const boardParts: readonly Part[] = [
    { key: 'boards.plain', of: 'germany', edition: 'classic' },
    { key: 'boards.uranium', of: 'germany', edition: 'recharged' },
    { key: 'boards.plain', of: 'usa', edition: 'classic' },
    { key: 'boards.usa', of: 'usa', edition: 'recharged' },
    { key: 'boards.central-europe.nuclear', of: 'central-europe' },
    { key: 'boards.central-europe.wien', of: 'central-europe' },
    { key: 'boards.benelux.ecological', of: 'benelux' },
    { key: 'boards.benelux.two', of: 'benelux' },
    { key: 'boards.benelux.discount', of: 'benelux', edition: 'recharged' },
    { key: 'boards.benelux.oil', of: 'benelux' },
    { key: 'boards.france.paris', of: 'france' },
    { key: 'boards.france.classic', of: 'france', edition: 'classic' },
    { key: 'boards.france.recharged', of: 'france', edition: 'recharged' },
    { key: 'boards.france.uranium', of: 'france' },
    { key: 'boards.italy', of: 'italy' },
    { key: 'boards.uranium', of: 'italy', edition: 'recharged' },
];

export const chapters: readonly Chapter[] = [
    { id: 'goal', parts: all('goal', 'company', 'balance') },
    {
        id: 'see',
        parts: [
            ...all('see', 'map', 'plants', 'kinds', 'market'),
            ...only('recharged', 'see.backs'),
            ...all('see', 'removed', 'resources', 'players'),
            figure('start'),
        ],
    },
    { id: 'round', parts: all('round', 'phases', 'order', 'first', 'reverse') },
    {
        id: 'auction',
        parts: [
            ...all('auction', 'nominate', 'bid', 'again', 'alone', 'one', 'limit', 'draw'),
            ...special.auction,
        ],
    },
    { id: 'resources', parts: [...all('resources', 'buy', 'store', 'sold-out'), ...special.resources] },
    { id: 'building', parts: [...all('building', 'first', 'next', 'place', 'many'), ...special.building] },
    {
        id: 'bureaucracy',
        parts: [
            ...all('bureaucracy', 'power', 'pay'),
            figure('payments'),
            ...all('bureaucracy', 'refill'),
            figure('refill'),
            ...all('bureaucracy', 'market'),
            ...special.bureaucracy,
        ],
    },
    {
        id: 'steps',
        parts: [
            ...all('steps', 'second', 'card', 'third', 'when'),
            ...only('classic', 'steps.when-building', 'steps.early-classic'),
            ...only('recharged', 'steps.early-recharged'),
        ],
    },
    { id: 'end', parts: [...all('end', 'when', 'winner'), figure('marks')] },
    {
        id: 'editions',
        parts: all(
            'editions', 'classic.market', 'classic.old', 'classic.two',
            'recharged.market', 'recharged.discount', 'recharged.two', 'options',
        ),
    },
    { id: 'boards', parts: boardParts },
    { id: 'trust', parts: only('recharged', ...['who', 'setup', 'auction', 'resources', 'building', 'rest'].map((key) => `trust.${key}`)) },
    { id: 'marks', parts: only('recharged', 'marks.mark', 'marks.closed', 'marks.trust') },
    { id: 'first', parts: only('classic', 'first.short', 'first.card') },
    { id: 'tips', parts: all('tips', 'plants', 'fuel', 'cities', 'order', 'end') },
    { id: 'keys', parts: all('keys', 'text', 'letters', 'replay', 'analysis') },
];

export function applies(part: Part, { edition, place, players }: Setting): boolean {
    return (
        (part.edition === undefined || part.edition === edition) &&
        (part.places === undefined || part.places.includes(place)) &&
        (part.players === undefined || part.players === players)
    );
}

/** The passages that help in a phase at this table. */
export function helpIn(phase: Phase, setting: Setting): string[] {
    const more = special[phase].filter((part) => applies(part, setting));
    return [`now.${phase}`, ...more.map((part) => part.key)];
}

/** The chapter about a phase. */
export function chapterOf(phase: Phase): string {
    const elsewhere: Partial<Record<Phase, string>> = { zone: 'see', ended: 'end' };
    return elsewhere[phase] ?? phase;
}

/** The rules of a table. */
export function settingOf({ edition, board, players }: Pick<TableConfig, 'edition' | 'board' | 'players'>): Setting {
    const place = PLACES.find((each) => each === board.replace(/-recharged$/, '')) ?? 'germany';
    return { edition, place, players };
}

/** The address of a chapter or a passage for a table; readAddress() parses it. */
export function addressOf({ edition, place, players }: Setting, where: string): string {
    return `#/help/${[edition, place, players, where].join('.')}`;
}

export function readAddress(id: string): Setting & { chapter: string; passage: string | null } {
    const [edition, place, players, chapter = '', ...rest] = id.split('.');
    const count = Number(players);
    return {
        edition: edition === 'classic' ? 'classic' : 'recharged',
        place: PLACES.find((each) => each === place) ?? 'germany',
        players: count >= 2 && count <= 6 ? count : 4,
        chapter,
        passage: rest.length > 0 ? [chapter, ...rest].join('.') : null,
    };
}
