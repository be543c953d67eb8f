/*
 * The store: users, sessions, tables, journals, chat.
 *
 * All writes of one turn of the event loop go into one transaction: the first write opens it,
 * sv_store_commit ends it (group commit). A failure aborts the whole turn, even that of a read,
 * because after it no database promises that the transaction still exists: nothing is saved, and
 * every client that waits for an answer gets the error. Reads see what the turn has written.
 *
 * A server keeps tables in memory, which are true only as long as nobody else writes to the store.
 * So it owns the store by a generation number: a random one when it starts, counted up by each of
 * its transactions. If it finds another number than it left, another server was there or a backup
 * was restored, and all that it has in memory is void.
 *
 * A shared store (sv_db.shared) belongs to several servers, its nodes. What one of them writes, the
 * others learn from its news (news.h), and nobody counts.
 */
#ifndef ELEKTRO_SERVER_STORE_H
#define ELEKTRO_SERVER_STORE_H

#include "agent.h"
#include "db.h"
#include "measure.h"
#include "window.h"

enum {
    SV_NAME_MAX = 41,           /* bytes of a user's name, its end included */
    SV_CODE_MAX = 17,           /* of a table's code */
    SV_HEX_MAX = 65,            /* of 256 bits in hexadecimal */
    SV_URL_MAX = 257,           /* of a webhook */
    SV_PROBLEM_MAX = 129,       /* of the reason why a notice was lost */
    SV_PASSWORD_MAX = 129,      /* of a hashed password */
    SV_ADMIN_COMMANDS_MAX = 16, /* that the server runs in one turn */
    SV_LIST_MAX = 100,          /* tables that one list of due or automatic games holds */
    SV_SESSION_DAYS = 90        /* that a session lasts */
};

enum sv_user_kind { SV_GUEST, SV_ACCOUNT, SV_BOT_ACCOUNT };

typedef struct sv_user {
    int64_t id;
    uint8_t kind; /* enum sv_user_kind */
    bool blocked, moderator;
    unsigned untold;      /* decisions of moderators about the user that they have not been shown */
    int64_t silent_until; /* until when the user may not talk to others (people/silence.h); 0 */
    char name[SV_NAME_MAX];
} sv_user;

/* What the time of the database is spent on. */
enum sv_store_work {
    SV_STORE_READ,
    SV_STORE_WRITE,
    SV_STORE_BEGIN,
    SV_STORE_COMMIT,
    SV_STORE_WORKS
};

/* What servers that share a store tell each other: news.h. */
enum sv_news_kind {
    SV_NEWS_TABLE,    /* a table has a new version: its code, the version */
    SV_NEWS_PRESENCE, /* users have come to a table, or gone: its code */
    SV_NEWS_CHAT, /* somebody has said something: the code of the table, the number of the line */
    SV_NEWS_ADMISSION, /* who may watch or chat there is different: the code of the table */
    SV_NEWS_USER,      /* a user, or their sessions or mutes: the number of the user */
    SV_NEWS_PUSH,      /* a push for the clients of a user: the number of the user, the push */
    SV_NEWS_LINE,      /* a chat line was removed: the code of the table, the number of the line */
    SV_NEWS_ANALYSIS,  /* an analysis has ended: the code of the table, the push for its watchers */
    SV_NEWS_KINDS
};
extern const char *const sv_news_words[SV_NEWS_KINDS];

typedef struct sv_news_item {
    enum sv_news_kind kind;
    char *whom;
    char *more; /* or NULL */
} sv_news_item;

typedef struct sv_news_list {
    sv_news_item *item; /* in order; the texts belong to the list */
    unsigned count, room;
} sv_news_list;

typedef struct sv_store {
    sv_db *db;
    bool open, aborted; /* a transaction is open; something in it has failed */
    rec_error why;      /* the failure */
    sv_histogram time[SV_STORE_WORKS];
    bool owned;    /* by the generation number */
    bool lost;     /* the session is lost: another server may be writing */
    bool replaced; /* the number was not as this server left it */
    int64_t generation;
    int64_t node;      /* number of this server among those that share the store; 0: not shared */
    sv_news_list news; /* of the open transaction */
} sv_store;

