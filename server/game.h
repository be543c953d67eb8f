/*
 * A running game as a cache of its journal.
 *
 * The journal is a list of 32-bit lines, numbered from 1: moves as the engine has them and, with
 * types that no move has, cards turned up, backs shown and moves taken back. Start and lines give
 * the game again; whatever else is here can be thrown away at any time.
 *
 * A turn is tentative: as long as the same seat decides and no card was turned up, its moves can be
 * taken back one by one. base is the state before them.
 */
#ifndef ELEKTRO_SERVER_GAME_H
#define ELEKTRO_SERVER_GAME_H

#include "board.h"
#include "elektro.h"
#include "notation.h"
#include "shuffle.h"

/* Lines that are no move. */
enum sv_line_type { SV_LINE_DRAW = 13, SV_LINE_BACK = 14, SV_LINE_UNDO = 15 };
enum {
    SV_LINES_MAX = 16384,
    SV_TURN_MAX = 48,   /* moves of a turn that can be taken back */
    SV_UNDOS_MAX = 64,  /* times that something can be taken back in a turn */
    SV_CHANCE_MAX = 128 /* cards and backs that one move can turn up: less than two decks */
};

_Static_assert((int)EK_MOVE_TYPES <= (int)SV_LINE_DRAW, "a move looks like a line that is none");

static inline unsigned sv_line_type(uint32_t line)
{
    return line >> 28;
}

static inline unsigned sv_line_value(uint32_t line)
{
    return line & 0xffff;
}

/* How a game is set up. */
typedef struct sv_setting {
    const bd_board *board;
    uint8_t edition, players, options;
    uint8_t zone_way; /* enum rec_zone */
    uint8_t zone;     /* with REC_ZONE_GIVEN */
    uint8_t seated;   /* 1: the first order is that of the seats; 0: it is random */
} sv_setting;

typedef struct sv_game {
    sv_setting setting;
    const ek_rules *rules; /* shared by the games that need them */
    jn_shuffle shuffle;
    ek_state state, base;
    uint32_t *line;
    unsigned lines, room;
    uint64_t sum;    /* of all lines, to tell whether the stored ones are those that were written */
    unsigned live;   /* moves of the turn that can be taken back */
    unsigned undone; /* times that something was taken back in it */
    ek_move turn[SV_TURN_MAX];
} sv_game;

/* One line with what came of it: given to whoever follows a game. state is the one after it. */
typedef struct sv_happening {
    const sv_game *game;
    unsigned seq, seat; /* who moved or took back; EK_NOBODY for chance */
    uint32_t line;
    const ek_state *before;
    const ek_events *events;
} sv_happening;

typedef void sv_happened(void *data, const sv_happening *happening);

/* Sets up a game. The shuffle is keyed and fresh. happened (may be NULL, here and below) is called
 * with seq 0 for the setup. */
bool sv_game_start(sv_game *game, const sv_setting *setting, const jn_shuffle *shuffle,
                   sv_happened *happened, void *data, rec_error *error);
void sv_game_free(sv_game *game);

/* Appends a line of a journal; refused if it cannot follow: the journal is damaged or of other
 * rules. */
bool sv_game_follow(sv_game *game, uint32_t line, sv_happened *happened, void *data,
                    rec_error *error);

/* Makes a move for seat, and turns up the cards that come of it. Refused with the engine's reason,
 * or "game-too-long" if the journal has no room left for a move and its cards; then nothing has
 * changed. */
bool sv_game_play(sv_game *game, unsigned seat, ek_move move, sv_happened *happened, void *data,
                  rec_error *error);

/* Takes back the last move of the seat's turn; refused with the same codes. */
bool sv_game_undo(sv_game *game, unsigned seat, sv_happened *happened, void *data,
                  rec_error *error);

/* Whether seat could take something back. */
bool sv_game_can_undo(const sv_game *game, unsigned seat);

/* Plays the same game again from its start and shows every line. */
bool sv_game_replay(const sv_game *game, sv_happened *happened, void *data, rec_error *error);

/* The lines that still count: those taken back, and the taking back, left out. To be freed; NULL
 * without memory. */
uint32_t *sv_game_settled(const sv_game *game, unsigned *count);

#endif
