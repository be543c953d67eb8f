/* Atomic writing of files, and locks on saved games; files.h reads files. */
#ifndef ELEKTRO_CLI_PLAY_FILE_H
#define ELEKTRO_CLI_PLAY_FILE_H

#include "notation.h"

enum { FILE_PATH_MAX = 4096 };

/* Writes all bytes, however many calls that takes; false with errno set. */
bool file_write_all(int fd, const char *text, size_t size);

/* Replaces a file atomically: the new content is flushed to a file beside it, which is then
 * renamed. A link stays a link, and its file is replaced.
 * flush: the folder is flushed too before the function returns. */
bool file_write(const char *path, const char *text, size_t size, bool flush, rec_error *error);

/* A claim to a file, for as long as the program runs or until it is given up. It is a lock on
 * "FILE.lock" beside it, since the file itself is replaced at every move. */
typedef struct file_claim {
    int fd; /* meaningless while path is "" */
    char path[FILE_PATH_MAX];
} file_claim;

/* Claims a file, which need not exist; refused while another program holds it. */
bool file_claim_take(file_claim *claim, const char *path, rec_error *error);
/* Gives up a claim, if there is one. */
void file_claim_drop(file_claim *claim);

#endif
