/*
 * A game with its history. This header is the manual.
 *
 * A journal is how a game was set up and a list of 32-bit lines: every move, and every card that
 * was told rather than drawn from a seed. Setup and lines give the same game again, byte for byte;
 * the state now is kept beside them. The rules are compiled inside, also those for a drafted zone,
 * and shared by all games that need the same ones.
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
 *     jn_first_step(&c, &game);                       the setup, then every step again
 *     do
 *         look(c.seat, c.line, &c.before, &c.now.state, &c.events);
 *     while (jn_next_step(&c));
 *
 *     jn_go(&c, &game, 17);                           the game just after step 17
 *     jn_free(&game);
 *
 * Everything that can be refused returns EK_REASON_OK (0), a reason of the engine, or one of
 * enum jn_reason, and changes nothing unless it returns EK_REASON_OK.
 */
#ifndef ELEKTRO_JOURNAL_H
#define ELEKTRO_JOURNAL_H

#include "elektro.h"
#include "shuffle.h"

/* X(NAME, "word"): what a journal refuses besides what the engine refuses. Words are stable. */
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
 * A line has its type in the upper 4 bits. Types 0 to 12 are moves just as the engine has them.
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
    JN_UNDOS_MAX = 64,    /* times that something can be taken back in a turn */
    JN_CHANCE_MAX = 128   /* cards and backs that one move can turn up: less than two decks */
};

/* How the zone is chosen. */
enum jn_zone { JN_ZONE_RANDOM, JN_ZONE_GIVEN, JN_ZONE_DRAFT };

/* Where cards come from. The first order, a random zone and, but for JN_CHANCE_TOLD_ALL, the
 * opening market come from the seed or the shuffle unless they are given. */
enum jn_chance {
    JN_CHANCE_SEED,     /* the generator in the state, after the script if there is one */
    JN_CHANCE_TOLD,     /* jn_draw, after the script if there is one */
    JN_CHANCE_TOLD_ALL, /* jn_draw, for the opening market too */
    JN_CHANCE_SHUFFLE   /* the fair shuffle of shuffle.h; every card is a line */
};

/* How a game is set up. Board and config are needed; 0 is a fine value for all the rest. */
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
    /* The game begins with a state written by ek_save instead, if saved is not NULL; config.zone is
     * the zone it was saved with, whatever zone_choice says. */
    const uint8_t *saved; /* needed until jn_start returns */
    uint32_t saved_size;
} jn_setup;

/* ---------------------------------------------------------------------------------------- game */

/* A moment of a game. */
typedef struct jn_point {
    const ek_rules *rules;
    ek_state state;
    ek_state base;      /* before the moves that can still be taken back one by one */
    uint32_t base_at;   /* lines before base */
    uint16_t script_at; /* cards of the script used */
    uint16_t undone;    /* times that something was taken back in this turn */
    uint16_t live;      /* moves of this turn that can be taken back */
} jn_point;

/* Read it freely; only the functions below write it. It owns memory: do not copy it. */
typedef struct jn_game {
    jn_setup setup; /* with the zone and the seed that were chosen */
    jn_point now;
    uint32_t *line;
    unsigned lines, steps;
    unsigned room, undos;
    uint64_t sum; /* of all lines, to tell whether stored ones are those that were written */
    const ek_rules *first, *zoned; /* from the start; for the zone once it is drafted, or NULL */
    ek_state *saved;               /* what the game begins with, or NULL */
    uint64_t *seed;                /* of JN_RESEED lines */
    unsigned seeds;
    unsigned
        refused_card; /* from 1: the card of the script that made the last call fail; 0: none */
} jn_game;

/* Starts a game. events may be NULL here and everywhere. If it is refused there is nothing to
 * free. */
unsigned jn_start(jn_game *game, const jn_setup *setup, ek_events *events);
void jn_free(jn_game *game);

/* Makes a move for seat. With JN_CHANCE_SHUFFLE the cards that it turns up are added as lines. The
 * events are those of the move and of all cards that followed by themselves. */
unsigned jn_play(jn_game *game, unsigned seat, ek_move move, ek_events *events);

/* Tells the card that is awaited; joined: it belongs to the step before it. */
unsigned jn_draw(jn_game *game, unsigned plant, bool joined, ek_events *events);

/* Tells the back of the card on top, where cards are told. A joined back that is known already adds
 * no line. */
unsigned jn_show_back(jn_game *game, enum ek_back back, bool joined);

/* From here on cards are drawn from this seed; a card that is awaited is drawn. A step. */
unsigned jn_reseed(jn_game *game, uint64_t seed, ek_events *events);

/* Adds a line that was stored. Refused if it cannot follow: the journal is damaged, or was written
 * under other rules. */
unsigned jn_follow(jn_game *game, uint32_t line);

/* ---------------------------------------------------------------------------------------- undo */

/* In a game against others a turn is tentative: as long as the same seat decides and no card was
 * turned up, its moves can be taken back one by one. That adds a JN_UNDO line. */
bool jn_can_take_back(const jn_game *game, unsigned seat);
unsigned jn_take_back(jn_game *game, unsigned seat);

/* Forgets the last step, or all steps after the first so many: their lines are gone. */
unsigned jn_undo(jn_game *game);
unsigned jn_undo_to(jn_game *game, unsigned steps);

/* -------------------------------------------------------------------------------------- cursor */

/* Goes through a game again. Nothing is allocated; copy it with =. The game may grow meanwhile, but
 * jn_undo and jn_free end what a cursor is good for. */
typedef struct jn_cursor {
    const jn_game *game;
    unsigned at, step; /* lines and steps so far */
    uint32_t line;     /* the line just made, or the first one of the step; 0: none, the setup */
    unsigned seat;     /* whose decision it was; EK_NOBODY: nobody's */
    ek_state before;
    jn_point now;
    ek_events events;
} jn_cursor;

/* Line by line, from the setup (events are its) or from here: then it visits what is added. */
void jn_begin(jn_cursor *cursor, const jn_game *game);
void jn_here(jn_cursor *cursor, const jn_game *game);
bool jn_next(jn_cursor *cursor); /* false at the end, and nothing changes */

/* The same, but lines that were taken back, and the taking back, are left out. A cursor uses one of
 * the two functions, not both. */
bool jn_next_settled(jn_cursor *cursor);

/* Step by step, without what was taken back: joined lines and their events are put together. */
void jn_first_step(jn_cursor *cursor, const jn_game *game);
bool jn_next_step(jn_cursor *cursor);

/* Goes to just after a step (0: the setup), with its line, seat and events; to the last one if
 * there are not so many. */
void jn_go(jn_cursor *cursor, const jn_game *game, unsigned step);

#endif
