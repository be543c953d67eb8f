/*
 * Two databases that look like one: accounts are in the one, tables of the game in the other. Each
 * has transactions of its own, and that of the accounts is committed first. The linker puts it in
 * the place of SQLite (--wrap=sv_db_sqlite), so tests of the server run on it unchanged.
 *
 * It aborts the program if a statement names tables of both, and, where a turn has one request, if
 * a turn writes to both that is not among the few that may.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db.h"
#include "errors.h"

sv_db *__real_sv_db_sqlite(const char *path, const char *vfs, rec_error *error);
sv_db *__wrap_sv_db_sqlite(const char *path, const char *vfs, rec_error *error);

enum { ACCOUNTS, GAMES, SIDES };

enum { STATEMENTS_MAX = 64, WORD_MAX = 32 };

typedef struct split {
    sv_db db;
    sv_db *side[SIDES];
    bool open;
    const char *written[SIDES][STATEMENTS_MAX]; /* by the open transaction */
    unsigned count[SIDES];
} split;

static split *of(sv_db *db)
{
    return (split *)db;
}

static const char *const accounts[] = {
    "users",        "sessions", "names",   "names_made",  "devices",      "mutes",   "results",
    "result_seats", "ratings",  "leaders", "tallies",     "friends",      "blocks",  "reports",
    "mails",        "pushes",   "choices", "moderations", "report_words", "unwanted"};
static const char *const games[] = {"games",          "journal",    "players",     "chat",
                                    "errands",        "removals",   "generation",  "analyses",
                                    "analysing",      "presence",   "notices",     "site",
                                    "schema_version", "deliveries", "invitations", "waiting",
                                    "tournaments",    "entrants",   "fixtures"};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool is_among(const char *const *list, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], word) == 0)
            return true;
    return false;
}

/* A word of a statement, and whether it stands where tables are named: after FROM and the like, or
 * before a dot. Elsewhere a column may have the name of a table. */
typedef struct reader {
    const char *rest;
    bool listing;
    char word[WORD_MAX];
} reader;

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

/* The next word of letters and underscores; a bracket ends a list of tables. */
static bool next_word(reader *r)
{
    unsigned length = 0;
    for (; *r->rest && !is_letter(*r->rest); r->rest++)
        if (*r->rest == '(' || *r->rest == ')')
            r->listing = false;
    for (; is_letter(*r->rest); r->rest++)
        if (length < WORD_MAX - 1)
            r->word[length++] = *r->rest;
    r->word[length] = '\0';
    return length > 0;
}

/* Whether the word may be a table. */
static bool names_table(reader *r)
{
    static const char *const begin[] = {"FROM", "JOIN", "INTO", "UPDATE"};
    static const char *const end[] = {"WHERE", "SET", "ON", "SELECT", "ORDER", "GROUP", "VALUES"};
    r->listing = is_among(begin, COUNT(begin), r->word) ||
                 (r->listing && !is_among(end, COUNT(end), r->word));
    return r->listing || *r->rest == '.';
}

static int side_of(const char *sql)
{
    reader r = {.rest = sql};
    bool seen[SIDES] = {false};
    while (next_word(&r))
        if (names_table(&r)) {
            seen[ACCOUNTS] = seen[ACCOUNTS] || is_among(accounts, COUNT(accounts), r.word);
            seen[GAMES] = seen[GAMES] || is_among(games, COUNT(games), r.word);
        }
    if (seen[ACCOUNTS] && seen[GAMES]) {
        fprintf(stderr, "A statement needs tables of both databases: %s\n", sql);
        abort();
    }
    return seen[ACCOUNTS] ? ACCOUNTS : GAMES;
}

static bool begin(sv_db *db, rec_error *error)
{
    split *s = of(db);
    s->count[ACCOUNTS] = s->count[GAMES] = 0;
    if (!s->side[ACCOUNTS]->begin(s->side[ACCOUNTS], error))
        return false;
    s->open = s->side[GAMES]->begin(s->side[GAMES], error);
    if (!s->open)
        s->side[ACCOUNTS]->rollback(s->side[ACCOUNTS]);
    return s->open;
}

static void rollback(sv_db *db)
{
    of(db)->open = false;
    for (int i = 0; i < SIDES; i++)
        of(db)->side[i]->rollback(of(db)->side[i]);
}

/* How the statements begin that may write to accounts in a turn that writes to tables of the game.
 */
