/*
 * A table: who sits at it, how it is set, and the game once it has begun.
 *
 * In memory it is a cache of its row in the store: sv_table_load makes it, sv_table_save writes
 * what changed on the condition that nobody else wrote since, and when a turn cannot be committed
 * the table is forgotten and read again.
 */
#ifndef ELEKTRO_SERVER_TABLE_H
#define ELEKTRO_SERVER_TABLE_H

#include <jansson.h>

#include "bot.h"
#include "game.h"
#include "store.h"

enum { SV_TITLE_MAX = 61, SV_ORDERS_MAX = 16 };

enum sv_seat_kind { SV_SEAT_EMPTY, SV_SEAT_PERSON, SV_SEAT_BOT };

typedef struct sv_seat {
    int64_t user;   /* a person's */
    json_t *orders; /* standing orders, or NULL */
    uint8_t kind;   /* enum sv_seat_kind */
    uint8_t level;  /* of a bot */
    bool ready;
    bool away; /* a bot plays for the person */
    bool agrees_to_end;
    char name[SV_NAME_MAX];
    char words[JN_WORDS_MAX];
} sv_seat;

enum sv_clock_kind { SV_CLOCK_NONE, SV_CLOCK_MOVE, SV_CLOCK_GAME, SV_CLOCK_DAYS };

/* The clocks of a table, in milliseconds. */
typedef struct sv_clock {
    uint8_t kind; /* enum sv_clock_kind */
    bool warned;
    int64_t given, increment;
    int64_t left[EK_SEATS];
    int64_t since; /* when the seat to move was asked; 0: not running */
} sv_clock;

typedef struct sv_watcher sv_watcher; /* watch.h */

typedef struct sv_table {
    struct sv_table *next_in_bucket;
    int64_t id, version, host, created, touched, ended;
    uint8_t status; /* enum sv_status */
    bool listed;
    bool has_game;    /* game is set up */
    bool queued;      /* something goes on by itself */
    bool thinking;    /* a bot is at it, elsewhere */
    bool waits;       /* nobody has time to think for it: until the next tick */
    bool stuck;       /* what went on by itself was refused: until a move is made or ordered */
    unsigned rules;   /* version under which it was begun */
    unsigned entries; /* stored, for a table without its game */
    int64_t sum;      /* likewise */
    unsigned looked;  /* entries plus one when standing orders had nothing to do; 0: look */
    uint64_t turn;    /* in which it was changed last */
    int64_t said;     /* number of the last thing said; -1: not known yet */
    sv_setting setting;
    sv_clock clock;
    sv_seat seat[EK_SEATS];
    sv_game game;
    bot *bots; /* one a seat, those that play; NULL until one is needed */
    sv_watcher *watchers;
    char code[SV_CODE_MAX], next[SV_CODE_MAX];
    char title[SV_TITLE_MAX];
    char seed[SV_HEX_MAX], commitment[SV_HEX_MAX];
} sv_table;

/* Reads the settings of a request or of a row into a table. */
SV_CHECKED bool sv_settings_read(sv_table *table, const json_t *request, rec_error *error);
json_t *sv_settings_json(const sv_table *table);

/* Makes an open table with an id, a code and a seed of its own; not in the store yet. */
sv_table *sv_table_new(int64_t host, int64_t now, rec_error *error);
/* Makes a table of a row, its game of the journal. */
sv_table *sv_table_load(sv_store *store, const char *code, rec_error *error);
/* Makes what can be shown of a row, without clock, seed and game; NULL if it is damaged. */
sv_table *sv_table_of_row(const sv_game_row *row);
/* The same for the row with this code; *table is NULL if there is none or it is damaged. */
SV_CHECKED bool sv_table_peek(sv_store *store, const char *code, sv_table **table,
                              rec_error *error);
void sv_table_free(sv_table *table);

SV_CHECKED bool sv_table_add(sv_store *store, const sv_table *table, rec_error *error);
/* Writes the row; record may be NULL. If it cannot, the turn is aborted. */
SV_CHECKED bool sv_table_save(sv_store *store, sv_table *table, int64_t now, const char *record,
                              rec_error *error);

/* Writes the seats alone, of a table that may be without its game; it is as new as it was. If it
 * cannot, the turn is aborted. */
SV_CHECKED bool sv_table_save_seats(sv_store *store, sv_table *table, rec_error *error);

/* Sets up the game from settings, seed and words. */
SV_CHECKED bool sv_table_begin(sv_table *table, rec_error *error);

/* The seat of a user; EK_NOBODY. */
unsigned sv_seat_of(const sv_table *table, int64_t user);
/* The seat to move; EK_NOBODY if there is no running game. */
unsigned sv_table_to_move(const sv_table *table);
/* Whether a seat is played by a bot just now. */
bool sv_seat_is_automatic(const sv_table *table, unsigned seat);

/* The table as everybody may see it; you is the viewer's seat or EK_NOBODY. */
json_t *sv_table_json(const sv_table *table, unsigned you);

/* The game as a record, to be freed. */
char *sv_table_record(const sv_table *table, rec_error *error);

/* clock.c: the clocks begin, go on after a decision of seat, go on after a seat comes back to where
 * a bot played for it, and when they run out (0: never). */
void sv_clock_start(sv_table *table, int64_t now);
void sv_clock_press(sv_table *table, unsigned seat, int64_t now);
void sv_clock_resume(sv_table *table, unsigned seat, int64_t now);
int64_t sv_clock_due(const sv_table *table);
/* When somebody should be warned; 0: never. */
int64_t sv_clock_warning(const sv_table *table);
json_t *sv_clock_json(const sv_table *table, int64_t now);
void sv_clock_print(const sv_clock *clock, char *text, size_t size);
SV_CHECKED bool sv_clock_parse(sv_clock *clock, const char *text);

/* A name for a new table; a number for anything that is kept, 1 .. 2^52. */
void sv_code_make(char code[SV_CODE_MAX]);
int64_t sv_id_make(void);

#endif
