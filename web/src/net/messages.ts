// made by tools/make_wire.py from server/messages.json; do not edit.

export const wireVersion = 1;

/** variants of a table; what is left out is false */
export interface Options {
    /** recharged: players mark where networks begin */
    starting_cities?: boolean;
    /** classic: a short game in Step 1 */
    first_game?: boolean;
    /** everybody's money is public */
    open_money?: boolean;
}

/** how long players may think; when time runs out a bot plays on until they come back */
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

/** something the server does for a player when their turn comes */
export interface Order {
    /** bid: in the auction of plant, bid one more than the others up to most, then pass; pass: end my part of phase in this round as soon as I am asked; buy: buy count of fuel if that costs at most most; connect: connect city if that costs at most most */
    kind: 'bid' | 'pass' | 'buy' | 'connect';
    plant?: number;
    most?: number;
    phase?: string;
    /** filled in by the server */
    round?: number;
    fuel?: string;
    count?: number;
    city?: string;
}

export interface User {
    id: number;
    name: string;
    kind: 'guest' | 'account' | 'bot';
}

export interface Seat {
    seat: number;
    kind: 'empty' | 'person' | 'bot';
    name: string;
    user: number;
    level: string | null;
    ready: boolean;
    away: boolean;
    here: boolean;
    agrees_to_end: boolean;
    words: string;
}

export interface Settings {
    edition: string;
    board: string;
    players: number;
    zone: string[] | 'random' | 'draft';
    order: 'random' | 'seated';
    options: Options;
    clock: Clock;
    public: boolean;
    title: string;
}

export interface Table {
    table: string;
    status: 'open' | 'running' | 'ended' | 'closed';
    host: number;
    settings: Settings;
    seats: Seat[];
    you: number;
    seq: number;
    shuffle: {name: string; commitment: string; seed: string | null};
    next: string | null;
    created: number;
    ended: number | null;
}

export interface Entry {
    seq: number;
    seat?: number;
    move?: string;
    draw?: number;
    top?: string;
    undo?: true;
    events: unknown[];
}

export interface Clocks {
    now: number;
    left: number[];
    since: number;
    due: number;
}

export interface Position {
    table: string;
    seq: number;
    view: unknown;
    can_undo: boolean;
    clock: Clocks | null;
}

export interface Said {
    number: number;
    user: number;
    name: string;
    at: number;
    text: string;
}

export interface Token {
    id: number;
    label: string;
    created: number;
}

/** What this server is, and who you are to it. */
export type HelloRequest = Record<string, never>;

export interface HelloReply {
    /** name and version */
    server: string;
    /** version of this wire format */
    wire: number;
    /** version of the rules */
    rules: number;
    /** who you are */
    you: User | null;
    /** the boards that can be played */
    boards: unknown[];
}

/** Sits down with nothing but a name. The reply sets the cookie of the session. */
export interface GuestRequest {
    /** need not be unique */
    name: string;
}

export interface GuestReply {
    /** who you are now */
    you: User;
}

/** Makes an account; a guest keeps their games, under the name of the account. */
export interface RegisterRequest {
    /** unique but for case */
    name: string;
    password: string;
}

export interface RegisterReply {
    /** who you are now */
    you: User;
}

/** Gives a guest another name, at once at tables that wait or are played and for what they said there; games that have ended keep the name they were played under. The name of an account stays. */
export interface RenameRequest {
    /** need not be unique */
    name: string;
}

export interface RenameReply {
    /** who you are now */
    you: User;
}

/** Begins a session of an account. */
export interface LoginRequest {
    name: string;
    password: string;
}

export interface LoginReply {
    /** who you are now */
    you: User;
}

/** Ends this session. */
export type LogoutRequest = Record<string, never>;

export type LogoutReply = Record<string, never>;

/** Ends all your sessions; API tokens stay. */
export type LogoutEverywhereRequest = Record<string, never>;

