#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

FILE *ar_open_locked(const char *path, const char *user, rec_error *error)
{
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    FILE *opened = NULL;
    if (file < 0)
        rec_fail(error, "bad-file", "%.120s: %s.", path, strerror(errno));
    else if (flock(file, LOCK_EX | LOCK_NB) != 0)
        rec_fail(error, "bad-file",
                 "%.120s: another %s is writing to it; wait for it or choose another file.", path,
                 user);
    else if (!(opened = fdopen(file, "r+")))
        rec_fail(error, "bad-file", "%.120s: %s.", path, strerror(errno));
    if (!opened && file >= 0)
        close(file);
    return opened;
}
