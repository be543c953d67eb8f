/*
 * What the server keeps: users, sessions, tables, journals, chat.
 *
 * All writes of one turn of the event loop go into one transaction, which the first of them opens
 * and sv_store_commit closes (group commit). Whatever fails in it spoils the whole turn, be it a
 * read, after which no database promises that the transaction is still there: nothing of it is
 * kept, and whoever was waiting for it is told so. Reads see what was written in the turn.
 */
#ifndef ELEKTRO_SERVER_STORE_H
#define ELEKTRO_SERVER_STORE_H

#include "db.h"

enum {
    SV_NAME_MAX = 41,           /* bytes of a user's name, its end included */
    SV_CODE_MAX = 17,           /* of a table's code */
    SV_HEX_MAX = 65,            /* of 256 bits in hexadecimal */
    SV_URL_MAX = 257,           /* of a webhook */
    SV_PASSWORD_MAX = 129,      /* of a hashed password */
    SV_ADMIN_COMMANDS_MAX = 16, /* that the server runs in one turn */
    SV_LIST_MAX = 100,          /* tables that are looked after at once */
    SV_SESSION_DAYS = 90        /* that a session lasts */
};

enum sv_user_kind { SV_GUEST, SV_ACCOUNT, SV_BOT_ACCOUNT };

typedef struct sv_user {
    int64_t id;
    uint8_t kind; /* enum sv_user_kind */
    bool blocked;
    char name[SV_NAME_MAX];
} sv_user;

typedef struct sv_store {
    sv_db *db;
    bool open, aborted; /* a transaction is open; something in it has failed */
    rec_error why;      /* it was aborted */
} sv_store;

/* Takes the database, brought to the newest schema. */
SV_CHECKED bool sv_store_open(sv_store *store, sv_db *db, rec_error *error);
void sv_store_close(sv_store *store);

/* Whether anything is waiting to be committed. */
bool sv_store_dirty(const sv_store *store);
/* Ends the turn: all of it is durable, or nothing. */
SV_CHECKED bool sv_store_commit(sv_store *store, rec_error *error);

/* What is in memory is ahead of what could be written: the turn must fail as a whole, for this
 * reason. Returns false. */
bool sv_store_abort(sv_store *store, const rec_error *error);

/* For the functions of the store only: a statement that reads, one that writes; changed may be
 * NULL. SV_VALUES lists the parameters. */
#define SV_VALUES(...)               \
    (const sv_value[]){__VA_ARGS__}, \
        (unsigned)(sizeof((const sv_value[]){__VA_ARGS__}) / sizeof(sv_value))
typedef struct sv_rows {
    const char *columns; /* as in sv_query */
    sv_row *row;
    void *data;
} sv_rows;
SV_CHECKED bool sv_read(sv_store *store, const char *sql, const sv_value *parameter,
                        unsigned parameters, sv_rows rows, rec_error *error);
SV_CHECKED bool sv_write(sv_store *store, const char *sql, const sv_value *parameter,
                         unsigned parameters, int64_t *changed, rec_error *error);

/* -------------------------------------------------------------------------------------- users */

/* folded is the name as it is compared; NULL for guests, whose names need not be unique. */
SV_CHECKED bool sv_user_add(sv_store *store, const sv_user *user, const char *folded,
                            const char *password, int64_t now, rec_error *error);
/* A guest becomes an account. */
SV_CHECKED bool sv_user_promote(sv_store *store, const sv_user *user, const char *folded,
                                const char *password, rec_error *error);
/* A guest takes the name they have here. */
SV_CHECKED bool sv_user_rename(sv_store *store, const sv_user *user, rec_error *error);
/* Found is false if there is none. password may be NULL. */
SV_CHECKED bool sv_user_named(sv_store *store, const char *folded, sv_user *user,
                              char password[SV_PASSWORD_MAX], bool *found, rec_error *error);
SV_CHECKED bool sv_user_numbered(sv_store *store, int64_t id, sv_user *user, bool *found,
                                 rec_error *error);
SV_CHECKED bool sv_user_block(sv_store *store, int64_t id, bool blocked, rec_error *error);
/* Removes everything about a user that nobody else needs; what they did in games stays, without a
 * name. */
