/*
 * The schema, as the steps that lead to it. A step that was released is never changed: the next
 * change is a new step. Numbers are whole, times are milliseconds since 1970, texts are UTF-8.
 *
 * games      one row for each table, from its creation. Every write names the version it saw
 *            (WHERE version = …), so that two writers can never both win.
 * journal    moves and drawn cards: the game itself. (game, seq) exists once.
 * players    which user has or had a seat at which table, to find a user's games.
 * removals   which user may not watch which table; 0 stands for clients that are not logged in.
 * generation the number that a server must find as it left it (store.h).
 * names      the skeletons of the names of accounts; two older accounts may share one.
 * sessions   logged-in browsers (label NULL), and API tokens. browser and platform are words of
 *            agent.h; seen is when the session was last used, to the hour.
 * analyses   the analysis of a game as JSON; sum is that of the journal it was made of, maker the
 *            program, digest that of the content. They can be made again, so the least used ones
 *            are deleted.
 * nodes      the servers that share the database; news is what they tell each other (news.h),
 *            presence who watches which table at which of them (presence.h), analysing which game
 *            is analysed by which of them, and how far that is.
 * notices    notices to webhooks that have not arrived yet: node is the server that sends a notice
 *            (0: it has stopped), until when no other one may; tries counts the servers that had it
 *            and did not stop before it was sent; secret is that of the webhook it was written for
 *            (notice.h).
 * site       what the servers have in common: the secret by which their limits hash (limit.h).
 * results    one row for each game that has ended, in the order in which they were rated; the seats
 *            with their ranks and ratings are in result_seats. ratings, leaders and tallies are
 *            sums of them, which can be made again (tally.h).
 *
 * The tables of later steps are explained where they are made.
 *
 * Two releases may run side by side while a site is updated. So a step only adds: tables, columns
 * that may be left out, indexes. What an older release needs goes away one release later. "oldest"
 * names the schema of the oldest release that can work with a step.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db.h"
#include "errors.h"
#include "schema.h"
#include "store.h"

static const char *const steps[] = {
    "CREATE TABLE users ("
    "  id BIGINT PRIMARY KEY, kind BIGINT NOT NULL, name TEXT NOT NULL, folded TEXT,"
    "  password TEXT, created BIGINT NOT NULL, blocked BIGINT NOT NULL DEFAULT 0,"
    "  webhook TEXT, webhook_secret TEXT);"
    "CREATE UNIQUE INDEX users_folded ON users (folded);"
    "CREATE TABLE sessions ("
    "  hash TEXT PRIMARY KEY, id BIGINT NOT NULL, person BIGINT NOT NULL, label TEXT,"
    "  created BIGINT NOT NULL, expires BIGINT NOT NULL);"
    "CREATE INDEX sessions_person ON sessions (person);"
    "CREATE TABLE games ("
    "  id BIGINT PRIMARY KEY, code TEXT NOT NULL UNIQUE, version BIGINT NOT NULL,"
    "  status BIGINT NOT NULL, host BIGINT NOT NULL, listed BIGINT NOT NULL,"
    "  rules BIGINT NOT NULL, seq BIGINT NOT NULL, sum BIGINT NOT NULL,"
    "  settings TEXT NOT NULL, seats TEXT NOT NULL,"
    "  clock TEXT NOT NULL, seed TEXT NOT NULL, due BIGINT, automatic BIGINT NOT NULL,"
    "  created BIGINT NOT NULL, touched BIGINT NOT NULL, next TEXT, record TEXT);"
    "CREATE INDEX games_status ON games (status, listed, touched);"
    "CREATE INDEX games_due ON games (due);"
    "CREATE INDEX games_automatic ON games (automatic, status);"
    "CREATE TABLE journal ("
    "  game BIGINT NOT NULL, seq BIGINT NOT NULL, value BIGINT NOT NULL, seat BIGINT NOT NULL,"
    "  at BIGINT NOT NULL, client TEXT, PRIMARY KEY (game, seq)) @;"
    "CREATE TABLE players ("
    "  person BIGINT NOT NULL, game BIGINT NOT NULL, PRIMARY KEY (person, game)) @;"
    "CREATE TABLE chat ("
    "  game BIGINT NOT NULL, number BIGINT NOT NULL, person BIGINT NOT NULL, name TEXT NOT NULL,"
    "  at BIGINT NOT NULL, words TEXT NOT NULL, PRIMARY KEY (game, number)) @;"
    "CREATE TABLE mutes ("
    "  person BIGINT NOT NULL, muted BIGINT NOT NULL, PRIMARY KEY (person, muted)) @;",

    /* Admin commands that the server has not run yet. */
    "CREATE TABLE errands ("
    "  id BIGINT PRIMARY KEY, what TEXT NOT NULL, whom TEXT NOT NULL, at BIGINT NOT NULL);",

    /* Indexes for tidying. */
    "CREATE INDEX sessions_expires ON sessions (expires);"
    "CREATE INDEX users_kind ON users (kind, created, id);"
    "CREATE INDEX games_touched ON games (status, touched);"
    "CREATE INDEX players_game ON players (game);"
    "CREATE INDEX chat_person ON chat (person);",

    /* When a game ended, to page through a user's history; an index of moves by the name their
     * client gave them. */
    "ALTER TABLE games ADD COLUMN ended BIGINT;"
    "UPDATE games SET ended = touched WHERE status = 2;"
    "CREATE INDEX journal_client ON journal (game, client, seat) WHERE client IS NOT NULL;",

    /* Notices that a webhook lost since it was set, and why and when it lost the last one. */
    "ALTER TABLE users ADD COLUMN webhook_lost BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN webhook_problem TEXT;"
    "ALTER TABLE users ADD COLUMN webhook_problem_at BIGINT;"
    /* A number of the address it was set from, to share the threads. */
    "ALTER TABLE users ADD COLUMN webhook_origin BIGINT;"
    /* Spectators may not chat at a table that is quiet; tables by host. */
    "ALTER TABLE games ADD COLUMN quiet BIGINT NOT NULL DEFAULT 0;"
    "CREATE TABLE removals ("
    "  game BIGINT NOT NULL, person BIGINT NOT NULL, PRIMARY KEY (game, person)) @;"
    "CREATE INDEX removals_person ON removals (person);"
    "CREATE INDEX games_host ON games (host, status);"
    /* A number of the address a table was created from, to share what its bots use. */
    "ALTER TABLE games ADD COLUMN origin BIGINT;"
    /* A number that every commit of a server counts up. */
    "CREATE TABLE generation (number BIGINT NOT NULL);"
    "INSERT INTO generation (number) VALUES (0);"
    /* Names of accounts by what they look like, and by which version of Unicode that was found out;
     * browsers and addresses from which an account has logged in; codes for a new password; which
     * chat lines were said by accounts. */
    "CREATE TABLE names ("
    "  skeleton TEXT NOT NULL, person BIGINT NOT NULL, PRIMARY KEY (skeleton, person)) @;"
    "CREATE INDEX names_person ON names (person);"
    "CREATE TABLE names_made (version TEXT NOT NULL);"
    "CREATE TABLE devices ("
    "  hash TEXT NOT NULL, person BIGINT NOT NULL, expires BIGINT NOT NULL,"
    "  PRIMARY KEY (hash, person)) @;"
    "CREATE INDEX devices_person ON devices (person, expires);"
    "CREATE INDEX devices_expires ON devices (expires);"
    "ALTER TABLE users ADD COLUMN reset TEXT;"
    "ALTER TABLE users ADD COLUMN reset_expires BIGINT;"
    "ALTER TABLE chat ADD COLUMN account BIGINT NOT NULL DEFAULT 0;"
    "UPDATE chat SET account = 1 WHERE EXISTS (SELECT 1 FROM users "
    "  WHERE users.id = chat.person AND users.kind <> 0 AND users.name = chat.name);"
    /* How far the shuffle of a table is (sealing.h); NULL at tables of elektro-shuffle-1. */
    "ALTER TABLE games ADD COLUMN shuffle TEXT;",

    /* Analyses of games that have ended. */
    "CREATE TABLE analyses ("
    "  game BIGINT PRIMARY KEY, sum BIGINT NOT NULL, maker TEXT NOT NULL, made BIGINT NOT NULL,"
    "  used BIGINT NOT NULL, digest TEXT NOT NULL, content TEXT NOT NULL);"
    "CREATE INDEX analyses_used ON analyses (used);",

    /* Where a user is logged in; the daily window in which their clocks run (window.h). */
    "ALTER TABLE sessions ADD COLUMN browser TEXT;"
    "ALTER TABLE sessions ADD COLUMN platform TEXT;"
    "ALTER TABLE sessions ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;"
    "UPDATE sessions SET seen = created;"
    "ALTER TABLE users ADD COLUMN window_from BIGINT;"
    "ALTER TABLE users ADD COLUMN window_to BIGINT;"
    "ALTER TABLE users ADD COLUMN window_zone TEXT;"
    /* Running games are saved anew when the server starts, with whose turn it is (wake.c). */
    "UPDATE games SET automatic = 1 WHERE status = 1;",

    /* Several servers on one database. Until which moment which server plays for the bots and
     * queued orders of a game; whom an admin command is for (NULL: any server). */
    "CREATE TABLE nodes ("
    "  id BIGINT PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, started BIGINT NOT NULL,"
    "  seen BIGINT NOT NULL);"
    "CREATE TABLE news ("
    "  id BIGINT PRIMARY KEY, tx BIGINT NOT NULL, place BIGINT NOT NULL, node BIGINT NOT NULL,"
    "  at BIGINT NOT NULL, what TEXT NOT NULL, whom TEXT NOT NULL, more TEXT);"
    "CREATE INDEX news_tx ON news (tx);"
    "CREATE INDEX news_at ON news (at);"
    "CREATE TABLE presence ("
    "  game BIGINT NOT NULL, person BIGINT NOT NULL, node BIGINT NOT NULL,"
    "  PRIMARY KEY (game, person, node)) @;"
    "CREATE INDEX presence_node ON presence (node);"
    "CREATE TABLE notices ("
    "  id BIGINT PRIMARY KEY, person BIGINT NOT NULL, secret TEXT NOT NULL, body TEXT NOT NULL,"
    "  at BIGINT NOT NULL, tries BIGINT NOT NULL, node BIGINT NOT NULL, until BIGINT NOT NULL);"
    "CREATE INDEX notices_until ON notices (until);"
    "CREATE TABLE analysing ("
    "  game BIGINT PRIMARY KEY, node BIGINT NOT NULL, done BIGINT NOT NULL, total BIGINT NOT NULL);"
    "CREATE INDEX analysing_node ON analysing (node);"
    "CREATE TABLE site (secret TEXT NOT NULL);"
    "ALTER TABLE games ADD COLUMN driver BIGINT;"
    "ALTER TABLE games ADD COLUMN driven BIGINT;"
    "ALTER TABLE errands ADD COLUMN node BIGINT;"
    "ALTER TABLE schema_version ADD COLUMN oldest BIGINT;",

    /* Results and ratings (tally.h). Whether a game that has ended is among the results; NULL: not
     * yet. */
    "ALTER TABLE games ADD COLUMN tallied BIGINT;"
    "CREATE INDEX games_untallied ON games (ended, id) WHERE status = 2 AND tallied IS NULL;"
    "CREATE TABLE results ("
    "  number BIGINT PRIMARY KEY, game BIGINT NOT NULL UNIQUE, code TEXT NOT NULL,"
    "  ended BIGINT NOT NULL, board TEXT NOT NULL, edition BIGINT NOT NULL,"
    "  players BIGINT NOT NULL, pace BIGINT NOT NULL, rated BIGINT NOT NULL,"
    "  complete BIGINT NOT NULL, title TEXT NOT NULL);"
    "CREATE TABLE result_seats ("
    "  result BIGINT NOT NULL, seat BIGINT NOT NULL, person BIGINT NOT NULL,"
    "  level BIGINT NOT NULL, rank BIGINT NOT NULL, absent BIGINT NOT NULL,"
    "  mean_before BIGINT, spread_before BIGINT, mean BIGINT, spread BIGINT,"
    "  PRIMARY KEY (result, seat)) @;"
    /* All that is looked for among the games of a player, who may have tens of thousands. */
    "CREATE INDEX result_seats_person ON result_seats (person, result, seat, rank);"
    "CREATE TABLE ratings ("
    "  person BIGINT NOT NULL, pace BIGINT NOT NULL, players BIGINT NOT NULL,"
    "  mean BIGINT NOT NULL, spread BIGINT NOT NULL, games BIGINT NOT NULL,"
    "  PRIMARY KEY (person, pace, players)) @;"
    "CREATE TABLE leaders ("
    "  pace BIGINT NOT NULL, period BIGINT NOT NULL, person BIGINT NOT NULL,"
    "  mean BIGINT NOT NULL, spread BIGINT NOT NULL, listed BIGINT, games BIGINT NOT NULL,"
    "  wins BIGINT NOT NULL, PRIMARY KEY (pace, period, person)) @;"
    "CREATE INDEX leaders_listed ON leaders (pace, period, listed, person) "
    "  WHERE listed IS NOT NULL;"
    "CREATE INDEX leaders_person ON leaders (person);"
    "CREATE TABLE tallies ("
    "  person BIGINT NOT NULL, pace BIGINT NOT NULL, board TEXT NOT NULL,"
    "  edition BIGINT NOT NULL, players BIGINT NOT NULL, rated BIGINT NOT NULL,"
    "  games BIGINT NOT NULL, wins BIGINT NOT NULL, ranks BIGINT NOT NULL,"
    "  PRIMARY KEY (person, pace, board, edition, players, rated)) @;"
    /* What others may see of a user, as bits: profile.h. */
    "ALTER TABLE users ADD COLUMN hidden BIGINT NOT NULL DEFAULT 0;",

    /* Friends have asked for each other; blocks; invitations to tables. */
    "CREATE TABLE friends ("
    "  person BIGINT NOT NULL, friend BIGINT NOT NULL, at BIGINT NOT NULL,"
    "  PRIMARY KEY (person, friend)) @;"
    "CREATE INDEX friends_friend ON friends (friend, person);"
    "CREATE TABLE blocks ("
    "  person BIGINT NOT NULL, blocked BIGINT NOT NULL, at BIGINT NOT NULL,"
    "  PRIMARY KEY (person, blocked)) @;"
    "CREATE INDEX blocks_blocked ON blocks (blocked, person);"
    "CREATE INDEX mutes_muted ON mutes (muted);"
    "CREATE TABLE invitations ("
    "  person BIGINT NOT NULL, code TEXT NOT NULL, sender BIGINT NOT NULL, name TEXT NOT NULL,"
    "  at BIGINT NOT NULL, PRIMARY KEY (person, code)) @;"
    "CREATE INDEX invitations_code ON invitations (code);"
    "CREATE INDEX invitations_sender ON invitations (sender);"
    "CREATE INDEX invitations_at ON invitations (at);"
    "CREATE INDEX presence_person ON presence (person);"
    /* Moderators; until when and why a user may not talk; how many decisions about a user they have
     * not been shown yet. */
    "ALTER TABLE users ADD COLUMN moderator BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN silent_until BIGINT NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN silent_words TEXT;"
    "ALTER TABLE users ADD COLUMN untold BIGINT NOT NULL DEFAULT 0;"
    /* Reports: what is reported is subject, which has one open report; who reported it and with
     * which words; and what moderators have done, which nothing ever changes. */
    "CREATE TABLE reports ("
    "  id BIGINT PRIMARY KEY, at BIGINT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,"
    "  person BIGINT NOT NULL, other BIGINT NOT NULL, code TEXT, line BIGINT,"
    "  context TEXT NOT NULL, times BIGINT NOT NULL, state TEXT NOT NULL);"
    "CREATE UNIQUE INDEX reports_subject ON reports (subject) WHERE state = 'open';"
    "CREATE INDEX reports_state ON reports (state, at, id);"
    "CREATE INDEX reports_person ON reports (person, state);"
    "CREATE INDEX reports_other ON reports (other);"
    "CREATE TABLE report_words ("
    "  report BIGINT NOT NULL, person BIGINT NOT NULL, at BIGINT NOT NULL, words TEXT NOT NULL,"
    "  PRIMARY KEY (report, person)) @;"
    "CREATE INDEX report_words_person ON report_words (person, at);"
    "CREATE TABLE moderations ("
    "  id BIGINT PRIMARY KEY, at BIGINT NOT NULL, moderator BIGINT NOT NULL,"
    "  name TEXT NOT NULL, action TEXT NOT NULL, person BIGINT NOT NULL,"
    "  person_name TEXT NOT NULL, report BIGINT, words TEXT NOT NULL, until BIGINT,"
    "  new_name TEXT);"
    "CREATE INDEX moderations_at ON moderations (at, id);"
    "CREATE INDEX moderations_person ON moderations (person, at);",

    /* Addresses for mail (mail.h), browsers for push, what a user wants to be told and how; hashes
     * of addresses that want no mails; and what is on its way by mail and push (delivery.h), as
     * notices are to webhooks. */
    "CREATE TABLE mails ("
    "  person BIGINT PRIMARY KEY, address TEXT NOT NULL, verified BIGINT NOT NULL,"
    "  pending TEXT, code TEXT, code_expires BIGINT, language TEXT NOT NULL, digest BIGINT,"
    "  zone TEXT, token TEXT NOT NULL, stopped BIGINT NOT NULL DEFAULT 0,"
    "  refused BIGINT NOT NULL DEFAULT 0, lost BIGINT NOT NULL DEFAULT 0, problem TEXT,"
    "  problem_at BIGINT);"
    "CREATE INDEX mails_address ON mails (address);"
    "CREATE UNIQUE INDEX mails_token ON mails (token);"
    "CREATE TABLE pushes ("
    "  id BIGINT PRIMARY KEY, person BIGINT NOT NULL, endpoint TEXT NOT NULL UNIQUE,"
    "  key TEXT NOT NULL, secret TEXT NOT NULL, browser TEXT, platform TEXT,"
    "  created BIGINT NOT NULL, sent BIGINT NOT NULL DEFAULT 0, session TEXT NOT NULL,"
    "  language TEXT NOT NULL, origin BIGINT NOT NULL, lost BIGINT NOT NULL DEFAULT 0,"
    "  problem TEXT, problem_at BIGINT);"
    "CREATE INDEX pushes_person ON pushes (person);"
    "CREATE INDEX pushes_session ON pushes (session);"
    "CREATE TABLE unwanted (hash TEXT PRIMARY KEY, at BIGINT NOT NULL);"
    "CREATE TABLE choices ("
    "  person BIGINT NOT NULL, kind TEXT NOT NULL, pace BIGINT NOT NULL,"
    "  channels BIGINT NOT NULL, PRIMARY KEY (person, kind, pace)) @;"
    "CREATE TABLE deliveries ("
    "  id BIGINT PRIMARY KEY, person BIGINT NOT NULL, channel TEXT NOT NULL,"
    "  target BIGINT NOT NULL, code TEXT NOT NULL, body TEXT NOT NULL, at BIGINT NOT NULL,"
    "  due BIGINT NOT NULL, tries BIGINT NOT NULL, attempts BIGINT NOT NULL DEFAULT 0,"
    "  node BIGINT NOT NULL, until BIGINT NOT NULL);"
    "CREATE INDEX deliveries_until ON deliveries (until);"
    "CREATE INDEX deliveries_person ON deliveries (person, channel, due);",

    /* Who waits for people to play with (pairing/store_waiting.h). over: enum sv_over; an entry
     * that is over has the moment in ends, and the table in code. */
    "CREATE TABLE waiting ("
    "  person BIGINT PRIMARY KEY, since BIGINT NOT NULL, bots_at BIGINT NOT NULL,"
    "  rating BIGINT NOT NULL, pace BIGINT NOT NULL, players BIGINT NOT NULL,"
    "  level BIGINT NOT NULL, rated BIGINT NOT NULL, colour BIGINT NOT NULL,"
    "  ends BIGINT NOT NULL, seen BIGINT NOT NULL, origin BIGINT NOT NULL,"
    "  over BIGINT NOT NULL, code TEXT);"
    "CREATE INDEX waiting_pace ON waiting (over, pace, since);"
    "CREATE INDEX waiting_origin ON waiting (origin);"

    /* Tournaments, who has signed up for them, and their tables by rounds (tournament.h). A place
     * is a number from 0; -1 before the tournament begins. people is who sits where at a table,
     * result the ranks of its game (fixture.h). due is when the job looks at a tournament. */
    "CREATE TABLE tournaments ("
    "  id BIGINT PRIMARY KEY, code TEXT NOT NULL UNIQUE, version BIGINT NOT NULL,"
    "  state BIGINT NOT NULL, why BIGINT NOT NULL, organiser BIGINT NOT NULL,"
    "  name TEXT NOT NULL, settings TEXT NOT NULL, listed BIGINT NOT NULL,"
    "  people BIGINT NOT NULL, reserves BIGINT NOT NULL, round BIGINT NOT NULL,"
    "  seed BIGINT NOT NULL, begins BIGINT, ends BIGINT, due BIGINT, paused BIGINT,"
    "  series TEXT NOT NULL, season BIGINT NOT NULL, created BIGINT NOT NULL, ended BIGINT);"
    "CREATE INDEX tournaments_state ON tournaments (listed, state, created);"
    "CREATE INDEX tournaments_due ON tournaments (due);"
    "CREATE INDEX tournaments_series ON tournaments (series, created);"
    "CREATE INDEX tournaments_organiser ON tournaments (organiser, created);"
    "CREATE INDEX tournaments_going ON tournaments (created) WHERE state <= 2;"
    "CREATE INDEX tournaments_cancelled ON tournaments (ended, id) WHERE state = 4 AND round = 0;"
    "CREATE TABLE entrants ("
    "  tournament BIGINT NOT NULL, person BIGINT NOT NULL, place BIGINT NOT NULL,"
    "  rating BIGINT NOT NULL, state BIGINT NOT NULL, joined BIGINT NOT NULL,"
    "  PRIMARY KEY (tournament, person)) @;"
    "CREATE INDEX entrants_person ON entrants (person, tournament);"
    "CREATE TABLE fixtures ("
    "  tournament BIGINT NOT NULL, round BIGINT NOT NULL, number BIGINT NOT NULL,"
    "  code TEXT NOT NULL, state BIGINT NOT NULL, people TEXT NOT NULL, result TEXT,"
    "  PRIMARY KEY (tournament, round, number)) @;"
    /* Tables whose games run. */
    "CREATE INDEX fixtures_running ON fixtures (code) WHERE state = 1;",
};

