/* Comparing names, internal to boards/. */
#ifndef ELEKTRO_BOARDS_NAMES_H
#define ELEKTRO_BOARDS_NAMES_H

#include "board.h"

/* Finds a city or region by its exact id. BD_NONE if unknown. */
int bd_city_with_id(const bd_board *board, const char *id);
int bd_region_with_id(const bd_board *board, const char *id);

/* Writes the letters and digits of a name as they are compared, in at most BD_NAME_MAX bytes. False
 * if the name is too long to be one of a board. */
bool bd_fold(const char *name, char folded[BD_NAME_MAX + 1]);

#endif
