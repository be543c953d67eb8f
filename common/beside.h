/* Finding the files that belong to the program. */
#ifndef ELEKTRO_BESIDE_H
#define ELEKTRO_BESIDE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the path of a file that lies beside the running program or, where the program is
 * installed, in ../lib/elektro; false if there is no such file. */
bool cli_find_beside(const char *name, char *path, size_t size);

#endif
