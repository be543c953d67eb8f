-- Schema 8 as it was released, with something in every table. Never changed: a database may look like this.
CREATE TABLE schema_version (version BIGINT NOT NULL, oldest BIGINT);
CREATE TABLE users (
    id BIGINT PRIMARY KEY,
    kind BIGINT NOT NULL,
    name TEXT NOT NULL,
    folded TEXT,
    password TEXT,
    created BIGINT NOT NULL,
    blocked BIGINT NOT NULL DEFAULT 0,
    webhook TEXT,
    webhook_secret TEXT,
    webhook_lost BIGINT NOT NULL DEFAULT 0,
    webhook_problem TEXT,
    webhook_problem_at BIGINT,
    webhook_origin BIGINT,
    reset TEXT,
    reset_expires BIGINT,
    window_from BIGINT,
    window_to BIGINT,
    window_zone TEXT);
CREATE UNIQUE INDEX users_folded ON users (folded);
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    id BIGINT NOT NULL,
    person BIGINT NOT NULL,
    label TEXT,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    browser TEXT,
    platform TEXT,
    seen BIGINT NOT NULL DEFAULT 0);
CREATE INDEX sessions_person ON sessions (person);
CREATE TABLE games (
    id BIGINT PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    version BIGINT NOT NULL,
    status BIGINT NOT NULL,
    host BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    rules BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    sum BIGINT NOT NULL,
    settings TEXT NOT NULL,
    seats TEXT NOT NULL,
    clock TEXT NOT NULL,
    seed TEXT NOT NULL,
    due BIGINT,
    automatic BIGINT NOT NULL,
    created BIGINT NOT NULL,
    touched BIGINT NOT NULL,
    next TEXT,
    record TEXT,
    ended BIGINT,
    quiet BIGINT NOT NULL DEFAULT 0,
    origin BIGINT,
    shuffle TEXT,
    driver BIGINT,
    driven BIGINT);
CREATE INDEX games_status ON games (status, listed, touched);
CREATE INDEX games_due ON games (due);
CREATE INDEX games_automatic ON games (automatic, status);
CREATE TABLE journal (
    game BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    value BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    at BIGINT NOT NULL,
    client TEXT,
    PRIMARY KEY (game, seq));
CREATE TABLE players (
    person BIGINT NOT NULL,
    game BIGINT NOT NULL,
    PRIMARY KEY (person, game));
CREATE TABLE chat (
    game BIGINT NOT NULL,
    number BIGINT NOT NULL,
    person BIGINT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    words TEXT NOT NULL,
    account BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (game, number));
CREATE TABLE mutes (
    person BIGINT NOT NULL,
    muted BIGINT NOT NULL,
    PRIMARY KEY (person, muted));
INSERT INTO schema_version (version) VALUES (1);
CREATE TABLE errands (
    id BIGINT PRIMARY KEY,
    what TEXT NOT NULL,
    whom TEXT NOT NULL,
    at BIGINT NOT NULL,
    node BIGINT);
INSERT INTO schema_version (version) VALUES (2);
CREATE INDEX sessions_expires ON sessions (expires);
CREATE INDEX users_kind ON users (kind, created, id);
CREATE INDEX games_touched ON games (status, touched);
CREATE INDEX players_game ON players (game);
CREATE INDEX chat_person ON chat (person);
CREATE INDEX journal_client ON journal (game, client, seat) WHERE client IS NOT NULL;
INSERT INTO schema_version (version) VALUES (4);
CREATE TABLE removals (
    game BIGINT NOT NULL,
    person BIGINT NOT NULL,
    PRIMARY KEY (game, person));
CREATE INDEX removals_person ON removals (person);
CREATE INDEX games_host ON games (host, status);
CREATE TABLE generation (number BIGINT NOT NULL);
INSERT INTO generation (number) VALUES (41);
CREATE TABLE names (
    skeleton TEXT NOT NULL,
    person BIGINT NOT NULL,
    PRIMARY KEY (skeleton, person));
CREATE INDEX names_person ON names (person);
CREATE TABLE names_made (version TEXT NOT NULL);
CREATE TABLE devices (
    hash TEXT NOT NULL,
    person BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    PRIMARY KEY (hash, person));
