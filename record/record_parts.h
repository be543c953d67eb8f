/* Shared by the files that read and write records. */
#ifndef ELEKTRO_RECORD_PARTS_H
#define ELEKTRO_RECORD_PARTS_H

#include "lines.h"
#include "record.h"

/* The lines of a header, in the order they are written. */
#define REC_KEY_WORDS(X)                      \
    X(ENGINE, "engine")                       \
    X(RULES, "rules")                         \
    X(EDITION, "edition")                     \
    X(BOARD, "board")                         \
    X(BOARD_FILE, "board-file")               \
    X(BOARD_FINGERPRINT, "board-fingerprint") \
    X(OPTIONS, "options")                     \
    X(PLAYERS, "players")                     \
    X(ZONE, "zone")                           \
    X(ORDER, "order")                         \
    X(MARKET, "market")                       \
    X(COMMITMENT, "commitment")               \
    X(SEED, "seed")                           \
    X(DRAWN, "drawn")                         \
    X(SCRIPT, "script")                       \
    X(RESULT, "result")

#define REC_ROW_(name, word) KEY_##name,
enum rec_key { REC_KEY_WORDS(REC_ROW_) KEYS };
#undef REC_ROW_
extern const char *const rec_key_words[KEYS];

/* Told of every line of the game that was read: the number of moves so far, and the card that the
 * line names, or 0. */
typedef struct rec_watch {
    void (*line)(void *data, unsigned number, unsigned moves, unsigned plant);
    void *data;
} rec_watch;

/* A record while it is read. */
typedef struct rec_reader {
    const rec_watch *watch;      /* or NULL */
    const char *name, *at, *end; /* the path of the record; the text not read yet */
    rec_cursor cursor;           /* in buffer */
    char buffer[REC_LINE_MAX];
    struct {
        char text[REC_LINE_MAX];
        rec_cursor value;
    } header[KEYS];          /* value.number is 0 if there is no such line */
    rec_options options;     /* as the header says */
    uint8_t order[EK_SEATS]; /* as the header says, even if the seed draws it */
    ek_plants market;
    rec_game *game;
    rec_entries last; /* entries of the last line of the journal */
    unsigned named;   /* how many of them the record has named so far */
    unsigned moves;
    unsigned plant; /* that the last line names; 0: none */
} rec_reader;

/* rec_read with a watch. */
rec_game *rec_read_watched(const char *name, const char *text, size_t size, const rec_watch *watch,
                           rec_error *error);
/* Where the comment of a line begins; its length if it has none. */
size_t rec_find_comment(const char *line);

/* record_header.c: checks the lines of the header and starts the game. */
bool rec_read_header(rec_reader *reader, rec_error *error);
/* Reads a seat by number or name, up to one of the stops. */
bool rec_take_seat(const rec_options *options, rec_cursor *cursor, const char *stops,
                   unsigned *seat, rec_error *error);

/* record_write.c: how a seat is called in a record, and the result of a game that has ended. */
void rec_add_seat(rec_out *out, const rec_options *options, unsigned seat);
void rec_add_result(rec_out *out, const rec_options *options, const jn_game *game);
/* A hash of a board: equal for boards that give the same games. */
uint64_t rec_board_fingerprint(const bd_board *board);
bool rec_is_own_board(const bd_board *board);

#endif
