/*
 * A table: its seats, settings and clocks, and the game once it has started.
 *
 * In memory it is a cache of its row in the store: sv_table_load reads it, sv_table_save writes the
 * changes on condition that nobody else has written since, and when a turn cannot be committed the
 * table is read again.
 */
#ifndef ELEKTRO_SERVER_TABLE_H
#define ELEKTRO_SERVER_TABLE_H

#include <jansson.h>

#include "board.h"
#include "bot.h"
#include "fair.h"
#include "journal.h"
#include "store.h"

enum {
    SV_TITLE_MAX = 61,
    SV_ORDERS_MAX = 16,
    SV_LINES_MAX = 16384, /* lines of a game's journal at most */
    SV_ATTEMPTS_MAX = 32, /* of starting a game */
    SV_DRIVE_MS = 5000    /* that a server has a game that goes on by itself */
};

/* How a game is set up. */
typedef struct sv_setting {
    const bd_board *board;
    uint8_t edition, players, options;
    uint8_t zone_choice; /* enum jn_zone */
    uint8_t zone;        /* with JN_ZONE_GIVEN */
    uint8_t seated;      /* 1: the first order is that of the seats; 0: it is random */
} sv_setting;

enum sv_seat_kind { SV_SEAT_EMPTY, SV_SEAT_PERSON, SV_SEAT_BOT };

/* Seats that were stored by an earlier version do not say whether the person has an account. */
enum sv_mark { SV_MARK_NO, SV_MARK_YES, SV_MARK_UNKNOWN };

/* The queued orders of a seat: orders.h. Lists without anything are NULL. */
typedef struct sv_orders {
    json_t *list, *results; /* and how earlier ones went */
    json_t *requests;       /* what the client called its last requests */
    int64_t last_id;        /* that an order was given */
} sv_orders;

/* Whose turn it is and who has won, as stored with a seat: standing.h. */
typedef struct sv_standing {
    int64_t due;
    bool to_move, ranked;
    uint8_t rank;
} sv_standing;

typedef struct sv_seat {
    int64_t user; /* of a person */
    sv_orders orders;
    sv_standing standing; /* for a table without its game */
    uint8_t kind;         /* enum sv_seat_kind */
    uint8_t level;        /* of a bot */
    uint8_t style;        /* of a bot: enum bot_style */
    bool ready;
    bool away; /* a bot plays for the person */
    bool agrees_to_end;
    bool seals;      /* the player's client has sealed words at this table */
    uint8_t account; /* enum sv_mark: whether the person has one */
    uint8_t colour;  /* of the person, 1 .. EK_SEATS; 0: any, for bots and older tables */
    uint8_t shared;  /* of a rated game that has ended: players with the same number, from 1, had
                        joined from one address */
    int64_t origin;  /* at a rated table, until its game ends: number of the address (limit.h) from
                        which the person joined; 0: not known */
    char name[SV_NAME_MAX];
    char words[JN_WORDS_MAX]; /* open, or revealed */
    char seal[SV_HEX_MAX];    /* of words that are not known yet; "": none */
    char salt[SV_HEX_MAX];    /* "": not revealed */
    sv_window window;         /* of the person, for their next turn */
} sv_seat;

/* The shuffle of a table: sealing.h. */
typedef struct sv_shuffle {
    uint8_t version;  /* of the procedure, from the start on; 0: not decided */
    unsigned attempt; /* of starting the game, from 1 */
    int64_t due;      /* by when words must be revealed; 0: they are not being revealed */
    uint8_t refused[SV_ATTEMPTS_MAX]; /* sets of seats that did not reveal, by attempt before */
} sv_shuffle;

enum sv_clock_kind { SV_CLOCK_NONE, SV_CLOCK_MOVE, SV_CLOCK_GAME, SV_CLOCK_DAYS };

/* How a rated table counts players for whom a bot plays at the end: they are behind all who stayed,
 * and share the last place; or the result of their seat is theirs. */
enum sv_absence { SV_ABSENT_LAST, SV_ABSENT_RESULT, SV_ABSENCES };
extern const char *const sv_absence_words[SV_ABSENCES];

/* The clocks of a table, in milliseconds. */
typedef struct sv_clock {
    uint8_t kind; /* enum sv_clock_kind */
    bool warned;
    int64_t given, increment;
    int64_t patience; /* without a clock: how long a connected player may take; 0: for ever */
    int64_t left[EK_SEATS];
    int64_t since;        /* when the pending decision began; 0: not running */
    int64_t turn;         /* when the moves began that can be taken back */
    unsigned grace_round; /* the last round in which players came back without time, and their
                             seats, a bit each */
    uint8_t graced;
    sv_window window; /* of the player to move, with SV_CLOCK_DAYS */
} sv_clock;