/* Takes over the database and brings it to the newest schema. */
SV_CHECKED bool sv_store_open(sv_store *store, sv_db *db, rec_error *error);
/* Takes over a database that must have the newest schema already, beside a server. */
SV_CHECKED bool sv_store_visit(sv_store *store, sv_db *db, rec_error *error);
void sv_store_close(sv_store *store);

/* Takes the store for a server, whose memory must be empty. */
SV_CHECKED bool sv_store_own(sv_store *store, rec_error *error);

/* What has happened to the store behind the back of a server that owns it. */
enum sv_store_change {
    SV_STORE_SAME,
    SV_STORE_CHANGED,  /* the admin tool has written something */
    SV_STORE_REPLACED, /* everything may be different: the server must forget all, and own it anew
                        */
    SV_STORE_REGAINED, /* of a shared store: it could not be reached, and others may have written
                          what they do not tell */
    SV_STORE_LOST      /* it cannot be reached: what the server has in memory may be outdated */
};
/* Between two turns; costs no query unless there was a change. */
enum sv_store_change sv_store_look(sv_store *store);
/* Whether all data that this turn has read, also from memory, is still current. */
bool sv_store_is_current(sv_store *store);

/* Whether anything is waiting to be committed. */
bool sv_store_dirty(const sv_store *store);
/* Ends the turn: all of it is durable, or nothing. */
SV_CHECKED bool sv_store_commit(sv_store *store, rec_error *error);

/* Whether the database answers; whether it can write (the caller commits). */
SV_CHECKED bool sv_store_try_read(sv_store *store, rec_error *error);
SV_CHECKED bool sv_store_try_write(sv_store *store, rec_error *error);

/* Makes the turn fail as a whole: memory already holds what could not be written. Returns false. */
bool sv_store_abort(sv_store *store, const rec_error *error);

/*
 * Tables of the game and accounts may be in two databases (docs/nodes.md): a statement names tables
 * of only one of them, and the other is asked with a list of numbers.
 */
/* Texts without quotes as PostgreSQL reads a list, to be freed; NULL without memory. */
char *sv_list_of_texts(const char *const *text, unsigned count);
/* The same for numbers, as this store reads a list. */
char *sv_list_of_numbers(const sv_store *store, const int64_t *number, unsigned count);
/* A statement with a condition on such a list: "… id" SV_AMONG "$1" … */
#define SV_AMONG(store, head, parameter, tail)                           \
    ((store)->db->arrays ? head " = ANY (" parameter "::bigint[]) " tail \
                         : head " IN (SELECT value FROM json_each(" parameter ")) " tail)
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
/* The same for one that reads and locks, or that writes and returns rows. */
SV_CHECKED bool sv_write_and_read(sv_store *store, const char *sql, const sv_value *parameter,
                                  unsigned parameters, sv_rows rows, rec_error *error);
/* The same for a statement that must write one row: otherwise the turn fails with "conflict". */
SV_CHECKED bool sv_write_one(sv_store *store, const char *sql, const sv_value *parameter,
                             unsigned parameters, rec_error *error);
/* Likewise: the rows of a list of codes. */
typedef void sv_code_each(void *data, const char *code);
typedef struct sv_code_list {
    sv_code_each *each;
    void *data;
} sv_code_list;
sv_row sv_take_code;
/* Likewise: a user from these columns. */
#define SV_USER_COLUMNS "users.id, kind, blocked, name, moderator, silent_until, untold"
#define SV_USER_TYPES   "nnntnnn"
enum { SV_USER_COLUMNS_COUNT = 7 };
void sv_user_of_row(sv_user *user, const sv_value *column);

/* -------------------------------------------------------------------------------------- users */

/* folded is the name as it is compared at a login; NULL for guests, whose names need not be unique.
 * The name of an account must be free. */
SV_CHECKED bool sv_user_add(sv_store *store, const sv_user *user, const char *folded,
                            const char *password, int64_t now, rec_error *error);
/* A guest becomes an account. */
SV_CHECKED bool sv_user_promote(sv_store *store, const sv_user *user, const char *folded,
                                const char *password, rec_error *error);