export type LogoutEverywhereReply = Record<string, never>;

/** Your account, where notices go, your API tokens and up to 2000 of your tables. */
export type ExportRequest = Record<string, never>;

export interface ExportReply {
    /** you */
    you: User;
    /** where notices go */
    webhook: string | null;
    /** API tokens */
    tokens: Token[];
    /** your games */
    games: Table[];
}

/** Forgets you: sessions, account, what you said. What you did in games stays, without your name. */
export interface DeleteMeRequest {
    /** your name, to be sure */
    name: string;
}

export type DeleteMeReply = Record<string, never>;

/** Makes a token for a program that plays for this account: Authorization: Bearer TOKEN. It is shown once. */
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

/** Ends an API token. */
export interface TokenDropRequest {
    id: number;
}

export type TokenDropReply = Record<string, never>;

/** Where "your turn" is sent while you are away: an https or http address, not a private one. The body is signed: X-Elektro-Signature is the HMAC-SHA-256 of the body with the secret, in hexadecimal. */
export interface WebhookRequest {
    /** empty: nowhere */
    url: string;
}

export interface WebhookReply {
    /** to check signatures with; shown once */
    secret: string;
}

/** Public tables: those one can join, and those one can watch. */
export type LobbyRequest = Record<string, never>;

export interface LobbyReply {
    /** waiting for players */
    open: Table[];
    /** being played */
    running: Table[];
}

/** Tables you sit at. */
export type MineRequest = Record<string, never>;

export interface MineReply {
    /** open and running, newest first */
    tables: Table[];
}

/** Games you have played to the end, 50 at a time. */
export interface HistoryRequest {
    /** only those that ended before this time */
    before?: number;
}

export interface HistoryReply {
    /** newest first */
    tables: Table[];
}

/** Lays a table and sits you down at its first seat. The code in the reply is the link: whoever has it can join or watch. */
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
    /** shown in the lobby */
    public?: boolean;
    title?: string;
}

export interface TableNewReply {
    /** the new table */
    info: Table;
}

/** One table. */
export interface TableRequest {
    table: string;
}

export interface TableReply {
    /** as it is */
    info: Table;
}

/** Sits down at a free seat, the first one if none is named. To come back to a seat that a bot plays for you, see come_back. */
export interface JoinRequest {
    table: string;
    seat?: number;
}

export interface JoinReply {
    /** with you in it */
    info: Table;
}

/** Gets up. From a running game: a bot plays on for you until you come back. */
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

/** Lets a bot play for a player of your game who is to move, is not here, and has kept everybody waiting for two minutes; they can come back at any time. */
export interface CallBotRequest {
    table: string;
    seat: number;
}

export interface CallBotReply {
    /** with the seat away */
    info: Table;
}

/** Seats a bot; only who laid the table may. */
export interface AddBotRequest {
    table: string;
    level: 'random' | 'easy' | 'normal' | 'hard' | 'expert';
    seat?: number;
}

export interface AddBotReply {
    /** with the bot in it */
    info: Table;
}

/** Asks a bot or a player to get up before the start; only who laid the table may. */
export interface ClearSeatRequest {
    table: string;
    seat: number;
}

export interface ClearSeatReply {
    /** with the seat free */
    info: Table;
}

/** Says that you are ready, and adds your words to the shuffle. */
export interface ReadyRequest {
    table: string;
    ready: boolean;
    words?: string;
}

export interface ReadyReply {
    /** as it is now */
    info: Table;
}

/** Begins the game when every seat is taken and everybody is ready; only who laid the table may. */
export interface StartRequest {
    table: string;
}

export interface StartReply {
    /** running */
    info: Table;
}

/** Lays another table like this one; the first to ask becomes its host, the others find it as next. */
export interface RematchRequest {
    table: string;
}

export interface RematchReply {
    /** the next table, with you in it */
    info: Table;
}

