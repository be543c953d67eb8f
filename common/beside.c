#include "beside.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_there(const char *folder, int length, const char *between, const char *name,
                     char *path, size_t size)
{
    const int needed = snprintf(path, size, "%.*s%s%s", length, folder, between, name);
    return needed > 0 && (size_t)needed < size && access(path, R_OK) == 0;
}

bool cli_find_beside(const char *name, char *path, size_t size)
{
    enum { PATH_BYTES = 4096 };
    char program[PATH_BYTES];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    const char *slash = strrchr(program, '/');
    if (!slash)
        return false;
    const int folder = (int)(slash - program);
    return is_there(program, folder, "/", name, path, size) ||
           is_there(program, folder, "/../lib/elektro/", name, path, size);
}