/* Gives a guest the name in user. */
SV_CHECKED bool sv_user_rename(sv_store *store, const sv_user *user, rec_error *error);
/* Whether no account has this name or one that looks like it; error says so. */
SV_CHECKED bool sv_name_is_free(sv_store *store, const char *name, rec_error *error);
/* Until the end of the turn no other server of a shared store gives out a name: what is free stays
 * free. Fails with "busy" while another server does. */
SV_CHECKED bool sv_names_lock(sv_store *store, rec_error *error);
/* Enters the name of a new account; sv_user_add and sv_user_promote do it. */
SV_CHECKED bool sv_name_take(sv_store *store, const sv_user *user, rec_error *error);
/* Makes the skeletons of all accounts again if they were made by another version of Unicode. */
SV_CHECKED bool sv_names_refresh(sv_db *db, rec_error *error);
/* Replaces the password on condition that it is still the one in before; else *done is false. */
SV_CHECKED bool sv_password_change(sv_store *store, int64_t user, const char *password,
                                   const char *before, bool *done, rec_error *error);
/* Takes the password of an account away, until a code with this hash is used to set another. */
SV_CHECKED bool sv_password_reset(sv_store *store, int64_t user, const char *code, int64_t expires,
                                  rec_error *error);
/* The same, but the password stays until the code is used. *done is false if there is none: then a
 * code of the operator may be open. */
SV_CHECKED bool sv_password_offer(sv_store *store, int64_t user, const char *code, int64_t expires,
                                  bool *done, rec_error *error);
/* Whether the code is valid; and sets a password by it, if it is still valid. */
SV_CHECKED bool sv_reset_is_open(sv_store *store, int64_t user, const char *code, int64_t now,
                                 bool *open, rec_error *error);
SV_CHECKED bool sv_reset_use(sv_store *store, int64_t user, const char *code, const char *password,
                             bool *done, rec_error *error);
/* *found says whether there is such a user. password may be NULL. */
SV_CHECKED bool sv_user_by_name(sv_store *store, const char *folded, sv_user *user,
                                char password[SV_PASSWORD_MAX], bool *found, rec_error *error);
/* The same by the skeleton of a name; there is none if several accounts share it. */
SV_CHECKED bool sv_user_by_skeleton(sv_store *store, const char *skeleton, sv_user *user,
                                    char password[SV_PASSWORD_MAX], bool *found, rec_error *error);
SV_CHECKED bool sv_user_by_id(sv_store *store, int64_t id, sv_user *user,
                              char password[SV_PASSWORD_MAX], bool *found, rec_error *error);
/* The names of users, in the order of their numbers; without those who are gone. */
typedef void sv_person_each(void *data, int64_t person);
typedef void sv_person_text(void *data, int64_t person, const char *text);
SV_CHECKED bool sv_names_of(sv_store *store, const int64_t *person, unsigned count,
                            sv_person_text *each, void *data, rec_error *error);
SV_CHECKED bool sv_user_block(sv_store *store, int64_t id, bool blocked, rec_error *error);
/* Deletes a user. Their moves stay in the games they played, without a name. */
SV_CHECKED bool sv_user_remove(sv_store *store, int64_t id, rec_error *error);

/* Guests who came before a moment, oldest first, beginning behind the guest in after. */
enum { SV_GUESTS_MAX = 100 };
typedef struct sv_guest {
    int64_t id, created;
    bool plays; /* has or had a seat */
} sv_guest;
SV_CHECKED bool sv_guests(sv_store *store, const sv_guest *after, int64_t before,
                          sv_guest guest[SV_GUESTS_MAX], unsigned *count, rec_error *error);

typedef struct sv_webhook {
    char url[SV_URL_MAX], secret[SV_HEX_MAX]; /* url "": none */
    int64_t origin;               /* number of the address it was set from (limit.h); 0: unknown */
    int64_t lost;                 /* notices that did not arrive since it was set */
    int64_t problem_at;           /* when the last of them was given up */
    char problem[SV_PROBLEM_MAX]; /* why; "": none was lost */
} sv_webhook;
/* Sets url, secret and origin; nothing has been lost. */
SV_CHECKED bool sv_webhook_set(sv_store *store, int64_t user, const sv_webhook *hook,
                               rec_error *error);
