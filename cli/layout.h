/* Where the cities of a board are drawn: the same for the terminal and for pictures.
 *
 * Cities stand where they are on Earth, but plates with names need room. So the boxes around them
 * are nudged apart until none overlaps another, each drawn back towards its place. Distances are in
 * whatever unit the caller draws with: cells of a terminal, or pixels. */
#ifndef ELEKTRO_CLI_LAYOUT_H
#define ELEKTRO_CLI_LAYOUT_H

#include "board.h"

/* A box by its centre and size. */
typedef struct layout_box {
    double x, y, w, h;
} layout_box;

/* The sheet to draw on. */
typedef struct layout_sheet {
    double width, height;
    double stretch;      /* how far a sheet of another shape may distort the map; 1: not at all */
    double unit;         /* height of one unit down by the width of one unit across: 1 for pixels */
    double gap_x, gap_y; /* least room between two boxes */
    double link_x, link_y; /* the same where a connection runs between them and carries its price */
} layout_sheet;

/* Places the cities of the set. box[c].w and .h are given, .x and .y are filled in. */
void layout_place(const bd_board *board, ek_cities shown, const layout_sheet *sheet,
                  layout_box box[EK_CITIES]);

/* True if the straight line from one city to another comes into this box. */
bool layout_crosses(const layout_box *from, const layout_box *to, const layout_box *box,
                    double margin);

/* Bounds the part of the straight line between two boxes that neither covers: fractions of the way
 * from a to b. False if they leave nothing of it. */
bool layout_visible(const layout_box *a, const layout_box *b, double *start, double *end);

/* A code of three letters for each city of the board, no two alike: "ESS" for Essen. */
enum { LAYOUT_CODE = 4 };
void layout_codes(const bd_board *board, char code[EK_CITIES][LAYOUT_CODE]);

#endif
