// made by tools/make_wire.py from server/messages.json; do not edit.
import type { Back, Edition, EventJson, Level, Style } from '../engine/types';

export const wireVersion = 1;

/** variants of a table; a missing field is false */
export interface Options {
    /** recharged: players mark where networks begin */
    starting_cities?: boolean;
    /** classic: a short game in Step 1 */
    first_game?: boolean;
    /** all money is public */
    open_money?: boolean;
}

/** how long players may think; when a clock runs out, a bot takes over until the player comes back. Time runs until the player or the bot has moved. A player who comes back after the time for the game is used up has the increment, or without one half a minute once a round */
export interface Clock {
    /** none; move: seconds for each decision; game: seconds for the whole game and an increment for each decision; days: days for each decision */
    kind: 'none' | 'move' | 'game' | 'days';
    /** with move and game */
    seconds?: number;
    /** with game */
    increment?: number;
    /** with days */
    days?: number;
}

/** the time of the day in which the clocks of a player run, at tables with days for each decision; outside of it they rest. It is at least twelve hours long, so a decision takes at most twice the days of the table */
export interface ClockWindow {
    /** minutes after midnight */
    from: number;
    /** minutes after midnight, on the next day if it is before from */
    to: number;
    /** a time zone by its name in the IANA database, for example Europe/Prague; a name, not an offset, so that the window stays where it is when daylight saving time begins or ends */
    zone: string;
}

/** a queued order: a move the server makes for a player when their turn comes */
export interface Order {
    /** given by the server. Send it back with an order that you keep, change or move; an order without it is a new one */
    id?: number;
    /** bid: in the auction of plant, bid one more than the others up to most, then pass; pass: pass in phase of this round as soon as it is my turn; buy: buy count of fuel for at most most; connect: connect city for at most most */
    kind: 'bid' | 'pass' | 'buy' | 'connect';
    /** if it cannot be carried out or costs too much. skip, the default: it is dropped, and the other orders are carried out. wait: you decide. Orders with wait to buy are carried out together, in the order of the list, or none of them is; those to connect likewise; a bid does not pass at its limit. When they are dropped, an order to pass this phase is dropped, too */
    otherwise?: 'skip' | 'wait';
    /** with wait, to buy and to connect: what this order and those of its kind before it may cost together; an order with total needs no most */
    total?: number;
    plant?: number;
    most?: number;
    phase?: string;
    /** filled in by the server; an order to pass may name the next round */
    round?: number;
    fuel?: string;
    count?: number;
    city?: string;
}

/** by which channels a user is told notices of one kind about games at one pace */
export interface NoticeChoice {
    /** your-turn, time-runs-out: of a clock; game-begins: without you being there; invitation: to a table; tournament-round: a round begins */
    kind: 'your-turn' | 'time-runs-out' | 'game-begins' | 'invitation' | 'tournament-round';
    /** days: games with days for each decision; live: all others */
    pace: 'live' | 'days';
    webhook: boolean;
    mail: boolean;
    /** to browsers, by Web Push */
    push: boolean;
}

/** one mail a day instead of one for each notice; only that time runs out is told at once */
export interface Digest {
    /** of the day, when it is sent */
    hour: number;
    /** a time zone by its name in the IANA database, for example Europe/Prague */
    zone: string;
}

/** when the seasons of a league begin */
export interface TournamentRepeat {
    every: 'week' | 'month';
    /** with week: 1 is Monday, 7 is Sunday; with month: the day, in a shorter month its last day */
    day: number;
    /** minutes after midnight */
    minute: number;
    /** a time zone by its name in the IANA database, for example Europe/Prague */
    zone: string;
}

/** the rules of a tournament (docs/tournaments.md) */
export interface TournamentSettings {
    /** people at a table, as wished; tables may have one fewer, and more if there are only four or five people */
    players: number;
    /** without the final */
    rounds: number;
    /** after the rounds the best people play a final table */
    final?: boolean;
    /** of the tables; none is refused */
    clock: Clock;
    /** after which tables that have not finished are ended, as the game stands */
    round_minutes: number;
    /** between two rounds; 0 if left out */
    break_minutes?: number;
    /** when it begins by itself; left out or 0: when the organiser starts it (it is cancelled 90 days after the last sign-up or change), or, of a league, at the next moment of its schedule. At most 400 days ahead */
    begins?: number;
    /** with fewer it is cancelled instead of begun; 3 if left out */
    min_people?: number;
    /** others who sign up are reserves; 512 if left out */
    max_people?: number;
    /** recharged if left out */
    edition?: 'classic' | 'recharged';
    /** rounds take them in turn; germany if left out */
    boards?: string[];
    /** of the tables; first_game is refused */
    options?: Options;
    /** the games count for ratings */
    rated?: boolean;
    /** listed for everybody; true if left out. Otherwise only those who have the code find it */
    public?: boolean;
    /** makes it a league: when a season begins, the next one opens for sign-up */
    repeat?: TournamentRepeat;
}

export interface User {
    id: number;
    name: string;
    kind: 'guest' | 'account' | 'bot';
    moderator?: boolean;
    untold?: number;
}

export interface Seat {
    seat: number;
    kind: 'empty' | 'person' | 'bot';
    name: string;
    user: number;
    account: boolean;
    level: Level | null;
    style?: Style | null;
    ready: boolean;
    away: boolean;
    here: boolean;
    agrees_to_end: boolean;
    words: string;
    seal?: string | null;
    revealed?: boolean;
    colour?: number;
}

export interface Settings {
    edition: Edition;
    board: string;
    players: number;
    zone: string[] | 'random' | 'draft';
    order: 'random' | 'seated';
    options: Options;
    clock: Clock;
    patience: number;
    public: boolean;
    help?: boolean;
    rated?: boolean;
    absence?: 'last' | 'result';
    title: string;
    tournament?: string;
}

export interface Table {
    table: string;
    status: 'open' | 'running' | 'ended' | 'closed';
    host: number;
    settings: Settings;
    seats: Seat[];
    you: number;
    seq: number;
    shuffle: Shuffle;
    next: string | null;
    created: number;
    ended: number | null;
    turn?: {seat: number; due: number; now: number} | null;
    winners?: number[] | null;
}

export interface Shuffle {
    name: string;
    commitment: string;
    seed: string | null;
    attempt?: number;
    cancelled?: {attempt: number; seats: number[]}[];
    drew?: string;
    due?: number | null;
}

export interface Entry {
    seq: number;
    seat?: number;
    move?: string;
    draw?: number;
    top?: Back;
    undo?: true;
    events: EventJson[];
}

export interface Clocks {
    now: number;
    left: number[];
    since: number;
    due: number;
    rests?: {from: number; until: number} | null;
}

export interface Position {
    table: string;
    seq: number;
    view: unknown;
    can_undo: boolean;
    clock: Clocks | null;
    patience_left: number | null;
}

export interface Said {
    number: number;
    user: number;
    name: string;
    account: boolean;
    at: number;
    text: string;
}

export interface OrderResult {
    order: Order;
    outcome: 'done' | 'passed' | 'dropped' | 'held';
    cost: number | null;
    code: string | null;
    text: string | null;
}

export interface Spectator {
    user: number;
    name: string;
}

export interface Session {
    id: number;
    browser: 'other' | 'chrome' | 'edge' | 'firefox' | 'opera' | 'safari' | 'samsung';
    platform: 'other' | 'android' | 'chromeos' | 'ios' | 'linux' | 'macos' | 'windows';
    created: number;
    seen: number;
    here: boolean;
}

export interface Token {
    id: number;
    label: string;
    created: number;
}

export interface Strength {
    rating: number;
    deviation: number;
    provisional: boolean;
}

export interface Rating {
    pace: 'live' | 'days';
    rating: number;
    deviation: number;
    provisional: boolean;
    games: number;
    by_players: {players: number; rating: number; deviation: number; games: number}[];
}

export interface ResultSeat {
    seat: number;
    user: number;
    name: string | null;
    account: boolean;
    kind: 'person' | 'bot';
    level: Level | null;
    rank: number;
    absent: boolean;
    before: Strength | null;
    after: Strength | null;
}

export interface Result {
    table: string;
    ended: number;
    board: string;
    edition: Edition;
    players: number;
    pace: 'live' | 'days';
    rated: boolean;
    complete: boolean;
    title: string;
    seats: ResultSeat[];
}

export interface Visibility {
    ratings: boolean;
    results: boolean;
    games: boolean;
    since: boolean;
}

export interface Tally {
    pace: 'live' | 'days';
    board: string;
    edition: Edition;
    players: number;
    rated: boolean;
    games: number;
    wins: number;
    ranks: number;
}

export interface Together {
    games: number;
    ahead: number;
    behind: number;
    recent: boolean;
}

export interface ChartPoint {
    at: number;
    rating: number;
    deviation: number;
}

export interface Leader {
    rank: number | null;
    name: string;
    rating: number;
    deviation: number;
    provisional: boolean;
    games: number;
    wins: number;
}