SV_CHECKED bool sv_webhook_get(sv_store *store, int64_t user, sv_webhook *hook, rec_error *error);
/* The secrets of the webhooks of users. */
SV_CHECKED bool sv_webhook_secrets(sv_store *store, const int64_t *user, unsigned count,
                                   sv_person_text *each, void *data, rec_error *error);
/* Notes that a notice was lost, unless the webhook has another secret by now. */
SV_CHECKED bool sv_webhook_lose(sv_store *store, int64_t user, const char *secret,
                                const char *problem, int64_t now, rec_error *error);

/* The daily window in which the clocks of a user run. */
SV_CHECKED bool sv_window_set(sv_store *store, int64_t user, const sv_window *window,
                              rec_error *error);
SV_CHECKED bool sv_window_get(sv_store *store, int64_t user, sv_window *window, rec_error *error);

/* ----------------------------------------------------------------------------------- sessions */

/* A session is stored under the hash of its token. A session with a label is an API token: it is
 * listed, and "log out everywhere" does not end it. */
typedef struct sv_session {
    char hash[SV_HEX_MAX];
    int64_t id, user, expires;
    int64_t created, seen; /* seen: when it was last used, to the hour */
    char label[SV_NAME_MAX];
    sv_agent agent;
} sv_session;

SV_CHECKED bool sv_session_add(sv_store *store, const sv_session *session, int64_t now,
                               rec_error *error);
/* seen is when the session was last used, and may be NULL. */
SV_CHECKED bool sv_session_find(sv_store *store, const char *hash, int64_t now, sv_user *user,
                                int64_t *seen, bool *found, rec_error *error);
/* Notes that a session is used now. */
SV_CHECKED bool sv_session_use(sv_store *store, const char *hash, int64_t now, rec_error *error);
SV_CHECKED bool sv_session_drop(sv_store *store, const char *hash, rec_error *error);
SV_CHECKED bool sv_sessions_drop(sv_store *store, int64_t user, rec_error *error);
/* The same but for one session. */
SV_CHECKED bool sv_sessions_drop_others(sv_store *store, int64_t user, const char *hash,
                                        rec_error *error);
/* Deletes an API token; hash is that of the token, "" if there was none. */
SV_CHECKED bool sv_token_drop(sv_store *store, int64_t user, int64_t id, char hash[SV_HEX_MAX],
                              rec_error *error);
/* The same for a session that is no API token. */
SV_CHECKED bool sv_session_drop_by_id(sv_store *store, int64_t user, int64_t id,
                                      char hash[SV_HEX_MAX], rec_error *error);
/* Deletes up to max expired sessions; *gone is how many it deleted. */
SV_CHECKED bool sv_sessions_expire(sv_store *store, int64_t now, unsigned max, unsigned *gone,
                                   rec_error *error);
/* The sessions of a user that are no API tokens, the last used first. */
typedef void sv_session_each(void *data, const sv_session *session);
SV_CHECKED bool sv_sessions(sv_store *store, int64_t user, int64_t now, unsigned max,
                            sv_session_each *each, void *data, rec_error *error);
typedef void sv_token_row(void *data, int64_t id, const char *label, int64_t created);
SV_CHECKED bool sv_tokens(sv_store *store, int64_t user, sv_token_row *row, void *data,
                          rec_error *error);

/* ------------------------------------------------------------------------------------ devices */

/* Whether an account, or any (0), has logged in from a device. */
SV_CHECKED bool sv_device_find(sv_store *store, const char *hash, int64_t account, int64_t now,
                               bool *found, rec_error *error);
SV_CHECKED bool sv_device_add(sv_store *store, const char *hash, int64_t account, int64_t expires,
                              rec_error *error);
/* Keeps the newest of an account; forgets all but two. */
SV_CHECKED bool sv_devices_trim(sv_store *store, int64_t account, rec_error *error);
SV_CHECKED bool sv_devices_drop(sv_store *store, int64_t account, const char *but,
                                const char *and_but, rec_error *error);
