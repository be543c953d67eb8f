/* Whole files, written at once; files.h reads them. */
#ifndef ELEKTRO_CLI_PLAY_FILE_H
#define ELEKTRO_CLI_PLAY_FILE_H

#include "notation.h"

/* Writes a file so that, whatever happens, there is the old one or the new one: beside it first,
 * flushed to the disk, then renamed. */
bool file_write(const char *path, const char *text, size_t size, rec_error *error);

#endif