export interface ArchivedGame {
    table: string;
    ended: number;
    board: string;
    edition: Edition;
    players: number;
    title: string;
    record: string | null;
}

export interface Person {
    user: number;
    name: string;
    at: number;
}

export interface Friend {
    user: number;
    name: string;
    at: number;
    here: boolean;
    table: string | null;
}

export interface Invitation {
    table: string;
    user: number;
    name: string;
    at: number;
    info: Table;
}

export interface Note {
    at: number;
    action: 'warn' | 'silence' | 'rename' | 'remove-line';
    text: string;
    until: number | null;
    new_name: string | null;
}

export interface Report {
    report: number;
    at: number;
    kind: string;
    user: number | null;
    name: string | null;
    other: number | null;
    other_name: string | null;
    table: string | null;
    line: number | null;
    times: number;
    open: boolean;
}

export interface ReportContext {
    name?: string;
    title?: string;
    lines?: {number: number; user: number; name: string; at: number; text: string}[];
}

export interface Reporter {
    user: number | null;
    name: string | null;
    at: number;
    text: string;
}

export interface Reported {
    user: number;
    name: string;
    kind: 'guest' | 'account' | 'bot';
    blocked: boolean;
    moderator: boolean;
    silent_until: number | null;
    reports: number;
}

export interface Moderation {
    id: number;
    at: number;
    moderator: number | null;
    by: string;
    action: string;
    user: number | null;
    name: string;
    report: number | null;
    text: string;
    until: number | null;
    new_name: string | null;
}

export interface MailState {
    on: boolean;
    address: string | null;
    pending: string | null;
    stopped: boolean;
    refused: boolean;
    lost: number;
    problem: string | null;
    problem_at: number | null;
    digest: Digest | null;
    language: string;
}

export interface PushState {
    on: boolean;
    browsers: number;
}

export interface PairEntry {
    pace: 'fast' | 'live' | 'days';
    players: number;
    level: Level;
    rated: 'no' | 'any' | 'yes';
    since: number;
    bots_at: number | null;
    ends: number;
}

export interface PairOver {
    why: 'paired' | 'expired' | 'away' | 'playing';
    at: number;
    table: string | null;
}

export interface PairPace {
    pace: 'fast' | 'live' | 'days';
    clock: Clock;
    live: boolean;
    waiting: number;
    sizes: {players: number; waiting: number}[];
}

export interface PushBrowser {
    id: number;
    browser: Session['browser'];
    platform: Session['platform'];
    language: string;
    created: number;
    sent: number | null;
    lost: number;
    problem: string | null;
    problem_at: number | null;
}

export interface Tournament {
    tournament: string;
    name: string;
    organiser: {user: number; name: string | null};
    state: 'sign-up' | 'running' | 'paused' | 'ended' | 'cancelled';
    why: '' | 'too-few' | 'organiser' | 'operator' | 'not-started';
    settings: TournamentSettings;
    version: number;
    now: number;
    created: number;
    ended: number | null;
    people: number;
    reserves: number;
    rounds: number;
    round: number;
    begins: number | null;
    due: number | null;
    tables: {waiting: number; running: number; ended: number};
    series: string | null;
    season: number;
    you: {state: '' | 'in' | 'reserve' | 'left' | 'removed' | 'replaced'; organiser: boolean; table: string | null};
}

export interface TournamentStanding {
    place: number;
    rank: number | null;
    user: number;
    name: string | null;
    state: 'in' | 'left' | 'removed';
    rating: number | null;
    tables: number;
    points: number;
    wins: number;
    opponents: number;
    direct: number;
    final_rank: number | null;
}

export interface Fixture {
    round: number;
    number: number;
    final: boolean;
    table: string | null;
    state: 'waiting' | 'running' | 'ended' | 'by-rule' | 'no-result' | 'abandoned';
    people: FixturePerson[];
}

export interface FixturePerson {
    place: number;
    user: number;
    name: string | null;
    rank: number | null;
    points: number | null;
    left: boolean;
}

export interface Reserve {
    user: number;
    name: string | null;
}

/** The server's version and boards, and the user of your session. */
export type HelloRequest = Record<string, never>;

export interface HelloReply {
    /** name and version */
    server: string;
    /** version of this wire format */
    wire: number;
    /** version of the rules */
    rules: number;
    /** your user; null without a session */
    you: User | null;
    /** the boards that can be played */
    boards: unknown[];
}

/** Creates a guest: a user without an account. The reply sets the cookie of the session. */
export interface GuestRequest {
    /** other guests may have it; no account may have a name that looks like it */
    name: string;
}

export interface GuestReply {
    /** your user */
    you: User;
}

/** Creates an account. A guest keeps their games, which show the name of the account. */
export interface RegisterRequest {
    /** must not look like the name of another account */
    name: string;
    password: string;
}

export interface RegisterReply {
    /** your user */
    you: User;
}

/** Gives a guest another name. Open and running tables and their chat show it at once; games that have ended keep the old name. An account cannot be renamed. */
export interface RenameRequest {
    /** other guests may have it; no account may have a name that looks like it */
    name: string;
}

export interface RenameReply {
    /** your user */
    you: User;
}

/** Begins a session of an account. The reply sets its cookie. */
export interface LoginRequest {
    name: string;
    password: string;
}

export interface LoginReply {
    /** your user */
    you: User;
}

/** Changes your password and ends your other sessions; API tokens stay. */
export interface ChangePasswordRequest {
    /** the password until now */
    old: string;
    password: string;
}

export type ChangePasswordReply = Record<string, never>;

/** Sets the password of an account with a code, and begins a session. The operator of the server makes such codes (elektro admin reset-password), and mails bring them (forgot_password). The reply sets its cookie. */
export interface ResetPasswordRequest {
    name: string;
    /** valid once; one of the operator for a week, one of a mail for an hour */
    code: string;
    password: string;
}

export interface ResetPasswordReply {
    /** your user */
    you: User;
}

/** Ends this session. */
export type LogoutRequest = Record<string, never>;

export type LogoutReply = Record<string, never>;

/** Ends all your sessions; API tokens stay. */
export type LogoutEverywhereRequest = Record<string, never>;

export type LogoutEverywhereReply = Record<string, never>;

/** Where you are logged in: up to 100 sessions without API tokens, the last used first. browser and platform are what the User-Agent header said at the login. seen is when the session was last used, to the hour; here is true for the session of this request. */
export type SessionsRequest = Record<string, never>;

export interface SessionsReply {
    /** the last used first */
    sessions: Session[];
}

/** Ends one of your sessions, which may be this one; its open connections are closed at once. */
export interface SessionDropRequest {
    /** the id of the session */
    session: number;
}

export type SessionDropReply = Record<string, never>;

/** Your account, your webhook, your daily window, your API tokens, where you are logged in, your browsers with Web Push, what you are told and how, what your profile shows, and up to 2000 of your tables. archive has the records of all games. */
export type ExportRequest = Record<string, never>;

export interface ExportReply {
    /** you */
    you: User;
    /** its address */
    webhook: string | null;
    /** what webhook_state replies */
    webhook_state: WebhookStateReply;
    /** what clock_window_state replies */
    clock_window: ClockWindow | null;
    /** API tokens */
    tokens: Token[];
    /** what sessions replies */
    sessions: Session[];
    /** what push_list replies */
    pushes: PushBrowser[];
    /** what notices replies */
    notices: NoticesReply;
    /** those you organise or have signed up for, newest first; at most 50 */
    tournaments?: Tournament[];
    /** your games */
    games: Table[];
    /** when you registered, or came as a guest */
    since: number;
    /** what others do not see of your profile */
    hidden: Visibility;
    /** your games that have ended */
    results: number;
    /** your ratings */
    ratings: Rating[];
    /** your results, summed up */
    tallies: Tally[];
}

/** Deletes your user, your sessions, your chat, your ratings and your places on leader boards. Your moves and results stay in the games of the others, without your name. */
export interface DeleteMeRequest {
    /** your own name, as a confirmation */
    name: string;
}

export type DeleteMeReply = Record<string, never>;

/** Creates an API token for a program that plays for this account; it is sent as Authorization: Bearer TOKEN. The token is shown only once. */
export interface TokenNewRequest {
    label: string;
}

export interface TokenNewReply {
    /** of the token */
    id: number;
    /** the token itself */
    token: string;
}

/** Your API tokens. */
export type TokenListRequest = Record<string, never>;

export interface TokenListReply {
    /** without the tokens themselves */
    tokens: Token[];
}

/** Deletes an API token. */
export interface TokenDropRequest {
    /** the id of the token; without this field the id of the request is taken for it, as in earlier versions */
    token?: number;
}

export type TokenDropReply = Record<string, never>;

/** Sets the address to which your notices are posted while you are away (notices says which): http or https, not in a private network. The body is signed: X-Elektro-Signature is the HMAC-SHA-256 of the body with the secret, in hexadecimal. */
export interface WebhookRequest {
    /** empty: no webhook */
    url: string;
}