CREATE INDEX devices_person ON devices (person, expires);
CREATE INDEX devices_expires ON devices (expires);
CREATE TABLE analyses (
    game BIGINT PRIMARY KEY,
    sum BIGINT NOT NULL,
    maker TEXT NOT NULL,
    made BIGINT NOT NULL,
    used BIGINT NOT NULL,
    digest TEXT NOT NULL,
    content TEXT NOT NULL);
CREATE INDEX analyses_used ON analyses (used);
INSERT INTO schema_version (version) VALUES (7);
CREATE TABLE nodes (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    started BIGINT NOT NULL,
    seen BIGINT NOT NULL);
CREATE TABLE news (
    id BIGINT PRIMARY KEY,
    tx BIGINT NOT NULL,
    place BIGINT NOT NULL,
    node BIGINT NOT NULL,
    at BIGINT NOT NULL,
    what TEXT NOT NULL,
    whom TEXT NOT NULL,
    more TEXT);
CREATE INDEX news_tx ON news (tx);
CREATE INDEX news_at ON news (at);
CREATE TABLE presence (
    game BIGINT NOT NULL,
    person BIGINT NOT NULL,
    node BIGINT NOT NULL,
    PRIMARY KEY (game, person, node));
CREATE INDEX presence_node ON presence (node);
CREATE TABLE notices (
    id BIGINT PRIMARY KEY,
    person BIGINT NOT NULL,
    secret TEXT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    node BIGINT NOT NULL,
    until BIGINT NOT NULL);
CREATE INDEX notices_until ON notices (until);
CREATE TABLE analysing (
    game BIGINT PRIMARY KEY,
    node BIGINT NOT NULL,
    done BIGINT NOT NULL,
    total BIGINT NOT NULL);
CREATE INDEX analysing_node ON analysing (node);
CREATE TABLE site (secret TEXT NOT NULL);
INSERT INTO schema_version (version, oldest) VALUES (8, 8);
INSERT INTO users (id, kind, name, folded, password, created, blocked) VALUES (7, 1, 'Anna', 'anna', 'hash', 5, 0);
INSERT INTO sessions (hash, id, person, label, created, expires, browser, platform, seen) VALUES ('aa', 1, 7, NULL, 5, 99, 'other', 'other', 5);
INSERT INTO games (id, code, version, status, host, listed, rules, seq, sum, settings, seats, clock, seed, automatic, created, touched, record, ended, quiet, origin, shuffle) VALUES (1, 'aaaaaaaaaaaa', 3, 2, 7, 1, 1, 1, 0, '{}', '[]', '0', 'ff', 0, 5, 6, 'a record', 6, 1, 12, '1');
INSERT INTO journal (game, seq, value, seat, at, client) VALUES (1, 1, 2, 3, 4, 'c');
INSERT INTO players (person, game) VALUES (7, 1);
INSERT INTO chat (game, number, person, name, at, words, account) VALUES (1, 1, 7, 'Anna', 5, 'hi', 1);
INSERT INTO mutes (person, muted) VALUES (7, 8);
INSERT INTO errands (id, what, whom, at) VALUES (5, 'end', 'x', 4);
INSERT INTO removals (game, person) VALUES (1, 8);
INSERT INTO names (skeleton, person) VALUES ('anna', 7);
INSERT INTO names_made (version) VALUES ('an older one');
INSERT INTO devices (hash, person, expires) VALUES ('bb', 7, 99);
INSERT INTO analyses (game, sum, maker, made, used, digest, content) VALUES (1, 0, 'm', 6, 6, 'd', '{}');
INSERT INTO nodes (id, name, version, started, seen) VALUES (3, 'host', 'elektro', 4, 5);
INSERT INTO news (id, tx, place, node, at, what, whom, more) VALUES (1, 2, 0, 3, 4, 'user', '7', NULL);
INSERT INTO presence (game, person, node) VALUES (1, 7, 3);
INSERT INTO notices (id, person, secret, body, at, tries, node, until) VALUES (6, 7, 'secret', '{}', 5, 1, 0, 0);
INSERT INTO analysing (game, node, done, total) VALUES (1, 3, 0, 0);
INSERT INTO site (secret) VALUES ('00112233445566778899aabbccddeeff');