SV_CHECKED bool sv_user_remove(sv_store *store, int64_t id, rec_error *error);

/* Guests made before a moment, oldest first, from the one after another on. */
typedef struct sv_guest {
    int64_t id, created;
    bool plays; /* sits or sat at some table */
} sv_guest;
typedef void sv_guest_each(void *data, const sv_guest *guest);
SV_CHECKED bool sv_guests(sv_store *store, const sv_guest *after, int64_t before, unsigned max,
                          sv_guest_each *each, void *data, rec_error *error);

typedef struct sv_webhook {
    char url[SV_URL_MAX], secret[SV_HEX_MAX]; /* url "": none */
} sv_webhook;
SV_CHECKED bool sv_webhook_set(sv_store *store, int64_t user, const sv_webhook *hook,
                               rec_error *error);
SV_CHECKED bool sv_webhook_get(sv_store *store, int64_t user, sv_webhook *hook, rec_error *error);

/* ----------------------------------------------------------------------------------- sessions */

/* A session is found by the hash of its token. A label makes it an API token, which does not go
 * with "log out everywhere" and is listed. */
typedef struct sv_session {
    char hash[SV_HEX_MAX];
    int64_t id, user, expires;
    char label[SV_NAME_MAX];
} sv_session;

SV_CHECKED bool sv_session_add(sv_store *store, const sv_session *session, int64_t now,
                               rec_error *error);
SV_CHECKED bool sv_session_find(sv_store *store, const char *hash, int64_t now, sv_user *user,
                                bool *found, rec_error *error);
SV_CHECKED bool sv_session_drop(sv_store *store, const char *hash, rec_error *error);
SV_CHECKED bool sv_sessions_drop(sv_store *store, int64_t user, rec_error *error);
/* The hash is that of the dropped token; "": there was none. */
SV_CHECKED bool sv_token_drop(sv_store *store, int64_t user, int64_t id, char hash[SV_HEX_MAX],
                              rec_error *error);
/* Removes at most so many that have expired; *gone is how many. */
SV_CHECKED bool sv_sessions_expire(sv_store *store, int64_t now, unsigned max, unsigned *gone,
                                   rec_error *error);
typedef void sv_token_row(void *data, int64_t id, const char *label, int64_t created);
SV_CHECKED bool sv_tokens(sv_store *store, int64_t user, sv_token_row *row, void *data,
                          rec_error *error);

/* -------------------------------------------------------------------------------------- games */

enum sv_status { SV_OPEN, SV_RUNNING, SV_ENDED, SV_CLOSED };

/* A row of games; its texts live as long as the caller's, or until the callback returns. */
typedef struct sv_game_row {
    int64_t id, version, host, seq, due, created, touched; /* due 0: no clock runs */
    int64_t ended;                                         /* when; 0: it has not */
    int64_t sum;                                           /* of the journal: sv_game.sum */
    unsigned status, rules;
    bool listed, automatic;
    const char *code, *settings, *seats, *clock, *seed, *next, *record; /* next, record or NULL */
} sv_game_row;

typedef void sv_game_each(void *data, const sv_game_row *row);

SV_CHECKED bool sv_game_add(sv_store *store, const sv_game_row *row, rec_error *error);
/* Writes what changes of a row if nobody else has since version: row->version is the new one, one
 * more. False with code "conflict" otherwise. */
SV_CHECKED bool sv_game_save(sv_store *store, const sv_game_row *row, rec_error *error);
/* Writes the seats alone, in the same way; the table is as new as it was. */
SV_CHECKED bool sv_game_reseat(sv_store *store, const sv_game_row *row, rec_error *error);
SV_CHECKED bool sv_game_find(sv_store *store, const char *code, sv_game_each *each, void *data,
                             rec_error *error);
/* Tables of the lobby, newest first; those of a user that are open or running and were touched
 * before a moment, or that ended before it; those of some rules whose clock wants something before
 * a moment, or that go on by themselves, SV_LIST_MAX at most. Texts that a list does not need are
 * NULL. */
SV_CHECKED bool sv_games_listed(sv_store *store, unsigned status, unsigned max, sv_game_each *each,
                                void *data, rec_error *error);