SV_CHECKED bool sv_devices_expire(sv_store *store, int64_t now, unsigned max, unsigned *gone,
                                  rec_error *error);

/* -------------------------------------------------------------------------------------- games */

enum sv_status { SV_OPEN, SV_RUNNING, SV_ENDED, SV_CLOSED };

/* A row of games. Its texts belong to the caller; in a callback they live until it returns. */
typedef struct sv_game_row {
    int64_t id, version, host, seq, due, created, touched; /* due 0: no clock runs */
    int64_t ended;                                         /* when it ended; 0: it has not */
    int64_t sum;                                           /* of the journal: jn_game.sum */
    int64_t origin; /* number of an address (limit.h); 0: not known, or not read for a list */
    int64_t driver, driven; /* until when which server plays for its bots and orders (wake.c) */
    unsigned status, rules;
    bool listed, automatic;
    const char *code, *settings, *seats, *clock, *seed, *next, *record, *shuffle; /* the last three
                                                                                    or NULL */
} sv_game_row;

typedef void sv_game_each(void *data, const sv_game_row *row);

/* In a shared store: several tables by their codes. */
SV_CHECKED bool sv_games_find(sv_store *store, const char *const *codes, unsigned count,
                              sv_game_each *each, void *data, rec_error *error);
/* In a shared store: keeps all other servers from writing to a table until the end of the turn.
 * *version is that of its row; 0: there is none, or another server has it just now. */
SV_CHECKED bool sv_game_claim(sv_store *store, const char *code, int64_t *version,
                              rec_error *error);
/* The same for several tables: those that it can have. */
typedef void sv_claim_each(void *data, const char *code, int64_t version);
SV_CHECKED bool sv_games_claim(sv_store *store, const char *const *codes, unsigned count,
                               sv_claim_each *each, void *data, rec_error *error);
/* The same for a user. Fails with "busy" while another server has it, and if there is none. */
SV_CHECKED bool sv_user_claim(sv_store *store, int64_t id, rec_error *error);
/* Jobs that one server of a shared store does at a time: two would wait for each other's rows, or
 * do it twice. Servers of two releases may share a store: new ones come last. */
enum sv_shared_job { SV_JOB_TIDY, SV_JOB_PAIRING, SV_JOB_TALLY };
/* *claimed: this server has the job until the end of the turn. */
SV_CHECKED bool sv_job_claim(sv_store *store, enum sv_shared_job job, bool *claimed,
                             rec_error *error);
/* Takes games that go on by themselves for this server until a moment: those that it has had, and
 * those that no server has any more; some hundreds at most. */
SV_CHECKED bool sv_games_drive(sv_store *store, int64_t now, int64_t until, unsigned rules,
                               sv_code_each *each, void *data, rec_error *error);

SV_CHECKED bool sv_game_add(sv_store *store, const sv_game_row *row, rec_error *error);
/* Writes the fields of a row that can change, on condition that the stored version is
 * row->version - 1; fails with "conflict" otherwise. */
SV_CHECKED bool sv_game_save(sv_store *store, const sv_game_row *row, rec_error *error);
/* The same for the seats alone; touched stays as it is. */
SV_CHECKED bool sv_game_reseat(sv_store *store, const sv_game_row *row, rec_error *error);
/* Whether games and their journals can be read. */
SV_CHECKED bool sv_games_try_read(sv_store *store, rec_error *error);
SV_CHECKED bool sv_game_find(sv_store *store, const char *code, sv_game_each *each, void *data,
                             rec_error *error);
/* Lists of tables; texts that a list does not need are NULL.
 * listed: public tables for the lobby, newest first.
 * of: a user's open and running tables touched before a moment, or those that ended before it.
 * due: games whose clock has run out or calls for a warning, and tables whose players had to
 * reveal their words by now, SV_LIST_MAX at most.
 * automatic: running games in which a bot is to move, the addresses they were created from in
 * turn, SV_LIST_MAX at most. */