export interface WebhookReply {
    /** for checking signatures; shown only once */
    secret: string;
}

/** Your webhook, and whether notices were lost: the receiver did not answer, or too many waited. */
export type WebhookStateRequest = Record<string, never>;

export interface WebhookStateReply {
    /** its address; null: none */
    url: string | null;
    /** notices that did not arrive since you set it */
    lost: number;
    /** why the last of them was lost */
    problem: string | null;
    /** when it was lost */
    problem_at: number | null;
    /** after three failures in a row no notice is sent until then, a minute at first and up to an hour; null: notices are sent */
    paused_until?: number | null;
}

/** Sets the daily window in which your clocks run, for all your open and running tables with days for each decision and for those that you join later. At a table where it is your turn, it holds from your next turn on. Only you see it; others see when your clock rests (rests of Clocks: this rest or the next one; null: it does not rest before it runs out). */
export interface ClockWindowRequest {
    /** left out: your clocks always run */
    window?: ClockWindow;
}

export interface ClockWindowReply {
    /** as it is now */
    window: ClockWindow | null;
}

/** The daily window in which your clocks run. */
export type ClockWindowStateRequest = Record<string, never>;

export interface ClockWindowStateReply {
    /** null: they always run */
    window: ClockWindow | null;
}

/** Public tables: open ones to join, running ones to watch. */
export type LobbyRequest = Record<string, never>;

export interface LobbyReply {
    /** waiting for players */
    open: Table[];
    /** being played */
    running: Table[];
}

/** Your open and running tables. In lists, turn names the seat of the person to move, when their time runs out (0: never) and the time of the server; it is null while a bot moves. */
export type MineRequest = Record<string, never>;

export interface MineReply {
    /** open and running, newest first */
    tables: Table[];
}

/** Your games that have ended, 50 at a time. In lists, winners has the seats that won; it is empty if the players ended the game early, and null if the server does not know. */
export interface HistoryRequest {
    /** only those that ended before this time */
    before?: number;
}

export interface HistoryReply {
    /** newest first */
    tables: Table[];
}

/** Creates a table with you as host on its first seat. Anybody who has the code in the reply can join or watch. */
export interface TableNewRequest {
    /** recharged if left out */
    edition?: 'classic' | 'recharged';
    /** germany if left out */
    board?: string;
    players: number;
    /** a list of region ids, "random" or "draft"; random if left out */
    zone?: unknown;
    /** the first order; random if left out */
    order?: 'random' | 'seated';
    options?: Options;
    clock?: Clock;
    /** without a clock: seconds a connected player may let the others wait before they can call a bot; 0: for ever; 600 if left out */
    patience?: number;
    /** shown in the lobby */
    public?: boolean;
    /** clients may offer advice to all players while they play; without it to nobody. It holds for the whole game and is shown to everybody who sees the table */
    help?: boolean;
    /** the game counts for the ratings of its players (docs/ratings.md). It is for accounts only: guests and bots get no seat, and there is no help. Default: friendly */
    rated?: boolean;
    /** how a rated game counts a player who has left, that is, for whom a bot plays at the end. last, the default: behind all who stayed, and all who left share the last place. result: as their seat has ended, whoever played it */
    absence?: 'last' | 'result';
    title?: string;
    /** the colour you would like to have; see join */
    colour?: number;
}

export interface TableNewReply {
    /** the new table */
    info: Table;
}

/** One table. host is 0 if the server has made it, for quick pairing or a tournament: it has no host. */
export interface TableRequest {
    table: string;
}

export interface TableReply {
    /** as it is */
    info: Table;
}

/** Takes a free seat, the first one if none is named. Before the game begins, a player who names another free seat moves to it; a seal is dropped then and must be sent again. To take your seat back from a bot, see come_back. */
export interface JoinRequest {
    table: string;
    seat?: number;
    /** the colour you would like to have: you get it if no other player has it, else that of your seat's number or another free one. colour of a seat is its colour now. Before the start, a seated player can ask for another colour in this way, and keeps the old one if it is taken */
    colour?: number;
    /** also if you block a player there; see you-block */
    anyway?: boolean;
}

export interface JoinReply {
    /** with you in it */
    info: Table;
}

/** Leaves your seat. In a running game a bot takes over until you come back. */
export interface LeaveRequest {
    table: string;
}

export interface LeaveReply {
    /** without you */
    info: Table;
}

/** Takes your seat back from the bot. */
export interface ComeBackRequest {
    table: string;
}

export interface ComeBackReply {
    /** with you in it */
    info: Table;
}

/** Lets a bot take over for another player of your game who is to move and has let the others wait: for two minutes if the player is not watching, otherwise for the patience of the table. At a table with a clock, the clock decides instead. The player can come back at any time. */
export interface CallBotRequest {
    table: string;
    seat: number;
}

export interface CallBotReply {
    /** with the seat away */
    info: Table;
}

/** Seats a bot, at a free seat or in place of the bot at the given seat. Only the host can do this. */
export interface AddBotRequest {
    table: string;
    level: 'random' | 'easy' | 'normal' | 'hard' | 'expert';
    /** how it plays, with normal, hard and expert; default plain */
    style?: 'plain' | 'hoarder' | 'rusher' | 'miser' | 'spender' | 'blocker';
    /** default: the first free one */
    seat?: number;
}

export interface AddBotReply {
    /** with the bot in it */
    info: Table;
}

/** Removes a bot or a player before the start. Only the host can do this. */
export interface ClearSeatRequest {
    table: string;
    seat: number;
}

export interface ClearSeatReply {
    /** with the seat free */
    info: Table;
}

/** Says whether you are ready. words takes part in the shuffle openly, for programs that do not use seal. While words are being revealed, not to be ready cancels the start. */
export interface ReadyRequest {
    table: string;
    ready: boolean;
    words?: string;
}

export interface ReadyReply {
    /** as it is now */
    info: Table;
}

/** Takes part in the shuffle elektro-shuffle-2 (docs/shuffle.md): sends the seal of words that you reveal once the server has committed to its seed. A new seal replaces the one before. If you are not connected (watch, or the event stream) when the game is started, your seal is dropped. */
export interface SealRequest {
    table: string;
    /** 64 hexadecimal digits */
    seal: string;
}

export interface SealReply {
    /** with your seal */
    info: Table;
}

/** Reveals the words of your seal. Do it when the table waits for it (due of its shuffle is not null), after you have kept its commitment and all seals. The game begins when all have revealed. A start is cancelled if somebody does not reveal by then; all seals are dropped, and the seats are listed in cancelled. */
export interface RevealRequest {
    table: string;
    /** that of the table's shuffle */
    attempt: number;
    /** 64 hexadecimal digits */
    salt: string;
    words: string;
}

export interface RevealReply {
    /** running if you were the last */
    info: Table;
}

/** Starts the game if every seat is taken and all players are ready. If a player has sent a seal, the table stays open until all seals are revealed. Only the host can do this. */
export interface StartRequest {
    table: string;
}

export interface StartReply {
    /** running */
    info: Table;
}

/** Creates another table like this one. The first player who asks becomes its host; the others join it, and the old table names it as next. */
export interface RematchRequest {
    table: string;
    /** also if you block a player there; see you-block */
    anyway?: boolean;
}

export interface RematchReply {
    /** the next table, with you in it */
    info: Table;
}

/** Agrees to end the game early, or withdraws that. The game ends when all players who are people agree. */
export interface AgreeEndRequest {
    table: string;
    agree: boolean;
}

export interface AgreeEndReply {
    /** as it is now */
    info: Table;
}

/** The people who watch a table at which you have a seat. */
export interface SpectatorsRequest {
    table: string;
}

export interface SpectatorsReply {
    /** who watch without a seat, up to 100 */
    spectators: Spectator[];
    /** connections of people who are not logged in */
    anonymous: number;
    /** removed by the host; user 0: all who are not logged in */
    removed: Spectator[];
    /** whether spectators may chat */
    chat: boolean;
}

/** Removes a spectator from a table, or lets them in again. A removed user can neither watch the table nor join it. Only the host can do this, for up to 200 users of a table. */
export interface RemoveSpectatorRequest {
    table: string;
    /** 0: all who are not logged in, now and later */
    user: number;
    remove: boolean;
}

export interface RemoveSpectatorReply {
    /** as in spectators */
    spectators: Spectator[];
    /** likewise */
    anonymous: number;
    /** likewise */
    removed: Spectator[];
    /** likewise */
    chat: boolean;
}

/** Switches the chat of spectators at a table on or off. Only the host can do this. Spectators chat more slowly than players in any case. */
export interface SpectatorChatRequest {
    table: string;
    on: boolean;
}

export interface SpectatorChatReply {
    /** as in spectators */
    spectators: Spectator[];
    /** likewise */
    anonymous: number;
    /** likewise */
    removed: Spectator[];
    /** likewise */
    chat: boolean;
}

/** Sends a chat line to a table you play at or watch. Invisible characters that set the direction of text (such as U+202E) are removed from it. */
export interface ChatRequest {
    table: string;
    text: string;
}