enum {
    /* The release of this step is the first that shares a database. Since then each step is written
     * down with the oldest release. */
    SHARED = 8,
    TRIES = 10 /* to take a step */
};

const unsigned sv_schema_version = sizeof steps / sizeof *steps;
const sv_schema sv_schema_released = {steps, sizeof steps / sizeof *steps, SHARED};

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static bool read_version(sv_db *db, int64_t *version, rec_error *error)
{
    sv_query q = {.sql = "SELECT MAX(version) FROM schema_version",
                  .columns = "n",
                  .row = take_number,
                  .data = version};
    *version = 0;
    return db->run(db, &q, error);
}

/* The schema of the oldest release that can work with the steps that this one does not know. A step
 * that does not say so needs its own. */
static bool read_oldest(sv_db *db, const sv_schema *schema, int64_t version, int64_t *oldest,
                        rec_error *error)
{
    const sv_value parameter[] = {sv_number(schema->version)};
    sv_query q = {.sql = "SELECT MAX(COALESCE(oldest, version)) FROM schema_version "
                         "WHERE version > $1",
                  .parameter = parameter,
                  .parameters = 1,
                  .columns = "n",
                  .row = take_number,
                  .data = oldest};
    *oldest = version;
    return version < SHARED || db->run(db, &q, error);
}