static const char *const together[] = {
    /* Several requests share a turn, and tidying does all it has to do in one: these need nothing
       of it. */
    "INSERT INTO users",
    "UPDATE sessions SET seen",
    "DELETE FROM sessions WHERE hash IN",
    "DELETE FROM devices WHERE hash IN",
    /* The account decides; name, kind and window at the seats are copies. */
    "UPDATE users SET name",
    "UPDATE users SET kind",
    "INSERT INTO names",
    "INSERT INTO devices",
    "UPDATE users SET window_from",
    /* What a user said goes with the user. */
    "DELETE FROM sessions WHERE person",
    "DELETE FROM names WHERE person",
    "DELETE FROM devices WHERE person",
    "DELETE FROM mutes WHERE person",
    "DELETE FROM pushes WHERE person",
    "DELETE FROM users WHERE id",
    /* The result of a game decides whether it was rated: the mark at the game follows (tally.h). */
    "INSERT INTO results",
    "INSERT INTO result_seats",
    "UPDATE result_seats SET mean_before",
    "INSERT INTO ratings",
    "INSERT INTO leaders",
    "INSERT INTO tallies",
    "DELETE FROM ratings WHERE person",
    "DELETE FROM leaders WHERE person",
    "DELETE FROM tallies WHERE person",
    "INSERT INTO reports",
    "INSERT INTO report_words",
    "UPDATE reports SET times",
    "DELETE FROM friends WHERE person",
    "DELETE FROM blocks WHERE person",
    "UPDATE reports SET person",
    "UPDATE reports SET other",
    "DELETE FROM report_words WHERE person",
    /* What a moderator decides: the report and the log are written first, seats and chat follow. */
    "UPDATE reports SET state",
    "UPDATE users SET untold",
    "INSERT INTO moderations",
    "DELETE FROM mails WHERE person",
    "DELETE FROM choices WHERE person",
    /* The address, or the code, that a mail brings; what became of a notice. */
    "INSERT INTO mails",
    "UPDATE mails SET",
    "UPDATE users SET reset",
    "UPDATE users SET webhook_lost",
    "UPDATE pushes SET",
};

static bool may_be_together(const char *sql)
{
    for (size_t i = 0; i < COUNT(together); i++)
        if (strncmp(sql, together[i], strlen(together[i])) == 0)
            return true;
    return false;
}

/* Every turn of a server counts up the generation; an admin command may be run twice. */
static bool is_of_a_game(const char *sql)
{
    return !strstr(sql, " generation ") && !strstr(sql, " errands ");
}

static void check_together(const split *s)
{
    const char *game = NULL;
    if (!ONE_REQUEST_A_TURN)
        return;
    for (unsigned i = 0; i < s->count[GAMES] && !game; i++)
        game = is_of_a_game(s->written[GAMES][i]) ? s->written[GAMES][i] : NULL;
    for (unsigned i = 0; game && i < s->count[ACCOUNTS]; i++)
        if (!may_be_together(s->written[ACCOUNTS][i])) {
            fprintf(stderr, "One turn writes to both databases: %s\n%s\n", s->written[ACCOUNTS][i],
                    game);
            abort();
        }
}

static bool commit(sv_db *db, rec_error *error)
{
    split *s = of(db);
    check_together(s);
    if (!s->side[ACCOUNTS]->commit(s->side[ACCOUNTS], error)) {
        rollback(db);
        return false;
    }
    s->open = false;
    return s->side[GAMES]->commit(s->side[GAMES], error);
}

/* Each statement once: it is known by its address. */
static void note(split *s, int side, const char *sql)
{
    for (unsigned i = 0; i < s->count[side]; i++)
        if (s->written[side][i] == sql)
            return;
    if (s->count[side] == STATEMENTS_MAX) {
        fprintf(stderr, "One turn writes with more than %d statements.\n", STATEMENTS_MAX);
        abort();
    }
    s->written[side][s->count[side]++] = sql;
}

static bool run(sv_db *db, sv_query *q, rec_error *error)
{
    split *s = of(db);
    const int side = side_of(q->sql);
    if (s->open && strncmp(q->sql, "SELECT", 6) != 0)
        note(s, side, q->sql);
    return s->side[side]->run(s->side[side], q, error);
}

/* Both have the whole schema. */
static bool script(sv_db *db, const char *sql, rec_error *error)
{
    return of(db)->side[ACCOUNTS]->script(of(db)->side[ACCOUNTS], sql, error) &&
           of(db)->side[GAMES]->script(of(db)->side[GAMES], sql, error);
}

static bool changed(sv_db *db)
{
    const bool accounts_changed = of(db)->side[ACCOUNTS]->changed(of(db)->side[ACCOUNTS]);
    return of(db)->side[GAMES]->changed(of(db)->side[GAMES]) || accounts_changed;
}

static void close_db(sv_db *db)
{
    for (int i = 0; i < SIDES; i++)
        if (of(db)->side[i])
            of(db)->side[i]->close(of(db)->side[i]);
    free(db);
}

sv_db *__wrap_sv_db_sqlite(const char *path, const char *vfs, rec_error *error)
{
    char name[4096];
    split *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    /* A path in memory is the same for both, and they are two databases. */
    snprintf(name, sizeof name, "%s%s", path, path[0] == ':' ? "" : "-accounts");
    if (access(path, F_OK) != 0)
        remove(name); /* a test has removed the other one */
    s->side[GAMES] = __real_sv_db_sqlite(path, vfs, error);
    s->side[ACCOUNTS] = s->side[GAMES] ? __real_sv_db_sqlite(name, vfs, error) : NULL;
    if (!s->side[ACCOUNTS]) {
        close_db(&s->db);
        return NULL;
    }
    s->db = (sv_db){.begin = begin,
                    .commit = commit,
                    .rollback = rollback,
                    .run = run,
                    .script = script,
                    .changed = changed,
                    .close = close_db,
                    .clustered = s->side[GAMES]->clustered,
                    .arrays = s->side[GAMES]->arrays};
    return &s->db;
}