/** Agrees, or no longer, to end the game here. It ends when all the people at it agree. */
export interface AgreeEndRequest {
    table: string;
    agree: boolean;
}

export interface AgreeEndReply {
    /** as it is now */
    info: Table;
}

/** Says something at a table you sit at or watch. */
export interface ChatRequest {
    table: string;
    text: string;
}

export interface ChatReply {
    /** of what was said */
    number: number;
}

/** What was said, 200 at a time; without those you muted. */
export interface ChatListRequest {
    table: string;
    after?: number;
}

export interface ChatListReply {
    /** in order */
    said: Said[];
}

/** Hides what somebody says from you, or shows it again. */
export interface MuteRequest {
    user: number;
    mute: boolean;
}

export type MuteReply = Record<string, never>;

/** Follows a table: from now on its news come as pushes. With since the reply has every entry after that number, so that a client that was cut off misses nothing; without it only the position. As plain HTTP: GET /api/v1/tables/{table}/events is the same as server-sent events. */
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
    /** your standing orders */
    orders: Order[];
}

/** Follows a table no longer. */
export interface UnwatchRequest {
    table: string;
}

export type UnwatchReply = Record<string, never>;

/** What you may see of a game, and the entries after since. */
export interface PositionRequest {
    table: string;
    since?: number;
}

export interface PositionReply {
    /** the game */
    position: Position;
    /** after since */
    entries: Entry[];
}

/** Every legal move of yours, as words; none if it is not your turn. */
export interface MovesRequest {
    table: string;
}

export interface MovesReply {
    /** to answer */
    seq: number;
    /** sorted */
    moves: string[];
}

/** Makes a move. seq is the number of the last entry you know: if there are newer ones the move is refused as stale. client is a name you give to this move, new for each: sending the same move again is harmless, it is made once and answered again. Answered means durable. */
export interface MoveRequest {
    table: string;
    seq: number;
    client: string;
    move: string;
}

export interface MoveReply {
    /** of your move */
    seq: number;
    /** true: it had been made before */
    again: boolean;
}

/** Takes back your last move, as long as your turn goes on and no card was turned up. */
export interface UndoRequest {
    table: string;
    seq: number;
    client: string;
}

export interface UndoReply {
    /** of the taking back */
    seq: number;
    /** true: it had been done before */
    again: boolean;
}

/** Sets your standing orders, in place of those before; an empty list cancels them. Only you see them. Orders that can never be carried out are refused: a plant that is gone, a phase this round has left, a city outside the zone. One that cannot be carried out when its turn comes is dropped, and you are told why. */
export interface OrdersRequest {
    table: string;
    orders: Order[];
}

export interface OrdersReply {
    /** as they stand */
    orders: Order[];
}

/** The game as a record (docs/records.md); with the seed once it has ended. */
export interface RecordRequest {
    table: string;
}

export interface RecordReply {
    /** the text */
    record: string;
}

/** Something happened in a game you watch. */
export interface NewsPush {
    push: 'news';
    /** after it */
    position: Position;
    /** what happened */
    entries: Entry[];
}

/** Seats, status or anything else about a table has changed. */
export interface TablePush {
    push: 'table';
    /** as it is now */
    info: Table;
}

/** Somebody said something. */
export interface ChatPush {
    push: 'chat';
    /** where */
    table: string;
    /** what */
    said: Said;
}

/** Your standing orders have changed: carried out, or dropped and why. */
export interface OrdersPush {
    push: 'orders';
    /** where */
    table: string;
    /** as they stand */
    orders: Order[];
    /** why one was dropped */
    why: string | null;
}

/** You are asked to decide at a table you do not watch just now. */
export interface YourTurnPush {
    push: 'your_turn';
    /** where */
    table: string;
    /** of the table */
    title: string;
}

/** Your clock is nearly down. */
export interface TimeRunsOutPush {
    push: 'time_runs_out';
    /** where */
    table: string;
    /** when */
    due: number;
}

