#include "play_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(rec_error *error, const char *what, const char *path)
{
    return rec_fail(error, "cannot-use-file", "Cannot %s %.150s: %s.", what, path, strerror(errno));
}

static bool is_too_long(rec_error *error)
{
    return rec_fail(error, "cannot-use-file", "The path is too long.");
}

bool file_write_all(int fd, const char *text, size_t size)
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

/* A new name is durable only after its folder is flushed. */
static void flush_folder(const char *path)
{
    char folder[FILE_PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    const int fd = open(folder[0] ? folder : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

/* Resolves links; a path that does not exist stays as it is. */
static bool resolve(const char *path, char resolved[FILE_PATH_MAX], rec_error *error)
{
    char *real = realpath(path, NULL);
    const int length = snprintf(resolved, FILE_PATH_MAX, "%s", real ? real : path);
    free(real);
    return length < FILE_PATH_MAX || is_too_long(error);
}

/* As open to others as the file it replaces, or as a new file is. Only files are replaced, never
 * devices or folders. */
static bool find_mode(const char *path, mode_t *mode, rec_error *error)
{
    struct stat status;
    if (stat(path, &status) == 0) {
        *mode = status.st_mode & 0777;
        return S_ISREG(status.st_mode) ||
               rec_fail(error, "cannot-use-file",
                        "%.150s is not a regular file; choose another name.", path);
    }
    const mode_t mask = umask(0);
    umask(mask);
    *mode = 0666 & ~mask;
    return true;
}

bool file_write(const char *path, const char *text, size_t size, bool flush, rec_error *error)
{
    char target[FILE_PATH_MAX], beside[FILE_PATH_MAX];
    mode_t mode;
    if (!resolve(path, target, error) || !find_mode(target, &mode, error))
        return false;
    if (snprintf(beside, sizeof beside, "%s.XXXXXX", target) >= (int)sizeof beside)
        return is_too_long(error);
    const int fd = mkstemp(beside);
    if (fd < 0)
        return fail(error, "write", path);
    bool ok = file_write_all(fd, text, size) && fchmod(fd, mode) == 0 && fsync(fd) == 0;
    ok = close(fd) == 0 && ok;
    ok = ok && rename(beside, target) == 0;
    if (!ok) {
        fail(error, "write", path);
        unlink(beside);
        return false;
    }
    if (flush)
        flush_folder(target);
    return true;
}

/* -------------------------------------------------------------------------------------- claims */

/* Whether the lock is still the file of that name: the previous holder may have removed it. */
static bool is_current(int fd, const char *path)
{
    struct stat held, named;
    return fstat(fd, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

/* Opens and locks the file of a claim; -1 and error if that fails. */
static int lock_file(const char *lock, const char *path, rec_error *error)
{
    const int fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        fail(error, "write", lock);
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (errno == EWOULDBLOCK)
        rec_fail(error, "already-played", "Another elektro is playing %.150s. Quit it there first.",
                 path);
    else
        fail(error, "lock", lock);
    close(fd);
    return -1;
}

bool file_claim_take(file_claim *claim, const char *path, rec_error *error)
{
    char target[FILE_PATH_MAX], lock[FILE_PATH_MAX];
    claim->path[0] = '\0';
    if (!resolve(path, target, error))
        return false;
    if (snprintf(lock, sizeof lock, "%s.lock", target) >= (int)sizeof lock)
        return is_too_long(error);
    while ((claim->fd = lock_file(lock, path, error)) >= 0 && !is_current(claim->fd, lock))
        close(claim->fd);
    if (claim->fd < 0)
        return false;
    memcpy(claim->path, lock, sizeof lock);
    return true;
}

void file_claim_drop(file_claim *claim)
{
    if (!claim->path[0])
        return;
    unlink(claim->path);
    close(claim->fd);
    claim->path[0] = '\0';
}