SV_CHECKED bool sv_games_of(sv_store *store, int64_t user, bool ended, int64_t before, unsigned max,
                            sv_game_each *each, void *data, rec_error *error);
SV_CHECKED bool sv_games_due(sv_store *store, int64_t before, unsigned rules, sv_game_each *each,
                             void *data, rec_error *error);
SV_CHECKED bool sv_games_automatic(sv_store *store, unsigned rules, sv_game_each *each, void *data,
                                   rec_error *error);
/* For a game that cannot be read: nobody looks for it by itself again; it is over. */
SV_CHECKED bool sv_game_shelve(sv_store *store, const char *code, rec_error *error);
SV_CHECKED bool sv_game_stop(sv_store *store, const char *code, int64_t now, rec_error *error);
/* Tables of anybody, for the admin tool. */
SV_CHECKED bool sv_games_all(sv_store *store, unsigned max, sv_game_each *each, void *data,
                             rec_error *error);
/* Tables whose game never began and that nobody has touched since a moment, and their removal. */
SV_CHECKED bool sv_games_stale(sv_store *store, int64_t before, unsigned max, sv_game_each *each,
                               void *data, rec_error *error);
SV_CHECKED bool sv_game_remove(sv_store *store, int64_t id, rec_error *error);
SV_CHECKED bool sv_player_add(sv_store *store, int64_t user, int64_t game, rec_error *error);
SV_CHECKED bool sv_player_drop(sv_store *store, int64_t user, int64_t game, rec_error *error);

/* One line of a journal. */
typedef struct sv_line {
    int64_t at;
    uint32_t seq, value;
    uint8_t seat;
} sv_line;

typedef void sv_line_each(void *data, const sv_line *line);

/* client may be NULL. */
SV_CHECKED bool sv_journal_add(sv_store *store, int64_t game, const sv_line *line,
                               const char *client, rec_error *error);
SV_CHECKED bool sv_journal_read(sv_store *store, int64_t game, sv_line_each *each, void *data,
                                rec_error *error);
/* The line that a client's move became; 0: it never arrived. */
SV_CHECKED bool sv_journal_find(sv_store *store, int64_t game, unsigned seat, const char *client,
                                uint32_t *seq, rec_error *error);

/* --------------------------------------------------------------------------------------- chat */

typedef struct sv_said {
    int64_t number, person, at;
    const char *name, *words;
} sv_said;
typedef void sv_said_each(void *data, const sv_said *said);
SV_CHECKED bool sv_chat_add(sv_store *store, int64_t game, const sv_said *said, rec_error *error);
/* The lines after a number, without those of deleted users and of people the viewer has muted. */
SV_CHECKED bool sv_chat_read(sv_store *store, int64_t game, int64_t viewer, int64_t after,
                             unsigned max, sv_said_each *each, void *data, rec_error *error);
/* Shows a user's lines at open and running tables under another name. */
SV_CHECKED bool sv_chat_rename(sv_store *store, int64_t person, const char *name, rec_error *error);
SV_CHECKED bool sv_chat_last(sv_store *store, int64_t game, int64_t *number, rec_error *error);
SV_CHECKED bool sv_mute(sv_store *store, int64_t user, int64_t muted, bool on, rec_error *error);
/* The people a user has muted. */
typedef void sv_muted_each(void *data, int64_t person);
SV_CHECKED bool sv_muted_by(sv_store *store, int64_t user, unsigned max, sv_muted_each *each,
                            void *data, rec_error *error);

/* ----------------------------------------------------------------------------- admin commands */

/* what is "block", "unblock", "end" or "forget"; whom is the account or the table. */
typedef void sv_admin_command_each(void *data, int64_t id, const char *what, const char *whom);
SV_CHECKED bool sv_admin_command_add(sv_store *store, int64_t id, const char *what,
                                     const char *whom, int64_t now, rec_error *error);
/* The oldest that wait. */
SV_CHECKED bool sv_admin_commands(sv_store *store, sv_admin_command_each *each, void *data,
                                  rec_error *error);
SV_CHECKED bool sv_admin_command_waits(sv_store *store, int64_t id, bool *waits, rec_error *error);
SV_CHECKED bool sv_admin_command_done(sv_store *store, int64_t id, rec_error *error);

#endif
