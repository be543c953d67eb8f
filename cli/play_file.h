/* Whole files, written at once; files.h reads them. */
#ifndef ELEKTRO_CLI_PLAY_FILE_H
#define ELEKTRO_CLI_PLAY_FILE_H

#include "notation.h"

/* Writes a file so that, whatever happens, there is the old one or the new one: beside it first,
 * then renamed. flush: it is on the disk, not only on its way there, when the function returns. */
bool file_write(const char *path, const char *text, size_t size, bool flush, rec_error *error);

#endif
