/*
 * A game with its history. This header is the manual.
 *
 * A journal is the setup of a game and a list of 32-bit lines: every move, and every card that the
 * caller told instead of a seed. Replaying setup and lines gives the same game, byte for byte. The
 * journal also keeps the current state. It compiles the rules, also those for a drafted zone; all
 * games of the process with the same configuration share them. That cache has no lock: use journals
 * from one thread only.
 *
 *     const jn_setup setup = {.board = &ek_boards[0],
 *                             .config = {.edition = EK_CLASSIC, .players = 3},
 *                             .zone_choice = JN_ZONE_RANDOM,
 *                             .seed = 42};
 *     ek_events events;
 *     jn_game game;
 *     jn_cursor c;
 *
 *     jn_start(&game, &setup, &events);
 *     jn_play(&game, ek_to_move(&game.now.state), move, &events);
 *     jn_undo(&game);
 *
 *     jn_first_step(&c, &game);                       replays the setup, then every step
 *     do
 *         look(c.seat, c.line, &c.before, &c.now.state, &c.events);
 *     while (jn_next_step(&c));
 *
 *     jn_go_to_step(&c, &game, 17);                           the game just after step 17
 *     jn_free(&game);
 *
 * A function that can fail returns EK_REASON_OK (0), a reason of the engine, or one of enum
 * jn_reason. It changes nothing unless it returns EK_REASON_OK.
 */
#ifndef ELEKTRO_JOURNAL_H
#define ELEKTRO_JOURNAL_H

#include "elektro.h"
#include "shuffle.h"

/* X(NAME, "word"): reasons of the journal, besides those of the engine. Words are stable. */
#define JN_REASON_WORDS(X)                \
    X(TOO_LONG, "game-too-long")          \
    X(NO_MEMORY, "no-memory")             \
    X(NOTHING_TO_UNDO, "nothing-to-undo") \
    X(DAMAGED, "damaged-journal")

enum jn_reason {
    JN_BEFORE_FIRST = EK_REASONS - 1, /* reasons below are the engine's */
#define JN_ROW_(name, word) JN_##name,
    JN_REASON_WORDS(JN_ROW_)
#undef JN_ROW_
};

/* --------------------------------------------------------------------------------------- lines */

/*
 * A line has its type in the upper 4 bits. Types 0 to 12 are moves of the engine.
 *
 *   JN_DRAW      bits 0-15: the plant that was turned up       bit 16: JN_JOINED
 *   JN_BACK      bits 0-15: enum ek_back of the card on top    bit 16: JN_JOINED
 *   JN_UNDO      the last move of the turn was taken back
 *   JN_RESEED    type and bit 17 of JN_UNDO; bits 0-15: which seed of jn_game
 *
 * Databases hold these numbers: the format never changes. A server writes no JN_JOINED and no
 * JN_RESEED.
 *
 * A step is a line that is not joined, with the joined lines that follow it. Joined lines before
 * the first step belong to the setup.
 */
enum jn_line_type { JN_DRAW = 13, JN_BACK = 14, JN_UNDO = 15, JN_RESEED = 16 };
enum {
    JN_JOINED = 1 << 16, /* belongs to the line before it */
    JN_SEEDED = 1 << 17  /* JN_RESEED rather than JN_UNDO */
};

_Static_assert((int)EK_MOVE_TYPES <= (int)JN_DRAW, "a move looks like a line that is none");

/* enum jn_line_type, or enum ek_move_type for a move. */
static inline unsigned jn_line_type(uint32_t line)
{
    const unsigned type = line >> 28;
    return type == JN_UNDO && (line & JN_SEEDED) ? JN_RESEED : type;
}

static inline unsigned jn_line_value(uint32_t line)
{
    return line & 0xffff;
}

static inline bool jn_is_move(uint32_t line)
{
    return line >> 28 < JN_DRAW;
}

/* A card turned up or a back shown: nobody's decision. */
static inline bool jn_is_chance(uint32_t line)
{
    return line >> 28 == JN_DRAW || line >> 28 == JN_BACK || jn_line_type(line) == JN_RESEED;
}

static inline bool jn_is_joined(uint32_t line)
{
    return (line >> 28 == JN_DRAW || line >> 28 == JN_BACK) && (line & JN_JOINED);
}

/* --------------------------------------------------------------------------------------- setup */

enum {
    JN_LINES_MAX = 65536, /* lines of a game at most, unless its setup says less */
    JN_TURN_MAX = 48,     /* moves of a turn that can be taken back */
    JN_UNDOS_MAX = 64,    /* moves that can be taken back in a turn, one after the other */
    JN_CHANCE_MAX = 128   /* cards and backs that one move can turn up: less than two decks */
};

/* How the zone is chosen. */
enum jn_zone { JN_ZONE_RANDOM, JN_ZONE_GIVEN, JN_ZONE_DRAFT };

/* The source of cards. The first order, a random zone and the opening market come from the seed or
 * the shuffle unless they are given; with JN_CHANCE_TOLD_ALL the caller tells the market. */
enum jn_chance {
    JN_CHANCE_SEED,     /* the generator in the state, after the script if there is one */
    JN_CHANCE_TOLD,     /* jn_draw, after the script if there is one */
    JN_CHANCE_TOLD_ALL, /* jn_draw, for the opening market too */
    JN_CHANCE_SHUFFLE   /* the fair shuffle of shuffle.h; every card is a line */
};