SV_CHECKED bool sv_games_listed(sv_store *store, unsigned status, unsigned max, sv_game_each *each,
                                void *data, rec_error *error);
SV_CHECKED bool sv_games_of(sv_store *store, int64_t user, bool ended, int64_t before, unsigned max,
                            sv_game_each *each, void *data, rec_error *error);
SV_CHECKED bool sv_games_due(sv_store *store, int64_t before, unsigned rules, sv_game_each *each,
                             void *data, rec_error *error);
SV_CHECKED bool sv_games_automatic(sv_store *store, unsigned rules, sv_game_each *each, void *data,
                                   rec_error *error);
/* How many tables of a host have a status from first to last. */
SV_CHECKED bool sv_games_hosted(sv_store *store, int64_t host, unsigned first, unsigned last,
                                unsigned *count, rec_error *error);
/* For games that cannot be read: shelve takes one out of the lists of due and automatic games, stop
 * ends it. */
SV_CHECKED bool sv_game_shelve(sv_store *store, const char *code, rec_error *error);
SV_CHECKED bool sv_game_stop(sv_store *store, const char *code, int64_t now, rec_error *error);
/* All open and running tables, for the admin tool. */
SV_CHECKED bool sv_games_all(sv_store *store, unsigned max, sv_game_each *each, void *data,
                             rec_error *error);
/* Tables without a game that were last touched before a moment, and their deletion. */
SV_CHECKED bool sv_games_stale(sv_store *store, int64_t before, unsigned max, sv_game_each *each,
                               void *data, rec_error *error);
SV_CHECKED bool sv_game_remove(sv_store *store, int64_t id, rec_error *error);
SV_CHECKED bool sv_player_add(sv_store *store, int64_t user, int64_t game, rec_error *error);
SV_CHECKED bool sv_player_drop(sv_store *store, int64_t user, int64_t game, rec_error *error);

/* Lets a user (0: clients that are not logged in) not watch a table any more, or again; and whom
 * that concerns. */
SV_CHECKED bool sv_remove(sv_store *store, int64_t game, int64_t person, bool on, rec_error *error);
SV_CHECKED bool sv_removed(sv_store *store, int64_t game, unsigned max, sv_person_each *each,
                           void *data, rec_error *error);
/* Whether spectators may not chat at a table. */
SV_CHECKED bool sv_game_quiet(sv_store *store, int64_t game, bool *quiet, rec_error *error);
SV_CHECKED bool sv_game_set_quiet(sv_store *store, int64_t game, bool quiet, rec_error *error);

/* Who is connected to other servers, of these games: in the order of their numbers, and of the
 * users'. */
typedef void sv_presence_each(void *data, int64_t game, int64_t person);
SV_CHECKED bool sv_presence_elsewhere(sv_store *store, const int64_t *game, unsigned count,
                                      sv_presence_each *each, void *data, rec_error *error);
/* Notes that a user is connected to this server, or not any more. */
SV_CHECKED bool sv_presence_set(sv_store *store, int64_t game, int64_t person, bool here,
                                rec_error *error);
/* Nobody of a table is connected to this server any more. */
SV_CHECKED bool sv_presence_clear(sv_store *store, int64_t game, rec_error *error);
/* Nobody at all is connected to a server any more, as the news of it tell. */
SV_CHECKED bool sv_presence_end(sv_store *store, int64_t node, rec_error *error);

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
/* The lines after a number, up to the last one. A row that was read before says which is the last:
 * another server may add lines between the two queries. */
SV_CHECKED bool sv_journal_read(sv_store *store, int64_t game, uint32_t after, uint32_t last,
                                sv_line_each *each, void *data, rec_error *error);
typedef struct sv_span {
    int64_t game;
    uint32_t after, last;
} sv_span;
typedef void sv_game_line_each(void *data, int64_t game, const sv_line *line);
/* In a shared store: the same for several journals. */
SV_CHECKED bool sv_journals_read(sv_store *store, const sv_span *span, unsigned count,
                                 sv_game_line_each *each, void *data, rec_error *error);
