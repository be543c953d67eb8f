/*
 * Matches: entrants, table, one game, and its result.
 *
 * A match has as many entrants as the table has seats, or more. Game number g seats them by
 * rotation: the same deal is played once for every rotation that differs, so that luck of the cards
 * and of the seat affects all entrants alike. With more entrants than seats, each deal is played by
 * a random group.
 */
#ifndef ELEKTRO_MATCH_H
#define ELEKTRO_MATCH_H

#include "board.h"
#include "named_bot.h"
#include "notation.h"

enum {
    AR_ENTRANTS_MAX = 16,
    AR_NAME_MAX = 256, /* bytes of an entrant's name at most, its end included */
    AR_GAMES_MAX = 10000000,
    AR_ROUNDS_MAX = 1000 /* a longer game is reported as a bug */
};

/* Names of programs begin with this; the command follows. */
#define AR_PROGRAM "cmd:"

/* A player: a built-in bot, or a program. */
typedef struct ar_entrant {
    char name[AR_NAME_MAX];           /* as given: "hard", "expert@200ms", "cmd:./mybot" */
    ar_bot bot;                       /* a built-in bot */
    const bot_parameters *parameters; /* of a built-in bot; NULL: those of its style */
    bool is_program;                  /* the name is AR_PROGRAM and its command */
} ar_entrant;

/* The table of a match. */
typedef struct ar_table {
    const bd_board *board;
    uint8_t edition, players, options;
    bool draft;   /* the zone is drafted; otherwise */
    uint8_t zone; /* this one, or a random one if 0 */
} ar_table;

typedef struct ar_match {
    ar_table table;
    uint64_t seed;
    unsigned games;
    unsigned entrants;
    ar_entrant entrant[AR_ENTRANTS_MAX];
    uint32_t program_ms; /* a program that takes longer for a decision forfeits */
} ar_match;

/* The result of one seat of one game. */
typedef struct ar_seat {
    uint64_t nanoseconds; /* spent on its decisions */
    uint64_t slowest;     /* of them */
    uint32_t decisions;
    int32_t money;
    uint8_t entrant;
    uint8_t rank; /* from 1; shared ranks are equal */
    uint8_t powered, cities;
    uint8_t forfeit; /* 1: a program that misbehaved */
} ar_seat;

typedef struct ar_game {
    uint32_t number;
    uint16_t rounds, moves;
    uint8_t step2_round, step3_round; /* in which they began; 0: never */
    ar_seat seat[EK_SEATS];
} ar_game;

/* A game in progress. */
typedef struct ar_position {
    const bd_board *board;
    ek_rules rules;
    ek_state state;
    ek_events events; /* of the last move */
} ar_position;

/* What is counted of a game in progress (habits.h). */
typedef struct ar_watch ar_watch;

/* Reads a list such as "hard,normal:rusher,hard@200,cmd:./mybot --fast"; false and error if it
 * names too many or unknown bots. */
bool ar_read_bots(const char *list, ar_entrant entrant[AR_ENTRANTS_MAX], unsigned *count,
                  rec_error *error);

/* The same for a match, which needs two of them at least. */
bool ar_read_entrants(ar_match *match, const char *list, rec_error *error);

/* How many rotations of the entrants differ: as many as seats, fewer where names repeat in turn. */
unsigned ar_rotations(const ar_match *match);

/* The deal of a game: all rotations of one deal follow each other. */
unsigned ar_deal_of(const ar_match *match, unsigned game);

/* Rounds a number of games up, so that every deal is played in all its rotations. */
unsigned ar_whole_deals(const ar_match *match, unsigned games);

/* The entrant at each seat of a game. */
void ar_seating(const ar_match *match, unsigned game, uint8_t entrant[EK_SEATS]);

/* Plays one game. False and error if it cannot be played at all, or never ends; a program that
 * misbehaves only forfeits its seat. watch, if not NULL, sees every position. */
bool ar_play(const ar_match *match, unsigned number, ar_watch *watch, ar_game *game,
             rec_error *error);

#endif