export interface ChatReply {
    /** of the line */
    number: number;
}

/** Chat lines, 200 at a time, without those of people you have muted. */
export interface ChatListRequest {
    table: string;
    after?: number;
}

export interface ChatListReply {
    /** in order */
    said: Said[];
}

/** Hides the chat of a user from you, or shows it again. You can mute up to 1000 people, as a guest 100. */
export interface MuteRequest {
    user: number;
    mute: boolean;
}

export type MuteReply = Record<string, never>;

/** Watches a table: from now on its changes come as pushes. With since, the reply has the entries after that number, so that a client that was disconnected misses nothing; without it, only the position. If there are more than 2048, the reply has the first of them, and the others follow as news before any later ones. As plain HTTP, GET /api/v1/tables/{table}/events does the same with server-sent events. */
export interface WatchRequest {
    table: string;
    since?: number;
}

export interface WatchReply {
    /** the table */
    info: Table;
    /** null before the start */
    position: Position | null;
    /** after since */
    entries: Entry[];
    /** other entries follow as news */
    more: boolean;
    /** your queued orders */
    orders: Order[];
    /** how earlier orders went, until you send orders again */
    order_results?: OrderResult[];
}

/** Stops watching a table. */
export interface UnwatchRequest {
    table: string;
}

export type UnwatchReply = Record<string, never>;

/** The game as you may see it, and the entries after since, 2048 at most. */
export interface PositionRequest {
    table: string;
    since?: number;
}

export interface PositionReply {
    /** the game now */
    position: Position;
    /** after since */
    entries: Entry[];
    /** there are other entries: ask again with the seq of the last one as since */
    more: boolean;
}

/** Your legal moves as text; an empty list if it is not your turn. */
export interface MovesRequest {
    table: string;
}

export interface MovesReply {
    /** the last entry, for move */
    seq: number;
    /** sorted */
    moves: string[];
}

/** Makes a move. seq is the number of the last entry you know: if there are newer ones the move is refused as stale. client is a name you give to this move, a new one for each move: if you send the same move again, it is not made twice but answered again; another move with the same client is refused as client-used. A move that was answered is on disk. */
export interface MoveRequest {
    table: string;
    seq: number;
    client: string;
    move: string;
}

export interface MoveReply {
    /** of your move */
    seq: number;
    /** true: the move had been made before */
    again: boolean;
}

/** Makes several moves of one turn, all or none: if one of them is refused, nothing is done, and the error is that of the first one that is refused. They are stored in one transaction. Only the last move may pass the decision to another player or turn up a card; a move after that is refused as not-your-turn. seq and client are those of move; client names the whole turn. */
export interface TurnRequest {
    table: string;
    seq: number;
    client: string;
    /** as in move, in order */
    moves: string[];
}

export interface TurnReply {
    /** of the last move */
    seq: number;
    /** true: the turn had been made before */
    again: boolean;
}

/** Takes back your last move, as long as it is your turn, no card has been drawn since, and the time of its decision is not over. */
export interface UndoRequest {
    table: string;
    seq: number;
    client: string;
}

export interface UndoReply {
    /** of the undo */
    seq: number;
    /** true: it had been taken back before */
    again: boolean;
}

/** Replaces your queued orders; an empty list cancels them. Only you see them. An order that can never be carried out is refused, for example a plant that is gone, a phase that is over in this round, a city outside the zone; only an order of yours that you send back with its id, and that has ended since, is left out without an error. An order that cannot be carried out when its turn comes is dropped, and a push says why; see otherwise of order. The server keeps how the last 16 orders went until you send orders again: done; passed, a bid that reached its limit; dropped, with a code and a text (over-limit, or why the move is refused); held, because another one was dropped. cost is what was paid for fuel or for a city, or the price that is over the limit. */
export interface OrdersRequest {
    table: string;
    /** your name for this request: sent again under the same name, one of your last eight is answered and changes nothing, whatever its list */
    client?: string;
    orders: Order[];
}

export interface OrdersReply {
    /** the current list */
    orders: Order[];
}

/** The game as a record (docs/records.md). After the end it includes the seed. */
export interface RecordRequest {
    table: string;
}

export interface RecordReply {
    /** the text */
    record: string;
}

/** How long each seat has thought so far: the time between its decisions and the decisions before them. The first decision of a game does not count. */
export interface TimesRequest {
    table: string;
}

export interface TimesReply {
    /** milliseconds by seat */
    used: number[];
}

/** The analysis of a game that has ended (docs/analysis.md). The server makes it once, in the background, stores it and gives it to all who ask. Until it is done, analysis is null and the other fields say how far it is: ask again after a second or more, or watch the table and wait for the push. A game that is still running is not analysed, for anybody. After a restart of the server an unfinished analysis begins anew when somebody asks again. There are limits a day for users, addresses and the server. */
export interface AnalyseRequest {
    table: string;
    /** make it again if it is outdated */
    again?: boolean;
}

export interface AnalyseReply {
    /** waiting: the server makes others first, or bots are searching */
    state: 'waiting' | 'running' | 'done';
    /** decisions and cards that have been assessed */
    done: number;
    /** of all; 0: not known yet */
    of: number;
    /** analyses that come first, if it waits */
    ahead: number;
    /** an earlier version of the program or of the bots made it */
    outdated: boolean;
    /** the analysis; null: it is not done */
    analysis: unknown;
}

/** How a game has ended, and how it has changed the ratings of its players (docs/ratings.md). The server enters a result a second or so after the end. */
export interface ResultRequest {
    table: string;
}

export interface ResultReply {
    /** pending: the game has ended, and its result will be entered soon; none: it has not ended, or had no players, or cannot be read */
    state: 'pending' | 'done' | 'none';
    /** rank: 0 if the game was not played to its end; before and after: the overall rating, of a rated game; null if the player hides it. user is 0, and name, before and after are null for a player whose account was deleted, and user is 0 for a bot */
    result: Result | null;
}

/** The profile of an account, found by its name, or by one that looks like no other. What the player hides is null for others; you see all of your own. */
export interface ProfileRequest {
    name: string;
}

export interface ProfileReply {
    /** the player */
    user: number;
    /** as the player writes it */
    name: string;
    /** bot: a program plays */
    kind: 'account' | 'bot';
    /** it is your own profile */
    you: boolean;
    /** when the account was created */
    since: number | null;
    /** a pace each; none before the first rated game */
    ratings: Rating[] | null;
    /** results by pace, board, edition, number of players, and whether the game was rated. games were played to their end; ranks is the sum of the places */
    tallies: Tally[] | null;
    /** whether you may list the player's games */
    games: boolean;
    /** games that you and the player finished: in how many you were ahead of the player, and behind; recent: only among the latest games of one of you. null without a session, and in your own profile */
    together: Together | null;
    /** only in your own profile: what others do not see */
    hidden: Visibility | null;
}

/** How the ratings of a player have changed: at most 300 points for each pace, spread over the rated games, the oldest first and always with the latest. */
export interface RatingChartRequest {
    name: string;
}

export interface RatingChartReply {
    /** after games with a clock in minutes, or without one */
    live: ChartPoint[];
    /** after games over days */
    days: ChartPoint[];
}

/** The games of a player that have ended, the latest first, up to 50 at a time. The request looks at a few thousand games at most: if next is not null, ask again with it as before, even if there were fewer than 50. The table and title of a game that was not public are empty for people who did not play in it. */
export interface GamesRequest {
    name: string;
    board?: string;
    edition?: 'classic' | 'recharged';
    players?: number;
    pace?: 'live' | 'days';
    rated?: boolean;
    /** only games with this account */
    with?: string;
    /** won: the player finished first; not-won: on another place. Games that were not played to their end are neither */
    outcome?: 'won' | 'not-won';
    /** only games that ended at this time or later */
    from?: number;
    /** only games that ended before this time */
    to?: number;
    /** next of the reply before */
    before?: number;
}

export interface GamesReply {
    /** the latest first */
    games: Result[];
    /** where to go on; null: there are no more */
    next: number | null;
}

/** Your own games that have ended, as games; also for guests. */
export interface MyGamesRequest {
    board?: string;
    edition?: 'classic' | 'recharged';
    players?: number;
    pace?: 'live' | 'days';
    rated?: boolean;
    with?: string;
    outcome?: 'won' | 'not-won';
    from?: number;
    to?: number;
    before?: number;
}

export interface MyGamesReply {
    /** the latest first */
    games: Result[];
    /** where to go on; null: there are no more */
    next: number | null;
}

/** The records of your games that have ended, the latest first, 25 at a time. */
export interface ArchiveRequest {
    /** next of the reply before */
    before?: number;
}

export interface ArchiveReply {
    /** record is null if the server does not have it: the game was played under other rules */
    games: ArchivedGame[];
    /** where to go on; null: there are no more */
    next: number | null;
    /** your games that have ended */
    total: number;
}

