/* Where a map has its cities, prices and names of regions: for the terminal and for pictures.
 *
 * Cities stand where they are on Earth, but plates with names need room. So the boxes around them
 * are nudged apart until none overlaps another, each pulled back towards its place. Then every
 * connection gets a place for its price, and every region one for its name. Lengths are in the unit
 * the caller draws with: cells of a terminal, or pixels. */
#ifndef ELEKTRO_CLI_LAYOUT_H
#define ELEKTRO_CLI_LAYOUT_H

#include "board.h"

typedef struct layout_point {
    double x, y;
} layout_point;

/* A box by its centre and size. */
typedef struct layout_box {
    double x, y, w, h;
} layout_box;

/* The sheet to draw on. */
typedef struct layout_sheet {
    double width, height;
    double stretch;      /* how far a sheet of another shape may distort the map; 1: not at all */
    double unit;         /* height of one unit down by the width of one unit across: 1 for pixels */
    double gap_x, gap_y; /* min room between two boxes */
    double link_x, link_y; /* the same where a connection runs between them and carries its price */
    double letter;         /* width of a letter of a region's name */
    bool cells; /* everything stands on whole cells, connections are straight, and a price
                   or a name without room is left out */
} layout_sheet;

typedef struct layout {
    const bd_board *board;
    ek_cities shown;
    layout_sheet sheet;
    layout_box city[EK_CITIES];
    layout_box price[EK_LINKS];  /* w is 0 where there is none */
    layout_box name[EK_REGIONS]; /* of regions; w is 0 where there is none */
    double bend[EK_LINKS];       /* of a connection to one side, at its middle */
} layout;

/* Places everything that is shown. Given are board, shown, sheet, and w and h of every box. */
void layout_place(layout *l);

/* The first step of layout_place: the cities alone. */
void layout_cities(layout *l);

bool layout_shows_city(const layout *l, unsigned city);
bool layout_shows_link(const layout *l, unsigned link);

/* The nearest city that is shown and not further away than this; EK_NOBODY: none. */
unsigned layout_nearest(const layout *l, double x, double y, double reach);

/* A point on a connection, 0 .. 1 of the way; the point that its curve is drawn towards. */
layout_point layout_on_link(const layout *l, unsigned link, double t);
layout_point layout_control(const layout *l, unsigned link);

/* How deep two boxes overlap, with so much room around them; 0 if they do not. */
double layout_overlap(const layout_box *a, const layout_box *b, double across, double down);

/* True if the straight line from one city to another crosses this box. */
bool layout_crosses(const layout_box *from, const layout_box *to, const layout_box *box);

/* Bounds the part of the straight line between two boxes that neither covers: fractions of the way
 * from a to b. False if they leave nothing of it. */
bool layout_visible(const layout_box *a, const layout_box *b, double *start, double *end);

/* A code of three letters for each city of the board, no two alike: "ESS" for Essen. */
enum { LAYOUT_CODE = 4 };
void layout_codes(const bd_board *board, char code[EK_CITIES][LAYOUT_CODE]);

#endif
