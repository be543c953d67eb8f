/* The table drawn on a screen: map, markets, players. Drawing knows nothing
 * of seats, bots or input: the caller says what to show. */
#ifndef ELEKTRO_CLI_DRAW_H
#define ELEKTRO_CLI_DRAW_H

#include "board.h"
#include "elektro.h"
#include "screen.h"

/* A table as one viewer sees it. */
typedef struct draw_table {
    const bd_board *board;
    const ek_rules *rules;
    const ek_state *state;      /* a view: hidden money is shown as such */
    const char *name[EK_SEATS]; /* "": the letter alone */
} draw_table;

typedef struct draw_area {
    unsigned x, y, w, h;
} draw_area;

/* The letter of a seat or the Trust; each has its own, as it has its colour. */
char draw_letter(unsigned owner);

/* The name of a seat: as given, or "Player A". Valid until the next call but one. */
const char *draw_name(const draw_table *t, unsigned seat);

/* A plant's kind as one letter, and a phase as a title. */
char draw_kind_letter(unsigned kind);
const char *draw_phase_title(unsigned phase);

/* The colour of the fuel of a plant. */
unsigned draw_kind_ink(unsigned kind);

/* Cities that are in play, or can come into play. */
ek_cities draw_cities_shown(const ek_rules *rules, const ek_state *state);

/* The owner of the house on a place of a city; EK_NOBODY if the place is free. */
unsigned draw_house_owner(const ek_state *state, unsigned city, unsigned place);

/* The index of a region's colour in BD_COLOURS. */
unsigned draw_region_colour(const bd_board *board, unsigned region);

/* Parts of the table. Each stays inside its area. */
void draw_map(screen *s, const draw_table *t, draw_area area);
void draw_players(screen *s, const draw_table *t, draw_area area);
void draw_plants(screen *s, const draw_table *t, draw_area area);
void draw_fuel(screen *s, const draw_table *t, draw_area area);

/* The pending decision, in one sentence. */
void draw_status(const draw_table *t, char *text, size_t size);

/* The whole table on rows 0 .. rows-1 of the screen, at least 80 wide and 20 high. */
enum { DRAW_WIDTH_MIN = 80, DRAW_ROWS_MIN = 20 };
void draw_all(screen *s, const draw_table *t, unsigned rows);

#endif