static bool is_newer(sv_db *db, const sv_schema *schema, int64_t version, rec_error *error)
{
    int64_t oldest;
    if (version <= (int64_t)schema->version)
        return false;
    if (!read_oldest(db, schema, version, &oldest, error))
        return true;
    if (oldest <= (int64_t)schema->version)
        return false;
    rec_fail(error, "newer-schema",
             "The database has schema %lld; this program knows %u. Use a newer Elektro, or restore "
             "a backup that was made before it was updated.",
             (long long)version, schema->version);
    return true;
}

/* The text of a step for this database, to be freed. */
static char *spelt_out(const sv_db *db, const char *step)
{
    const size_t room = strlen(step) + 16 * strlen(db->clustered) + 1;
    char *text = malloc(room);
    size_t length = 0;
    for (; text && *step; step++) {
        if (*step != '@')
            text[length++] = *step;
        else
            length += (size_t)snprintf(text + length, room - length, "%s", db->clustered);
    }
    if (text)
        text[length] = '\0';
    return text;
}

static bool take_step(sv_db *db, const sv_schema *schema, unsigned version, rec_error *error)
{
    const sv_value parameter[] = {sv_number(version), sv_number(schema->oldest)};
    sv_query note = {.sql = version < SHARED
                                ? "INSERT INTO schema_version (version) VALUES ($1)"
                                : "INSERT INTO schema_version (version, oldest) VALUES ($1, $2)",
                     .parameter = parameter,
                     .parameters = version < SHARED ? 1 : 2};
    char *text = spelt_out(db, schema->steps[version - 1]);
    bool ok = text || sv_fail_memory(error);
    ok = ok && db->begin(db, error);
    if (ok && db->script(db, text, error) && db->run(db, &note, error))
        ok = db->commit(db, error);
    else if (ok) {
        db->rollback(db);
        ok = false;
    }
    free(text);
    return ok;
}

