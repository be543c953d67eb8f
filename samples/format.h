/*
 * Samples: games of bots with the positions at the moments of each round (feature.h) and the
 * results, as bytes.
 *
 * docs/samples.md describes the format. A file is a header and one record for each game, in the
 * order of their numbers; records are complete in themselves. All numbers are little-endian.
 */
#ifndef ELEKTRO_SAMPLES_FORMAT_H
#define ELEKTRO_SAMPLES_FORMAT_H

#include "board.h"
#include "notation.h"
#include "selfplay.h"

enum {
    SM_VERSION = 2,
    SM_MADE_MAX = 8192, /* bytes of the text that says how a file was made, its end included */
    SM_HEADER_MAX = 16 + SM_MADE_MAX + 8
};

/* Flags of a game. */
enum {
    SM_GIVEN_UP = 1, /* not over after BOT_GAME_ROUNDS; no positions and no results */
    SM_CHANCES = 2,  /* each position has chances that playouts found */
    SM_FLAGS_KNOWN = 3
};

/* A seat of a game: who played there, and the result. */
typedef struct sm_seat {
    bot_game_seat who;
    bot_game_result result;
} sm_seat;

/* The fixed part of a record, as its bytes. */
typedef struct sm_head {
    uint32_t size;        /* of the record, this field and the checksum included */
    uint32_t magic;       /* "GAME" */
    uint64_t number;      /* of the game in its file, from 0 */
    uint64_t seed;        /* of the game */
    uint64_t fingerprint; /* of its rules */
    char board[BD_ID_MAX + 1];
    ek_config config;
    uint16_t rules_version;
    uint8_t flags;
    uint8_t positions;
    uint32_t turns;    /* of seats that may explore */
    uint32_t explored; /* of these, replaced by another turn */
    sm_seat seat[EK_SEATS];
} sm_head;

_Static_assert(sizeof(bot_game_seat) == 12 && sizeof(bot_game_result) == 12 &&
                   sizeof(sm_head) == 224,
               "the format of samples changed");

/* A game in memory. */
typedef struct sm_game {
    sm_head head;
    ek_state position[BOT_GAME_POSITIONS];         /* one after the other */
    uint16_t chance[BOT_GAME_POSITIONS][EK_SEATS]; /* with SM_CHANCES: in 1/65535 */
} sm_game;

enum {
    SM_STATE_WORDS = sizeof(ek_state) / 8,
    SM_POSITION_MAX = SM_STATE_WORDS + sizeof(ek_state) + 2 * EK_SEATS,
    SM_RECORD_MIN = sizeof(sm_head) + 8,
    SM_RECORD_MAX = SM_RECORD_MIN + BOT_GAME_POSITIONS * SM_POSITION_MAX
};

/* Writes a header; returns its size. made is shorter than SM_MADE_MAX. */
size_t sm_write_header(const char *made, uint8_t bytes[SM_HEADER_MAX]);

/* Reads a header; NULL if it is fine, otherwise what is wrong. *size gets the bytes it takes. */
const char *sm_read_header(const uint8_t *bytes, size_t left, char made[SM_MADE_MAX], size_t *size);

/* Writes a record; returns its size. Sets the members size and magic of the head. */
size_t sm_write_game(sm_game *game, uint8_t bytes[SM_RECORD_MAX]);

/* The size of the record at the start of these bytes, of which it may take fewer; 0 if no whole
 * record is there. */
size_t sm_record_size(const uint8_t *bytes, size_t left);

/* Whether these bytes are the beginning of a record that is cut off at the end of a file. */
bool sm_is_cut_off(const uint8_t *bytes, size_t left);

/* Reads one whole record; NULL if it is fine, otherwise what is wrong. Positions are not yet
 * checked against the rules. */
const char *sm_read_game(const uint8_t *bytes, size_t size, sm_game *game);

#endif