/* The journal line of the move that a client gave this name; 0: there is none. */
SV_CHECKED bool sv_journal_find(sv_store *store, int64_t game, unsigned seat, const char *client,
                                uint32_t *seq, rec_error *error);
/* In a shared store: those of several names, as JSON: [{"code": table, "client": name}, …]. */
typedef void sv_name_each(void *data, const char *code, const char *client, unsigned seat,
                          uint32_t seq);
SV_CHECKED bool sv_journal_find_all(sv_store *store, const char *names, sv_name_each *each,
                                    void *data, rec_error *error);

/* ----------------------------------------------------------------------------------- analyses */

/* The analysis of a game. Its texts belong to the caller; in a callback they live until it returns.
 */
typedef struct sv_analysis_row {
    int64_t game;
    int64_t sum;         /* of the journal it was made of */
    int64_t made, used;  /* when it was made, and when it was last asked for */
    const char *maker;   /* the program and the weights that made it */
    const char *content; /* JSON */
} sv_analysis_row;

typedef void sv_analysis_each(void *data, const sv_analysis_row *row);
/* Replaces the one before. */
SV_CHECKED bool sv_analysis_save(sv_store *store, const sv_analysis_row *row, rec_error *error);
/* Calls each if there is one. *damaged: there is one, and its content is not what was saved. */
SV_CHECKED bool sv_analysis_find(sv_store *store, int64_t game, sv_analysis_each *each, void *data,
                                 bool *damaged, rec_error *error);
SV_CHECKED bool sv_analysis_use(sv_store *store, int64_t game, int64_t now, rec_error *error);
SV_CHECKED bool sv_analysis_drop(sv_store *store, int64_t game, rec_error *error);
/* Deletes up to max of the least used beyond those that are kept; *gone is how many. */
SV_CHECKED bool sv_analyses_trim(sv_store *store, unsigned keep, unsigned max, unsigned *gone,
                                 rec_error *error);

/* In a shared store: the analysis of a game that a server has to make, and how far it is. */
typedef struct sv_analysing {
    int64_t game, node;
    unsigned done, total; /* decisions and cards; total 0: it waits */
} sv_analysing;

/* node 0: nobody has to make it. */
SV_CHECKED bool sv_analysing_find(sv_store *store, int64_t game, sv_analysing *a, rec_error *error);
/* These are for analyses of this server. */
SV_CHECKED bool sv_analysing_add(sv_store *store, int64_t game, rec_error *error);
SV_CHECKED bool sv_analysing_set(sv_store *store, const sv_analysing *a, rec_error *error);
SV_CHECKED bool sv_analysing_drop(sv_store *store, int64_t game, rec_error *error);
/* Drops all but those of a list. */
SV_CHECKED bool sv_analysing_keep(sv_store *store, const int64_t *game, unsigned count,
                                  rec_error *error);

/* --------------------------------------------------------------------------------------- chat */

typedef struct sv_chat_line {
    int64_t number, person, at;
    const char *name, *words;
    bool account; /* its author had an account */
} sv_chat_line;
typedef void sv_chat_each(void *data, const sv_chat_line *said);
SV_CHECKED bool sv_chat_add(sv_store *store, int64_t game, const sv_chat_line *said,
                            rec_error *error);
/* Which lines of a chat: those after a number, without those of deleted users and of muted people,
 * max at most. */
typedef struct sv_chat_part {
    int64_t after;
    unsigned max, muted_count;
    const int64_t *muted;
} sv_chat_part;
SV_CHECKED bool sv_chat_read(sv_store *store, int64_t game, const sv_chat_part *part,
                             sv_chat_each *each, void *data, rec_error *error);
/* Shows a user's lines at open and running tables under another name, or as those of an account. */
SV_CHECKED bool sv_chat_rename(sv_store *store, const sv_user *user, rec_error *error);
/* Takes the words of a line away: it is shown to nobody any more. */
SV_CHECKED bool sv_chat_empty(sv_store *store, int64_t game, int64_t number, rec_error *error);
SV_CHECKED bool sv_chat_last(sv_store *store, int64_t game, int64_t *number, rec_error *error);
SV_CHECKED bool sv_mute(sv_store *store, int64_t user, int64_t muted, bool on, rec_error *error);
/* The people a user has muted. */
SV_CHECKED bool sv_muted_by(sv_store *store, int64_t user, unsigned max, sv_person_each *each,
                            void *data, rec_error *error);

