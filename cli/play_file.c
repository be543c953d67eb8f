#include "play_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static bool fail(rec_error *error, const char *what, const char *path)
{
    return rec_fail(error, "cannot-use-file", "Cannot %s %.150s: %s.", what, path, strerror(errno));
}

static bool write_all(int fd, const char *text, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(fd, text, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text += written;
        size -= (size_t)written;
    }
    return true;
}

/* The new name is on the disk only when its folder is. */
static void flush_folder(const char *path)
{
    char folder[PATH_BYTES];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    const int fd = open(folder[0] ? folder : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

bool file_write(const char *path, const char *text, size_t size, bool flush, rec_error *error)
{
    char beside[PATH_BYTES];
    if (snprintf(beside, sizeof beside, "%s.new", path) >= (int)sizeof beside)
        return rec_fail(error, "cannot-use-file", "The path is too long.");
    const int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return fail(error, "write", beside);
    bool ok = write_all(fd, text, size) && (!flush || fsync(fd) == 0);
    ok = close(fd) == 0 && ok;
    ok = ok && rename(beside, path) == 0;
    if (!ok) {
        fail(error, "write", path);
        unlink(beside);
        return false;
    }
    if (flush)
        flush_folder(path);
    return true;
}