/* Who may not watch a table, and whether spectators may chat; read when it is needed. */
typedef struct sv_admission {
    bool known, quiet;
    unsigned count;
    int64_t *removed; /* users; 0: clients that are not logged in */
} sv_admission;

/* Users, sorted. */
typedef struct sv_people {
    int64_t *person;
    unsigned count;
} sv_people;

typedef struct sv_watcher sv_watcher; /* watch.h */
typedef struct sv_history sv_history; /* entries.h */
struct rec_options;                   /* history.h */

typedef struct sv_table {
    sv_fair_item place; /* in the queue of table_cache.h */
    struct sv_table *next_in_bucket;
    int64_t id, version, created, touched, ended;
    int64_t host;   /* user; 0: nobody, the server made it */
    int64_t origin; /* number of the address it was created from (limit.h); 0: not known */
    uint8_t status; /* enum sv_status */
    bool listed;
    bool help;             /* players may have advice while they play */
    bool rated;            /* the game counts for the ratings of its players (ratings/rated.h) */
    uint8_t absence;       /* enum sv_absence, if it is rated */
    bool has_game;         /* game is set up */
    bool queued;           /* place is in use */
    bool thinking;         /* a thread searches for a bot's move */
    bool waits_for_thread; /* the threads have no time for its bot until the next tick */
    bool stuck;            /* a move of a bot or an order was refused; it waits for another move */
    unsigned rules;        /* version under which it was started */
    unsigned entries;      /* stored, for a table without its game */
    int64_t sum;           /* likewise */
    unsigned orders_checked; /* entries plus one when queued orders were last checked in vain; 0:
                                check */
    bool notice_waits;       /* "your turn", until it is clear that queued orders do not move */
    uint64_t turn;           /* in which it was changed last */
    uint64_t claimed;       /* in a shared store: the turn in which no other server can change it */
    bool stale;             /* in a shared store: another server has changed it since it was read */
    int64_t driver, driven; /* in a shared store: until when which server moves by itself here */
    sv_people elsewhere;    /* who is connected to other servers (presence.h) */
    sv_people saved;        /* who is stored as connected to this one */
    uint64_t saved_turn;    /* the turn in which that was written last */
    bool unsure;            /* whether that is what is stored */
    int64_t chat_told;      /* in a shared store: the last chat line that watchers have; -1 */
    /* What watchers know of the game if the turn that changes the table is rolled back: whether
     * there is one, and its lines. */
    bool game_before;
    unsigned lines_before;
    int64_t chat_before; /* chat_told before the turn in which a line was last said here */
    uint64_t chat_turn;  /* that turn */
    int64_t last_chat;   /* number of the last chat line; -1: not known yet */
    sv_setting setting;
    sv_clock clock;
    sv_shuffle shuffle;
    sv_seat seat[EK_SEATS];
    jn_game game;
    bot *bots; /* by seat; NULL until one is needed */
    sv_watcher *watchers;
    sv_admission admission; /* spectators.h */
    unsigned watcher_count;
    bool to_tell; /* its watchers, how it is now */
    struct sv_table *next_to_tell;
    sv_history *history; /* NULL until entries are asked for */
    char code[SV_CODE_MAX], next[SV_CODE_MAX];
    char tournament[SV_CODE_MAX]; /* a public one that the table belongs to; "" */
    char title[SV_TITLE_MAX];
    char seed[SV_HEX_MAX], commitment[SV_HEX_MAX];
} sv_table;

/* Reads the settings of a request or of a row into a table. */
SV_CHECKED bool sv_settings_read(sv_table *table, const json_t *request, rec_error *error);
json_t *sv_settings_json(const sv_table *table);

/* Gives a table another seed with its commitment. */
void sv_table_reseed(sv_table *table);

/* Makes an open table with an id, a code and a seed of its own; not in the store yet. */
sv_table *sv_table_new(int64_t host, int64_t now, rec_error *error);
/* Reads a table and, if it has started, its game from the journal. */
sv_table *sv_table_load(sv_store *store, const char *code, rec_error *error);
/* A table that other servers have changed, to be read again. */
typedef struct sv_reading {
    sv_table *known;
    sv_table *fresh; /* NULL: it is lost, and error says why */
    bool goes_on;    /* its game has only gone on: fresh has it now, with what has been added */
    rec_error error;
} sv_reading;