/** Every request with what it sends and gets. */
export interface Requests {
    hello: { send: HelloRequest; get: HelloReply };
    guest: { send: GuestRequest; get: GuestReply };
    register: { send: RegisterRequest; get: RegisterReply };
    rename: { send: RenameRequest; get: RenameReply };
    login: { send: LoginRequest; get: LoginReply };
    logout: { send: LogoutRequest; get: LogoutReply };
    logout_everywhere: { send: LogoutEverywhereRequest; get: LogoutEverywhereReply };
    export: { send: ExportRequest; get: ExportReply };
    delete_me: { send: DeleteMeRequest; get: DeleteMeReply };
    token_new: { send: TokenNewRequest; get: TokenNewReply };
    token_list: { send: TokenListRequest; get: TokenListReply };
    token_drop: { send: TokenDropRequest; get: TokenDropReply };
    webhook: { send: WebhookRequest; get: WebhookReply };
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
    start: { send: StartRequest; get: StartReply };
    rematch: { send: RematchRequest; get: RematchReply };
    agree_end: { send: AgreeEndRequest; get: AgreeEndReply };
    chat: { send: ChatRequest; get: ChatReply };
    chat_list: { send: ChatListRequest; get: ChatListReply };
    mute: { send: MuteRequest; get: MuteReply };
    watch: { send: WatchRequest; get: WatchReply };
    unwatch: { send: UnwatchRequest; get: UnwatchReply };
    position: { send: PositionRequest; get: PositionReply };
    moves: { send: MovesRequest; get: MovesReply };
    move: { send: MoveRequest; get: MoveReply };
    undo: { send: UndoRequest; get: UndoReply };
    orders: { send: OrdersRequest; get: OrdersReply };
    record: { send: RecordRequest; get: RecordReply };
}

export type Push =
    | NewsPush
    | TablePush
    | ChatPush
    | OrdersPush
    | YourTurnPush
    | TimeRunsOutPush;

/** Where each request is as plain HTTP; null: over the WebSocket only. */
export const http: Record<keyof Requests, string | null> = {
    hello: 'GET /api/v1/hello',
    guest: 'POST /api/v1/guest',
    register: 'POST /api/v1/register',
    rename: 'POST /api/v1/me/name',
    login: 'POST /api/v1/login',
    logout: 'POST /api/v1/logout',
    logout_everywhere: 'POST /api/v1/logout-everywhere',
    export: 'GET /api/v1/me/export',
    delete_me: 'POST /api/v1/me/delete',
    token_new: 'POST /api/v1/tokens',
    token_list: 'GET /api/v1/tokens',
    token_drop: 'POST /api/v1/tokens/drop',
    webhook: 'POST /api/v1/me/webhook',
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
    start: 'POST /api/v1/tables/{table}/start',
    rematch: 'POST /api/v1/tables/{table}/rematch',
    agree_end: 'POST /api/v1/tables/{table}/agree-end',
    chat: 'POST /api/v1/tables/{table}/chat',
    chat_list: 'GET /api/v1/tables/{table}/chat',
    mute: 'POST /api/v1/me/mute',
    watch: null,
    unwatch: null,
    position: 'GET /api/v1/tables/{table}/position',
    moves: 'GET /api/v1/tables/{table}/moves',
    move: 'POST /api/v1/tables/{table}/move',
    undo: 'POST /api/v1/tables/{table}/undo',
    orders: 'POST /api/v1/tables/{table}/orders',
    record: 'GET /api/v1/tables/{table}/record',
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
    | 'stale'
    | 'conflict'
    | 'nothing-to-undo'
    | 'bad-syntax'
    | 'ambiguous-mix'
    | 'game-too-long'
    | 'no-such-board'
    | 'no-such-region'
    | 'other-rules'
    | 'too-many'
    | 'too-large'
    | 'busy'
    | 'storage'
    | 'storage-full'
    | 'damaged-journal'
    | 'no-memory';