/* How a game is set up. Board and config are required; 0 is a valid default for the rest. */
typedef struct jn_setup {
    const ek_board *board; /* must outlive the game */
    ek_config config;      /* zone: with JN_ZONE_GIVEN */
    uint8_t zone_choice;   /* enum jn_zone */
    uint8_t chance;        /* enum jn_chance */
    uint8_t order_given;   /* 1: order holds the first order; 0: it is random */
    uint8_t order[EK_SEATS];
    uint16_t script_count;
    uint32_t lines_max; /* 0: JN_LINES_MAX */
    uint64_t seed;
    ek_plants market;      /* the opening market; 0: as the rules deal it */
    const uint8_t *script; /* plants in the order they are turned up; must outlive the game */
    jn_shuffle shuffle;    /* with JN_CHANCE_SHUFFLE: keyed and fresh */
    /* If saved is not NULL, the game begins with this state, written by ek_save. config.zone must
     * then be the zone it was saved with; zone_choice does not change it. */
    const uint8_t *saved; /* needed until jn_start returns */
    uint32_t saved_size;
} jn_setup;

/* ---------------------------------------------------------------------------------------- game */

/* The game at one moment. */
typedef struct jn_point {
    const ek_rules *rules;
    ek_state state;
    ek_state base;      /* before the moves that can still be taken back */
    uint32_t base_at;   /* lines before base */
    uint16_t script_at; /* cards of the script used */
    uint16_t undone;    /* moves taken back in this turn */
    uint16_t live;      /* moves of this turn that can be taken back */
} jn_point;

/* Read it freely; only the functions below write it. It owns memory: do not copy it. */
typedef struct jn_game {
    jn_setup setup; /* with the zone and the seed that were chosen */
    jn_point now;
    uint32_t *line;
    unsigned lines, steps;
    unsigned room, undos;
    uint64_t sum;                  /* checksum of all lines, to detect damage to stored ones */
    uint64_t base_sum;             /* checksum of the lines before now.base */
    const ek_rules *first, *zoned; /* at the start; for the drafted zone, or NULL */
    ek_state *saved;               /* the state the game begins with, or NULL */
    uint64_t *seed;                /* of JN_RESEED lines */
    unsigned seeds;
    unsigned
        refused_card; /* from 1: the card of the script that made the last call fail; 0: none */
} jn_game;

/* Starts a game. events may be NULL here and everywhere. On failure there is nothing to free. */
unsigned jn_start(jn_game *game, const jn_setup *setup, ek_events *events);
void jn_free(jn_game *game);

/* Makes a move for seat. With JN_CHANCE_SHUFFLE the cards that it turns up are added as lines.
 * events receives the events of the move and of these cards. */
unsigned jn_play(jn_game *game, unsigned seat, ek_move move, ek_events *events);

/* Tells the card that the game waits for. joined: it belongs to the step before it. */
unsigned jn_draw(jn_game *game, unsigned plant, bool joined, ek_events *events);

/* Tells the back of the card on top, in a game where the caller tells cards. A joined back that is
 * already known adds no line. */
unsigned jn_show_back(jn_game *game, enum ek_back back, bool joined);

/* Draws all further cards from this seed, also one that the game waits for. This is a step. */
unsigned jn_reseed(jn_game *game, uint64_t seed, ek_events *events);

/* Adds a line that was stored. Fails if the line is impossible at this point: the journal is
 * damaged, or was written under other rules. */
unsigned jn_append_stored(jn_game *game, uint32_t line);

/* ---------------------------------------------------------------------------------------- undo */

/* Between players a turn is tentative: as long as the same seat decides and no card was turned up,
 * it can take back its moves one by one. Each adds a JN_UNDO line. */
bool jn_can_take_back(const jn_game *game, unsigned seat);
unsigned jn_take_back(jn_game *game, unsigned seat);

/* Deletes the lines of the last step, or those of all steps after a number of steps. */
unsigned jn_undo(jn_game *game);
unsigned jn_undo_to(jn_game *game, unsigned steps);

/* -------------------------------------------------------------------------------------- cursor */

/* Replays a game. Nothing is allocated; copy it with =. The game may grow meanwhile, but jn_undo,
 * jn_undo_to and jn_free invalidate the cursor. If a move that the cursor has passed is taken back
 * (jn_take_back), only jn_next goes on rightly: jn_next_settled and jn_next_step have made the move
 * already and skip the JN_UNDO line, so begin again. */
typedef struct jn_cursor {
    const jn_game *game;
    unsigned at, step; /* lines and steps so far */
    uint32_t line;     /* the line just made, or the first one of the step; 0: none, the setup */
    unsigned seat;     /* that decided; EK_NOBODY for cards and backs */
    ek_state before;
    jn_point now;
    ek_events events;
} jn_cursor;

/* Line by line: from the setup, whose events it has, or from the end, to visit lines added later.
 */
void jn_begin(jn_cursor *cursor, const jn_game *game);
void jn_begin_at_end(jn_cursor *cursor, const jn_game *game);
/* Or from the point at which another cursor of the game was after so many lines. */
void jn_begin_at(jn_cursor *cursor, const jn_game *game, const jn_point *point, unsigned at);
bool jn_next(jn_cursor *cursor); /* false at the end, and nothing changes */

/* The same, but skips moves that were taken back and their JN_UNDO lines. Use only one of the two
 * functions with a cursor. */
bool jn_next_settled(jn_cursor *cursor);

/* Step by step, without moves that were taken back. Joined lines and their events are merged. */
void jn_first_step(jn_cursor *cursor, const jn_game *game);
bool jn_next_step(jn_cursor *cursor);

/* Goes to the moment after a step (0: the setup), with its line, seat and events; to the last step
 * if there are fewer. */
void jn_go_to_step(jn_cursor *cursor, const jn_game *game, unsigned step);

#endif