/** The best players of a pace and period, 50 at a time, up to place 10000. Only ratings that are no longer provisional are listed. Players who hide their ratings are left out; their places stay empty. */
export interface LeadersRequest {
    pace: 'live' | 'days';
    /** all; a year: 2026; or a month: 2026-11. In a period, the rating is that after the last game of the period */
    period: string;
    /** the first place; 1 if it is left out */
    from?: number;
}

export interface LeadersReply {
    /** by their places */
    leaders: Leader[];
    /** there are further places */
    more: boolean;
    /** you, if you have played rated games in this period; rank is null while your rating is provisional, and beyond place 10000 */
    you: Leader | null;
}

/** Says what others do not see of your profile: true hides. What is left out stays as it is. Players who hide their ratings are not on the leader boards. */
export interface VisibilityRequest {
    /** your ratings, how they change, your place on leader boards, and your rating in the standings of tournaments */
    ratings?: boolean;
    /** how many games you have played and won */
    results?: boolean;
    /** the list of your games. Each game stays among those of the others who played in it */
    games?: boolean;
    /** when you registered */
    since?: boolean;
}

export interface VisibilityReply {
    /** as it is now */
    hidden: Visibility;
}

/** Your friends, the open requests to be friends, and the users you block. */
export type PeopleRequest = Record<string, never>;

export interface PeopleReply {
    /** here: the friend is connected; table: the public table, open or running, at which they sit */
    friends: Friend[];
    /** those who ask you; answer with friend or block */
    asking: Person[];
    /** those whom you have asked, and who have not answered */
    asked: Person[];
    /** those whom you block; at is 0 */
    blocked: Person[];
}

/** Asks an account to be friends, or agrees if it has asked you. false ends the friendship, takes your request back or declines theirs. An account has at most 500 friends and 200 open requests, and can ask 50 times in a day, the same user 3 times. */
export interface FriendRequest {
    user?: number;
    /** of an account; either user or name */
    name?: string;
    friend: boolean;
}

export interface FriendReply {
    /** the other user */
    user: number;
    /** of the other user */
    name: string;
}

/** Keeps a user away from you, or not any more. A blocked user cannot sit down at an open table of yours, cannot invite you or ask you as a friend, you are not paired with them, and you do not see their chat. Tournaments may seat you together. You are no friends any more. They are not told. You can block up to 1000 people, as a guest 100. */
export interface BlockRequest {
    user: number;
    block: boolean;
}

export type BlockReply = Record<string, never>;

/** Invites an account to an open table at which you sit. It gets a push, and the invitation is in its list until the table is not open any more. You can send 60 in a day, as a guest 10, to the same user 10; nobody has more than 20. */
export interface InviteRequest {
    table: string;
    user?: number;
    /** of an account; either user or name */
    name?: string;
}

export interface InviteReply {
    /** the invited user */
    user: number;
    /** of the invited user */
    name: string;
}

/** The open tables to which you are invited, without invitations of users whom you block. */
export type InvitationsRequest = Record<string, never>;

export interface InvitationsReply {
    /** the newest first; user and name are those of the sender */
    invitations: Invitation[];
}

/** Declines an invitation: it is not in your list any more. */
export interface DeclineRequest {
    table: string;
}

export type DeclineReply = Record<string, never>;

/** Reports a chat line, a name, or how somebody plays, to the moderators. A guest, and a user who reports how somebody plays, must sit at the table. Reports of the same thing are one; yours counts once. Each user and each address can report so much in a day. */
export interface ReportRequest {
    user: number;
    /** chat: a chat line, with table and line; name: the name; play: how the user plays, with table */
    what: 'chat' | 'name' | 'play';
    table?: string;
    /** the number of the chat line */
    line?: number;
    /** your words for the moderators */
    text?: string;
}

export type ReportReply = Record<string, never>;

/** What moderators have decided about you and you have not read; untold of your user is how many. */
export type NotesRequest = Record<string, never>;

export interface NotesReply {
    /** the newest first */
    notes: Note[];
}

/** You have read your notes. */
export interface NotesSeenRequest {
    /** how many you have read: newer ones stay; left out: all */
    count?: number;
}

export type NotesSeenReply = Record<string, never>;

/** The reports, 50 at a time, the newest first. */
export interface ReportsRequest {
    /** the decided ones; otherwise the open ones */
    decided?: boolean;
    /** at of the last entry you know: the older ones follow */
    before?: number;
    /** with before: its number, for entries of the same moment */
    before_id?: number;
}

export interface ReportsReply {
    /** kind: chat, name or play; or a word of the server, for example same-address, about user and other; name is null if the user is gone */
    reports: Report[];
}

/** One report with its context. */
export interface ReportReadRequest {
    report: number;
}

export interface ReportReadReply {
    /** the report */
    report: Report;
    /** as it was when it was reported: the name, the title of the table, the chat around the line */
    context: ReportContext;
    /** who reported it, with their words; user is null for the server and for users who are gone */
    reporters: Reporter[];
    /** the user as they are now; null: gone */
    person: Reported | null;
    /** what was decided about this user before, the newest first */
    before: Moderation[];
}

/** Decides a report. Each decision is in the log, and the user is told of a warning, a silence, a new name and a removed chat line. You cannot decide a report about yourself. If it is about another moderator you can dismiss it or remove the chat line. */
export interface DecideRequest {
    report: number;
    /** silence: no chat, no invitations, no requests to be friends, no titles of tables, no names of tournaments; block: the user cannot use this server */
    action: 'dismiss' | 'warn' | 'silence' | 'rename' | 'remove-line' | 'block' | 'unblock';
    /** of a silence; 0 ends it */
    days?: number;
    /** the new name, with rename; the user keeps the old one for log-ins, and nobody else gets it */
    name?: string;
    /** why, for the user and the log; needed to warn */
    text?: string;
    /** also if the report has been decided */
    again?: boolean;
}

export type DecideReply = Record<string, never>;

/** What moderators have done, 50 entries at a time, the newest first. moderator is null for the operator. */
export interface ModerationLogRequest {
    /** only about this user */
    user?: number;
    /** at of the last entry you know: the older ones follow */
    before?: number;
    /** with before: its number, for entries of the same moment */
    before_id?: number;
}

export interface ModerationLogReply {
    /** the entries; by is the name of the moderator, name that of the user, both at that time */
    log: Moderation[];
}

/** What you are told while you are away, and how. mail: on says whether this server sends mails at all; address is where they go, pending one that has not been verified yet; stopped: you have unsubscribed, or stopped them here; refused: mail servers have refused the address three times in a row, so nothing is sent there until you set it again; lost counts the mails that did not arrive, problem says why the last one did not. */
export type NoticesRequest = Record<string, never>;

export interface NoticesReply {
    /** one for each kind at each pace */
    choices: NoticeChoice[];
    /** what webhook_state replies; null: you are a guest */
    webhook: WebhookStateReply | null;
    /** your address for mail */
    mail: MailState;
    /** on: this server sends Web Push; browsers: how many of yours get it (push_list) */
    push: PushState;
}

/** Changes what is named and leaves the rest. */
export interface NoticesSetRequest {
    choices?: NoticeChoice[];
    /** one mail a day */
    digest?: Digest;
    /** true: each mail by itself again; what waits for the daily one is sent now */
    no_digest?: boolean;
    /** true: no notices by mail, whatever you have chosen; false: they are sent again */
    stopped?: boolean;
    /** of your mails */
    language?: 'en' | 'de' | 'sr' | 'pt-BR' | 'fi' | 'cs' | 'ru';
}

export interface NoticesSetReply {
    /** as they are now */
    choices: NoticeChoice[];
    /** as it is now */
    mail: MailState;
}

/** Sends you a test, once a minute: to your webhook ("notice": "test"), your verified address or your browsers. */
export interface NoticesTestRequest {
    channel: 'webhook' | 'mail' | 'push';
}

export type NoticesTestReply = Record<string, never>;

/** Sends a code to an address. mail_verify with this code makes it yours: your mails go there, and you can get a new password by it (forgot_password). The address before stays until then. Some mails with codes are sent in a day to an address, for an account, and from one network address. */
export interface MailSetRequest {
    address: string;
    /** your own */
    password: string;
    /** of your mails; en if it is missing */
    language?: 'en' | 'de' | 'sr' | 'pt-BR' | 'fi' | 'cs' | 'ru';
}

export interface MailSetReply {
    /** with the address as pending */
    mail: MailState;
}

/** Says that the address is yours. */
export interface MailVerifyRequest {
    /** from the mail; valid for a day */
    code: string;
}

export interface MailVerifyReply {
    /** with the address */
    mail: MailState;
}

/** Forgets your address, and drops the mails that wait. */
export type MailDropRequest = Record<string, never>;

export interface MailDropReply {
    /** without an address */
    mail: MailState;
}

/** Sends a code for a new password to the verified address of an account; reset_password takes it. The old password stays until then. The reply is the same whether or not there is such an account, and whether or not it has an address. */
export interface ForgotPasswordRequest {
    name: string;
}

export type ForgotPasswordReply = Record<string, never>;