/* Servers that run use the tables of a step in any order, so that it and a turn may wait for each
 * other. After a second PostgreSQL ends one of them. */
static bool insist_on_step(sv_db *db, const sv_schema *schema, unsigned version, rec_error *error)
{
    bool ok = take_step(db, schema, version, error);
    for (unsigned i = 1; !ok && sv_error_of(error) == SV_ERROR_CONFLICT && i < TRIES; i++)
        ok = take_step(db, schema, version, error);
    return ok;
}

static bool take_steps(sv_db *db, const sv_schema *schema, rec_error *error)
{
    int64_t now;
    if (!db->script(db, "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)",
                    error) ||
        !read_version(db, &now, error) || is_newer(db, schema, now, error))
        return false;
    for (unsigned next = (unsigned)now + 1; next <= schema->version; next++)
        if (!insist_on_step(db, schema, next, error))
            return false;
    return sv_names_refresh(db, error);
}

/* Servers that start at the same time do it one after the other. */
bool sv_schema_migrate(sv_db *db, const sv_schema *schema, rec_error *error)
{
    rec_error ignored;
    if (db->alone && !db->script(db, db->alone, error))
        return false;
    const bool ok = take_steps(db, schema, error);
    return (!db->together || db->script(db, db->together, ok ? error : &ignored)) && ok;
}

bool sv_schema_fits(sv_db *db, const sv_schema *schema, rec_error *error)
{
    int64_t now;
    if (!read_version(db, &now, error) || is_newer(db, schema, now, error))
        return false;
    return now >= (int64_t)schema->version ||
           rec_fail(error, "older-schema",
                    "The database has schema %lld; this program needs %u. Start the server of this "
                    "program first, which updates it; or use the program of the server that runs.",
                    (long long)now, schema->version);
}

bool sv_migrate(sv_db *db, rec_error *error)
{
    return sv_schema_migrate(db, &sv_schema_released, error);
}

bool sv_schema_check(sv_db *db, rec_error *error)
{
    return sv_schema_fits(db, &sv_schema_released, error);
}
