/* Files that one program at a time may write to. */
#ifndef ELEKTRO_LOCK_H
#define ELEKTRO_LOCK_H

#include <stdio.h>

#include "notation.h"

/* Opens a file for reading and writing, makes it if there is none, and locks it before anything is
 * read or truncated. user says who writes such files: "match". NULL and error if that fails. */
FILE *ar_open_locked(const char *path, const char *user, rec_error *error);

#endif