/** Stops the notices by mail of an account, without a session: the links of mails lead here. From a mail to verify an address: nothing is sent to this address any more. The body may also be the form that mail programs send (RFC 8058). A GET leads to the page that asks, and changes nothing. */
export interface UnsubscribeRequest {
    /** from the mail */
    token: string;
    /** true: takes it back */
    again?: boolean;
}

export interface UnsubscribeReply {
    /** the beginning and the domain of the address */
    address: string;
    /** whether mails are stopped now */
    stopped: boolean;
}

/** Looks for people to play with: you wait in a queue until there is a table, whose game then runs already. You need no connection meanwhile, but if you wait for a game in one sitting, and have no connection for two minutes, and neither a webhook nor a browser with notices, you wait no more. You have one entry; another request changes it, and keeps your place if the pace is the same. While you play with people at another table with a clock (of the kind move or game) you cannot wait for a game in one sitting. */
export interface PairRequest {
    /** the clock of the game; pair_state tells them. fast and live are played in one sitting, days over weeks. You wait for an hour at most, with days for a week */
    pace: 'fast' | 'live' | 'days';
    /** at the table, 2 to 6; 0 or left out: any number, which is found soonest */
    players?: number;
    /** seconds after which bots take the seats that are left; left out: never. They may come earlier, at the table of somebody whose time is over */
    bots_after?: number;
    /** of these bots; normal if left out */
    level?: 'random' | 'easy' | 'normal' | 'hard' | 'expert';
    /** whether the game counts for ratings; any if left out, and no for guests, who have none. There are no bots in rated games */
    rated?: 'no' | 'any' | 'yes';
    /** the colour you prefer */
    colour?: number;
}

export interface PairReply {
    /** the time of the server */
    now: number;
    /** how you wait; bots_at null: never; players 0: any number */
    entry: PairEntry | null;
    /** what became of your last entry: paired, with the table; expired: nobody came; away: you had no connection; playing: you had begun another game with a clock */
    over: PairOver | null;
    /** the clock of each pace, how many people wait, and how many of them for a number of players (0: any) */
    paces: PairPace[];
}

/** How you wait, and how many others. */
export type PairStateRequest = Record<string, never>;

export interface PairStateReply {
    /** as in pair */
    now: number;
    /** null: you do not wait */
    entry: PairEntry | null;
    /** as in pair, for a day, or until you look for people again or send pair_cancel */
    over: PairOver | null;
    /** as in pair */
    paces: PairPace[];
}

/** You wait no more. If a table was made for you at the same moment, over says so: your game runs. over is told no more after that. */
export type PairCancelRequest = Record<string, never>;

export interface PairCancelReply {
    /** as in pair */
    now: number;
    /** null */
    entry: PairEntry | null;
    /** as in pair */
    over: PairOver | null;
    /** as in pair */
    paces: PairPace[];
}

/** Your browsers that get notices by Web Push, the oldest first. lost counts the notices that have not arrived since the last one that has; problem says why the last of them was lost. Logging out in a browser, or from elsewhere, ends its notices; a browser that its push service does not know any more is removed. */
export type PushListRequest = Record<string, never>;

export interface PushListReply {
    /** the public key of this server, with which a browser subscribes (applicationServerKey); null: the server sends no Web Push */
    key: string | null;
    /** the browsers */
    pushes: PushBrowser[];
}

/** Sends your notices to a browser that has subscribed to Web Push. The browser belongs to you and to this session from now on; one that you have added before keeps its number. At most 20 browsers. */
export interface PushAddRequest {
    /** its address at the push service: https, and not in a private network */
    endpoint: string;
    /** its public key, in base64url */
    p256dh: string;
    /** its secret, in base64url */
    auth: string;
    /** of its notices; en if it is missing */
    language?: 'en' | 'de' | 'sr' | 'pt-BR' | 'fi' | 'cs' | 'ru';
}

export interface PushAddReply {
    /** the number of the browser */
    id: number;
}

/** Sends no more notices to a browser. */
export interface PushDropRequest {
    /** the number of the browser */
    push: number;
}

export type PushDropReply = Record<string, never>;

/** Sends a notice to a browser, so that you see whether notices arrive; once a minute. push_list says later whether it did. */
export interface PushTestRequest {
    /** the number of the browser */
    push: number;
}

export type PushTestReply = Record<string, never>;

/** Public tournaments, up to 50 at a time: open for sign-up, running or paused, ended or cancelled; or those that you organise or have signed up for. With series: all seasons of a league. The newest first. */
export interface TournamentsRequest {
    /** open if left out; mine needs a session */
    list?: 'open' | 'running' | 'ended' | 'mine';
    /** the series of a Tournament; then list is not looked at */
    series?: string;
    /** only those created before this time */
    before?: number;
}

export interface TournamentsReply {
    /** newest first */
    tournaments: Tournament[];
    /** whether there are older ones */
    more: boolean;
}

/** One tournament. people have signed up and not left; rounds includes the final; round is the one that is played or was played last, 0 before the first; begins is when the tournament, or after a break the next round, begins; due is when this round is ended by rule; tables are those of this round. A page that shows a tournament asks again every ten seconds, and reads standings and rounds again when version has changed. */
export interface TournamentRequest {
    tournament: string;
}

export interface TournamentReply {
    /** as it is now */
    tournament: Tournament;
}

/** Creates a tournament with you as organiser, open for sign-up. You do not play unless you sign up. */
export interface TournamentNewRequest {
    name: string;
    settings: TournamentSettings;
}

export interface TournamentNewReply {
    /** the new tournament */
    tournament: Tournament;
}

/** Before it begins, the organiser replaces name and settings of a tournament. If it has room for fewer people than have signed up, the last ones become reserves. */
export interface TournamentChangeRequest {
    tournament: string;
    name: string;
    settings: TournamentSettings;
}

export interface TournamentChangeReply {
    /** as it is now */
    tournament: Tournament;
}

/** Signs up. When the tournament is full or has begun you are a reserve: you move up when somebody withdraws before the begin, and the organiser can let you replace somebody afterwards. */
export interface TournamentJoinRequest {
    tournament: string;
}

export interface TournamentJoinReply {
    /** with you in it */
    tournament: Tournament;
}

/** Withdraws. Before the begin you can sign up again. Later you get no more tables, and a bot plays on for you at the table of this round, unless you come back to it. */
export interface TournamentLeaveRequest {
    tournament: string;
}

export interface TournamentLeaveReply {
    /** without you */
    tournament: Tournament;
}

/** What only the organiser can do. start: begin now, or end the break between two rounds. pause: no table is made or ended by rule until resume; running games and their clocks go on, and the deadline of the round moves by the time of the pause; after 90 days it resumes by itself. cancel: end it now, with the standings as they are; running games go on. remove: somebody gets no more tables, and a bot plays on for them. replace: a reserve takes over somebody's place with its points, from the next round on; a bot plays on at the running table. end-table: end a table of this round as the game stands. end-round: end all of them. */
export interface TournamentManageRequest {
    tournament: string;
    action: 'start' | 'pause' | 'resume' | 'cancel' | 'remove' | 'replace' | 'end-table' | 'end-round';
    /** with remove and replace */
    user?: number;
    /** with replace: a reserve; the first one if left out */
    by?: number;
    /** with end-table: its code */
    table?: string;
}

export interface TournamentManageReply {
    /** as it is now */
    tournament: Tournament;
}

/** The standings, 100 at a time; before the begin, the people who have signed up, in the order in which they did, without ranks. points, wins, opponents (the mean of the points of those met) and direct decide in this order; a final decides before all of them. state is that of the person at the place now. */
export interface TournamentStandingsRequest {
    tournament: string;
    /** how many to leave out */
    after?: number;
}

export interface TournamentStandingsReply {
    /** best first. rating: when the tournament began; null before, and if the player hides it or the account was deleted */
    standings: TournamentStanding[];
    /** whether others follow */
    more: boolean;
    /** with the first page: in the order in which they signed up; at most 100 */
    reserves: Reserve[];
}

/** The tables of a round. people are in the order of their seats. */
export interface TournamentRoundRequest {
    tournament: string;
    round: number;
}

export interface TournamentRoundReply {
    /** by number; none if the round has not begun */
    fixtures: Fixture[];
}

/** Everything about a tournament at once, to keep: all standings and all rounds, and the standings as text with aligned columns. */
export interface TournamentResultsRequest {
    tournament: string;
}

export interface TournamentResultsReply {
    /** as it is now */
    tournament: Tournament;
    /** all of them */
    standings: TournamentStanding[];
    /** of all rounds */
    fixtures: Fixture[];
    /** the standings */
    text: string;
}

/** A game you watch has moved on. */
export interface NewsPush {
    push: 'news';
    /** after it */
    position: Position;
    /** what happened */
    entries: Entry[];
    /** other entries that have happened already follow; see watch */
    more?: true;
}

/** The seats, the status or the settings of a table you watch have changed. */
export interface TablePush {
    push: 'table';
    /** as it is now */
    info: Table;
}