/* ----------------------------------------------------------------------------- admin commands */

/* what is "block", "unblock", "log-out", "reread", "end" or "forget"; whom is the account or the
 * table. */
typedef void sv_admin_command_each(void *data, int64_t id, const char *what, const char *whom);
typedef struct sv_admin_command {
    int64_t id, node; /* of the server that has to run it; 0: any */
    const char *what, *whom;
} sv_admin_command;
SV_CHECKED bool sv_admin_command_add(sv_store *store, const sv_admin_command *command, int64_t now,
                                     rec_error *error);
/* The oldest that wait for this server. */
SV_CHECKED bool sv_admin_commands(sv_store *store, sv_admin_command_each *each, void *data,
                                  rec_error *error);
SV_CHECKED bool sv_admin_command_waits(sv_store *store, int64_t id, bool *waits, rec_error *error);
SV_CHECKED bool sv_admin_command_done(sv_store *store, int64_t id, rec_error *error);

/* --------------------------------------------------------------------------------------- nodes */

/* Servers that share the store. */
typedef struct sv_node {
    int64_t id;
    int64_t seen; /* when it was last heard of */
    const char *name, *version;
} sv_node;

typedef void sv_node_each(void *data, const sv_node *node);

/* The clock of the database, which all servers that share it go by. */
SV_CHECKED bool sv_store_time(sv_store *store, int64_t *now, rec_error *error);
SV_CHECKED bool sv_node_add(sv_store *store, const sv_node *node, rec_error *error);
/* Notes that this server is there; *known: the others have not given it up. */
SV_CHECKED bool sv_node_seen(sv_store *store, int64_t now, bool *known, rec_error *error);
/* The secret that the servers have in common: this one if there is none yet. */
SV_CHECKED bool sv_site_secret(sv_store *store, const char *fresh, char secret[SV_HEX_MAX],
                               rec_error *error);
/* Forgets a server with all that belongs to it. */
SV_CHECKED bool sv_node_remove(sv_store *store, int64_t id, rec_error *error);
/* Those that were heard of after a moment, and those that were not. */
SV_CHECKED bool sv_nodes(sv_store *store, int64_t after, sv_node_each *each, void *data,
                         rec_error *error);
SV_CHECKED bool sv_nodes_silent(sv_store *store, int64_t until, sv_node_each *each, void *data,
                                rec_error *error);

/* Adds news to the transaction; whom and more (or NULL) are copied. For a store that is not shared
 * it does nothing. */
void sv_news_add(sv_store *store, enum sv_news_kind kind, const char *whom, const char *more);
void sv_news_add_number(sv_store *store, enum sv_news_kind kind, int64_t whom, const char *more);
/* Writes one of the news of the transaction; the commit does it. */
SV_CHECKED bool sv_news_write(sv_store *store, const sv_news_item *item, unsigned place,
                              rec_error *error);
/* How far the news are known: what PostgreSQL says of the snapshot in which they were read. */
typedef struct sv_news_place {
    int64_t next;        /* the transactions from this number on had not begun */
    char *open;          /* numbers of those below that had not ended, as a list: "{1,2,3}" */
    int64_t at;          /* when that was, by the clock of the database */
    int64_t generation;  /* each server counts it up once a second: it is lower in a backup */
    int64_t incarnation; /* of the table that holds it: another one after a restore */
} sv_news_place;
void sv_news_place_free(sv_news_place *place);
/* The news of other servers that could not be seen at a place, and the place now, to be freed.
 * *all: there were not too many to be read. */
SV_CHECKED bool sv_news_read(sv_store *store, const sv_news_place *from, sv_news_list *list,
                             sv_news_place *place, bool *all, rec_error *error);
/* Deletes the news from before a moment. */
SV_CHECKED bool sv_news_trim(sv_store *store, int64_t before, rec_error *error);
void sv_news_free(sv_news_list *list);

#endif