enum { SV_READINGS_MAX = 64 };

/* Reads tables of a shared store again, all with two queries. False if the store fails: then the
 * tables are as they were. */
SV_CHECKED bool sv_tables_read(sv_store *store, sv_reading *list, unsigned count, rec_error *error);
/* Fills a table from its row, without clock and game. */
SV_CHECKED bool sv_table_read_row(sv_table *table, const sv_game_row *row, rec_error *error);
/* Makes a table of a row, without clock, seed and game, to show it; NULL if it is damaged. */
sv_table *sv_table_of_row(const sv_game_row *row);
/* The same for the row with this code; *table is NULL if there is none or it is damaged. */
SV_CHECKED bool sv_table_peek(sv_store *store, const char *code, sv_table **table,
                              rec_error *error);
void sv_table_free(sv_table *table);

SV_CHECKED bool sv_table_add(sv_store *store, const sv_table *table, rec_error *error);
/* Writes the row; record may be NULL. If it cannot, the turn is aborted. The server that writes is
 * the one that moves by itself there. */
SV_CHECKED bool sv_table_save(sv_store *store, sv_table *table, int64_t now, const char *record,
                              rec_error *error);

/* Writes the seats alone, of a table that may lack its game; touched stays as it is. If it cannot,
 * the turn is aborted. */
SV_CHECKED bool sv_table_save_seats(sv_store *store, sv_table *table, rec_error *error);

/* Sets up the game from settings, seed and words. */
SV_CHECKED bool sv_table_begin(sv_table *table, rec_error *error);
/* Says what the journal of a table refused; returns false. */
bool sv_refuse_line(rec_error *error, const sv_table *table, unsigned reason);

/* In whose share its bots and queued orders wait: a table without a host has one of its own. */
sv_owner sv_table_owner(const sv_table *table);
/* The seat of a user; EK_NOBODY. */
unsigned sv_seat_of(const sv_table *table, int64_t user);
/* The seat to move; EK_NOBODY if there is no running game. */
unsigned sv_table_to_move(const sv_table *table);
/* Whether a bot plays a seat, as its own or on autopilot. */
bool sv_seat_is_automatic(const sv_table *table, unsigned seat);
/* Whether the game goes on by itself: the seat to move is automatic, or its queued orders have not
 * been tried in this position. */
bool sv_table_is_automatic(const sv_table *table);
/* After a table is loaded: untried orders may leave the decision to their player, who then has to
 * be told. */
void sv_table_recall_notice(sv_table *table);

/* colours.c: the person at a seat keeps the colour that the seat has now. */
void sv_colour_keep(sv_table *table, unsigned seat);
/* Gives the person at a seat another colour; false if there is no such colour, or another person
 * has it. */
bool sv_colour_take(sv_table *table, unsigned seat, unsigned preferred);
/* The colours of all seats, each once. */
void sv_colours(const sv_table *table, uint8_t colour[EK_SEATS]);

/* The table as everybody may see it; you is the viewer's seat or EK_NOBODY. */
json_t *sv_table_json(const sv_table *table, unsigned you);

/* Board, options and names as records have them. */
void sv_table_options(const sv_table *table, struct rec_options *options);
/* The game as a record, to be freed. */
char *sv_table_record(const sv_table *table, rec_error *error);

/* clock.c: the clocks start; switch after a decision of a seat; a player takes over from the bot,
 * which changes nothing for a pending decision; and when the running one runs out (0: never). */
void sv_clock_start(sv_table *table, int64_t now);
void sv_clock_press(sv_table *table, unsigned seat, int64_t now);
void sv_clock_resume(sv_table *table, unsigned seat);
int64_t sv_clock_due(const sv_table *table);
/* Whether the decision before the last move would have any time left. */
bool sv_clock_allows_undo(const sv_table *table, int64_t now);
/* When the player to move should be warned; 0: never. */
int64_t sv_clock_warning(const sv_table *table);
/* When the others may call a bot for the player to move, who is here or not; 0: never. */
int64_t sv_clock_patience(const sv_table *table, bool here);
json_t *sv_clock_json(const sv_table *table, int64_t now);
void sv_clock_print(const sv_clock *clock, char *text, size_t size);
SV_CHECKED bool sv_clock_parse(sv_clock *clock, const char *text);

/* A code for a new table; an id for a row of the store, 1 .. 2^52. */
void sv_code_make(char code[SV_CODE_MAX]);
int64_t sv_id_make(void);

#endif