/** A new chat line. */
export interface ChatPush {
    push: 'chat';
    /** the table */
    table: string;
    /** the line */
    said: Said;
}

/** Your queued orders have changed: one was carried out or dropped, or you replaced them over another connection. */
export interface OrdersPush {
    push: 'orders';
    /** the table */
    table: string;
    /** the current list */
    orders: Order[];
    /** the reason if one was dropped */
    why: string | null;
    /** how your orders went, oldest first */
    results?: OrderResult[];
}

/** The analysis of a game you watch has moved on, or has ended: ask for it with analyse. */
export interface AnalysisPush {
    push: 'analysis';
    /** the table */
    table: string;
    /** failed: it was given up; the server's log says why */
    state: 'running' | 'done' | 'failed';
    /** decisions and cards that have been assessed */
    done: number;
    /** of all */
    of: number;
}

/** It is your turn at a table you do not watch. */
export interface YourTurnPush {
    push: 'your_turn';
    /** the table */
    table: string;
    /** of the table */
    title: string;
}

/** The host has removed you from a table: you do not watch it any more. */
export interface RemovedPush {
    push: 'removed';
    /** the table */
    table: string;
}

/** Your clock has almost run out. */
export interface TimeRunsOutPush {
    push: 'time_runs_out';
    /** the table */
    table: string;
    /** when it runs out */
    due: number;
}

/** The result of a game that you have played is entered: see result. */
export interface RatedPush {
    push: 'rated';
    /** the table */
    table: string;
    /** it has changed ratings */
    rated: boolean;
}

/** Somebody has asked you to be friends, has agreed, or is no friend any more: ask for people. */
export interface PeoplePush {
    push: 'people';
}

/** A player invites you to an open table; see invitations. */
export interface InvitedPush {
    push: 'invited';
    /** the table */
    table: string;
    /** of the table */
    title: string;
    /** who invites you */
    user: number;
    /** of the user who invites you */
    name: string;
}

/** A moderator has removed a chat line. */
export interface ChatRemovedPush {
    push: 'chat_removed';
    /** the table */
    table: string;
    /** of the line */
    number: number;
}

/** A moderator has decided something about you: ask for notes. */
export interface NotePush {
    push: 'note';
}

/** You wait for people: their number has changed, or you wait no more. */
export interface PairingPush {
    push: 'pairing';
    /** as in pair */
    now: number;
    /** as in pair */
    entry: PairEntry | null;
    /** as in pair */
    over: PairOver | null;
    /** as in pair */
    paces: PairPace[];
}

/** You have waited for people: there is a table, and its game runs. */
export interface PairedPush {
    push: 'paired';
    /** the table */
    table: string;
}

/** Your table of a round of a tournament has begun. */
export interface TournamentPush {
    push: 'tournament';
    /** its code */
    tournament: string;
    /** its name */
    name: string;
    /** the round */
    round: number;
    /** your table */
    table: string;
}

/** Every request with what it sends and gets. */
export interface Requests {
    hello: { send: HelloRequest; get: HelloReply };
    guest: { send: GuestRequest; get: GuestReply };
    register: { send: RegisterRequest; get: RegisterReply };
    rename: { send: RenameRequest; get: RenameReply };
    login: { send: LoginRequest; get: LoginReply };
    change_password: { send: ChangePasswordRequest; get: ChangePasswordReply };
    reset_password: { send: ResetPasswordRequest; get: ResetPasswordReply };
    logout: { send: LogoutRequest; get: LogoutReply };
    logout_everywhere: { send: LogoutEverywhereRequest; get: LogoutEverywhereReply };
    sessions: { send: SessionsRequest; get: SessionsReply };
    session_drop: { send: SessionDropRequest; get: SessionDropReply };
    export: { send: ExportRequest; get: ExportReply };
    delete_me: { send: DeleteMeRequest; get: DeleteMeReply };
    token_new: { send: TokenNewRequest; get: TokenNewReply };
    token_list: { send: TokenListRequest; get: TokenListReply };
    token_drop: { send: TokenDropRequest; get: TokenDropReply };
    webhook: { send: WebhookRequest; get: WebhookReply };
    webhook_state: { send: WebhookStateRequest; get: WebhookStateReply };
    clock_window: { send: ClockWindowRequest; get: ClockWindowReply };
    clock_window_state: { send: ClockWindowStateRequest; get: ClockWindowStateReply };
    lobby: { send: LobbyRequest; get: LobbyReply };
    mine: { send: MineRequest; get: MineReply };
    history: { send: HistoryRequest; get: HistoryReply };
    table_new: { send: TableNewRequest; get: TableNewReply };
    table: { send: TableRequest; get: TableReply };
    join: { send: JoinRequest; get: JoinReply };
    leave: { send: LeaveRequest; get: LeaveReply };
    come_back: { send: ComeBackRequest; get: ComeBackReply };
    call_bot: { send: CallBotRequest; get: CallBotReply };
    add_bot: { send: AddBotRequest; get: AddBotReply };
    clear_seat: { send: ClearSeatRequest; get: ClearSeatReply };
    ready: { send: ReadyRequest; get: ReadyReply };
    seal: { send: SealRequest; get: SealReply };
    reveal: { send: RevealRequest; get: RevealReply };
    start: { send: StartRequest; get: StartReply };
    rematch: { send: RematchRequest; get: RematchReply };
    agree_end: { send: AgreeEndRequest; get: AgreeEndReply };
    spectators: { send: SpectatorsRequest; get: SpectatorsReply };
    remove_spectator: { send: RemoveSpectatorRequest; get: RemoveSpectatorReply };
    spectator_chat: { send: SpectatorChatRequest; get: SpectatorChatReply };
    chat: { send: ChatRequest; get: ChatReply };
    chat_list: { send: ChatListRequest; get: ChatListReply };
    mute: { send: MuteRequest; get: MuteReply };
    watch: { send: WatchRequest; get: WatchReply };
    unwatch: { send: UnwatchRequest; get: UnwatchReply };
    position: { send: PositionRequest; get: PositionReply };
    moves: { send: MovesRequest; get: MovesReply };
    move: { send: MoveRequest; get: MoveReply };
    turn: { send: TurnRequest; get: TurnReply };
    undo: { send: UndoRequest; get: UndoReply };
    orders: { send: OrdersRequest; get: OrdersReply };
    record: { send: RecordRequest; get: RecordReply };
    times: { send: TimesRequest; get: TimesReply };
    analyse: { send: AnalyseRequest; get: AnalyseReply };
    result: { send: ResultRequest; get: ResultReply };
    profile: { send: ProfileRequest; get: ProfileReply };
    rating_chart: { send: RatingChartRequest; get: RatingChartReply };
    games: { send: GamesRequest; get: GamesReply };
    my_games: { send: MyGamesRequest; get: MyGamesReply };
    archive: { send: ArchiveRequest; get: ArchiveReply };
    leaders: { send: LeadersRequest; get: LeadersReply };
    visibility: { send: VisibilityRequest; get: VisibilityReply };
    people: { send: PeopleRequest; get: PeopleReply };
    friend: { send: FriendRequest; get: FriendReply };
    block: { send: BlockRequest; get: BlockReply };
    invite: { send: InviteRequest; get: InviteReply };
    invitations: { send: InvitationsRequest; get: InvitationsReply };
    decline: { send: DeclineRequest; get: DeclineReply };
    report: { send: ReportRequest; get: ReportReply };
    notes: { send: NotesRequest; get: NotesReply };
    notes_seen: { send: NotesSeenRequest; get: NotesSeenReply };
    reports: { send: ReportsRequest; get: ReportsReply };
    report_read: { send: ReportReadRequest; get: ReportReadReply };
    decide: { send: DecideRequest; get: DecideReply };
    moderation_log: { send: ModerationLogRequest; get: ModerationLogReply };
    notices: { send: NoticesRequest; get: NoticesReply };
    notices_set: { send: NoticesSetRequest; get: NoticesSetReply };
    notices_test: { send: NoticesTestRequest; get: NoticesTestReply };
    mail_set: { send: MailSetRequest; get: MailSetReply };
    mail_verify: { send: MailVerifyRequest; get: MailVerifyReply };
    mail_drop: { send: MailDropRequest; get: MailDropReply };
    forgot_password: { send: ForgotPasswordRequest; get: ForgotPasswordReply };
    unsubscribe: { send: UnsubscribeRequest; get: UnsubscribeReply };
    pair: { send: PairRequest; get: PairReply };
    pair_state: { send: PairStateRequest; get: PairStateReply };
    pair_cancel: { send: PairCancelRequest; get: PairCancelReply };
    push_list: { send: PushListRequest; get: PushListReply };
    push_add: { send: PushAddRequest; get: PushAddReply };
    push_drop: { send: PushDropRequest; get: PushDropReply };
    push_test: { send: PushTestRequest; get: PushTestReply };
    tournaments: { send: TournamentsRequest; get: TournamentsReply };
    tournament: { send: TournamentRequest; get: TournamentReply };
    tournament_new: { send: TournamentNewRequest; get: TournamentNewReply };
    tournament_change: { send: TournamentChangeRequest; get: TournamentChangeReply };
    tournament_join: { send: TournamentJoinRequest; get: TournamentJoinReply };
    tournament_leave: { send: TournamentLeaveRequest; get: TournamentLeaveReply };
    tournament_manage: { send: TournamentManageRequest; get: TournamentManageReply };
    tournament_standings: { send: TournamentStandingsRequest; get: TournamentStandingsReply };
    tournament_round: { send: TournamentRoundRequest; get: TournamentRoundReply };
    tournament_results: { send: TournamentResultsRequest; get: TournamentResultsReply };
}

export type Push =
    | NewsPush
    | TablePush
    | ChatPush
    | OrdersPush
    | AnalysisPush
    | YourTurnPush
    | RemovedPush
    | TimeRunsOutPush
    | RatedPush
    | PeoplePush
    | InvitedPush
    | ChatRemovedPush
    | NotePush
    | PairingPush
    | PairedPush
    | TournamentPush;

/** Where each request is as plain HTTP; null: over the WebSocket only. */
export const http: Record<keyof Requests, string | null> = {
    hello: 'GET /api/v1/hello',
    guest: 'POST /api/v1/guest',
    register: 'POST /api/v1/register',
    rename: 'POST /api/v1/me/name',
    login: 'POST /api/v1/login',
    change_password: 'POST /api/v1/me/password',
    reset_password: 'POST /api/v1/reset-password',
    logout: 'POST /api/v1/logout',
    logout_everywhere: 'POST /api/v1/logout-everywhere',
    sessions: 'GET /api/v1/me/sessions',
    session_drop: 'POST /api/v1/me/sessions/drop',
    export: 'GET /api/v1/me/export',
    delete_me: 'POST /api/v1/me/delete',
    token_new: 'POST /api/v1/tokens',
    token_list: 'GET /api/v1/tokens',
    token_drop: 'POST /api/v1/tokens/drop',
    webhook: 'POST /api/v1/me/webhook',
    webhook_state: 'GET /api/v1/me/webhook',
    clock_window: 'POST /api/v1/me/clock-window',
    clock_window_state: 'GET /api/v1/me/clock-window',
    lobby: 'GET /api/v1/lobby',
    mine: 'GET /api/v1/me/tables',
    history: 'GET /api/v1/me/history',
    table_new: 'POST /api/v1/tables',
    table: 'GET /api/v1/tables/{table}',
    join: 'POST /api/v1/tables/{table}/join',
    leave: 'POST /api/v1/tables/{table}/leave',
    come_back: 'POST /api/v1/tables/{table}/come-back',
    call_bot: 'POST /api/v1/tables/{table}/call-bot',
    add_bot: 'POST /api/v1/tables/{table}/bots',
    clear_seat: 'POST /api/v1/tables/{table}/clear-seat',
    ready: 'POST /api/v1/tables/{table}/ready',
    seal: 'POST /api/v1/tables/{table}/seal',
    reveal: 'POST /api/v1/tables/{table}/reveal',
    start: 'POST /api/v1/tables/{table}/start',
    rematch: 'POST /api/v1/tables/{table}/rematch',
    agree_end: 'POST /api/v1/tables/{table}/agree-end',
    spectators: 'GET /api/v1/tables/{table}/spectators',
    remove_spectator: 'POST /api/v1/tables/{table}/remove-spectator',
    spectator_chat: 'POST /api/v1/tables/{table}/spectator-chat',
    chat: 'POST /api/v1/tables/{table}/chat',
    chat_list: 'GET /api/v1/tables/{table}/chat',
    mute: 'POST /api/v1/me/mute',
    watch: null,
    unwatch: null,
    position: 'GET /api/v1/tables/{table}/position',
    moves: 'GET /api/v1/tables/{table}/moves',
    move: 'POST /api/v1/tables/{table}/move',
    turn: 'POST /api/v1/tables/{table}/turn',
    undo: 'POST /api/v1/tables/{table}/undo',
    orders: 'POST /api/v1/tables/{table}/orders',
    record: 'GET /api/v1/tables/{table}/record',
    times: 'GET /api/v1/tables/{table}/times',
    analyse: 'POST /api/v1/tables/{table}/analyse',
    result: 'GET /api/v1/tables/{table}/result',
    profile: 'GET /api/v1/people/{name}',
    rating_chart: 'GET /api/v1/people/{name}/ratings',
    games: 'GET /api/v1/people/{name}/games',
    my_games: 'GET /api/v1/me/games',
    archive: 'GET /api/v1/me/archive',
    leaders: 'GET /api/v1/leaders',
    visibility: 'POST /api/v1/me/visibility',
    people: 'GET /api/v1/me/people',
    friend: 'POST /api/v1/me/friend',
    block: 'POST /api/v1/me/block',
    invite: 'POST /api/v1/tables/{table}/invite',
    invitations: 'GET /api/v1/me/invitations',
    decline: 'POST /api/v1/tables/{table}/decline',
    report: 'POST /api/v1/report',
    notes: 'GET /api/v1/me/notes',
    notes_seen: 'POST /api/v1/me/notes',
    reports: 'GET /api/v1/moderation/reports',
    report_read: 'GET /api/v1/moderation/report',
    decide: 'POST /api/v1/moderation/report',
    moderation_log: 'GET /api/v1/moderation/log',
    notices: 'GET /api/v1/me/notices',
    notices_set: 'POST /api/v1/me/notices',
    notices_test: 'POST /api/v1/me/notices/test',
    mail_set: 'POST /api/v1/me/mail',
    mail_verify: 'POST /api/v1/me/mail/verify',
    mail_drop: 'POST /api/v1/me/mail/drop',
    forgot_password: 'POST /api/v1/forgot-password',
    unsubscribe: 'POST /api/v1/unsubscribe/{token}',
    pair: 'POST /api/v1/pairing',
    pair_state: 'GET /api/v1/pairing',
    pair_cancel: 'POST /api/v1/pairing/cancel',
    push_list: 'GET /api/v1/me/pushes',
    push_add: 'POST /api/v1/me/pushes',
    push_drop: 'POST /api/v1/me/pushes/drop',
    push_test: 'POST /api/v1/me/pushes/test',
    tournaments: 'GET /api/v1/tournaments',
    tournament: 'GET /api/v1/tournaments/{tournament}',
    tournament_new: 'POST /api/v1/tournaments',
    tournament_change: 'POST /api/v1/tournaments/{tournament}/settings',
    tournament_join: 'POST /api/v1/tournaments/{tournament}/join',
    tournament_leave: 'POST /api/v1/tournaments/{tournament}/leave',
    tournament_manage: 'POST /api/v1/tournaments/{tournament}/manage',
    tournament_standings: 'GET /api/v1/tournaments/{tournament}/standings',
    tournament_round: 'GET /api/v1/tournaments/{tournament}/round',
    tournament_results: 'GET /api/v1/tournaments/{tournament}/results',
};

export type ErrorCode =
    | 'bad-json'
    | 'bad-request'
    | 'no-such-request'
    | 'wrong-method'
    | 'length-required'
    | 'not-logged-in'
    | 'not-an-account'
    | 'not-a-guest'
    | 'wrong-password'
    | 'wrong-code'
    | 'name-taken'
    | 'bad-name'
    | 'blocked'
    | 'wrong-origin'
    | 'no-such-table'
    | 'not-seated'
    | 'not-the-host'
    | 'seat-taken'
    | 'table-full'
    | 'not-open'
    | 'not-running'
    | 'not-absent'
    | 'not-ready'
    | 'starting'
    | 'not-revealing'
    | 'wrong-reveal'
    | 'stale'
    | 'client-used'
    | 'over-limit'
    | 'conflict'
    | 'nothing-to-undo'
    | 'bad-syntax'
    | 'ambiguous-mix'
    | 'game-too-long'
    | 'no-such-board'
    | 'no-such-region'
    | 'other-rules'
    | 'private-address'
    | 'removed'
    | 'chat-off'
    | 'table-limit'
    | 'game-limit'
    | 'still-running'
    | 'analysis-off'
    | 'analysis-limit'
    | 'too-many'
    | 'too-slow'
    | 'too-large'
    | 'busy'
    | 'storage'
    | 'storage-full'
    | 'damaged-journal'
    | 'no-memory'
    | 'rated-table'
    | 'hidden'
    | 'no-such-user'
    | 'not-welcome'
    | 'you-block'
    | 'not-a-moderator'
    | 'silenced'
    | 'decided'
    | 'no-such-report'
    | 'that-is-you'
    | 'sits-here'
    | 'mail-off'
    | 'mail-limit'
    | 'mail-unwanted'
    | 'no-receiver'
    | 'already-playing'
    | 'push-off'
    | 'no-such-tournament'
    | 'not-the-organiser'
    | 'tournament-state'
    | 'tournament-full'
    | 'not-entered'
    | 'was-removed'
    | 'tournament-limit';
