#include "weights_file.h"

#include <stdlib.h>

#include "cli.h"
#include "files.h"
#include "weights.h"

enum { WEIGHTS_MAX = 1 << 24 }; /* bytes of a file at most */

bool cli_load_judge(const char *verb, const char *path, bot_judge *judge)
{
    size_t size;
    *judge = bot_native_judge;
    if (!path)
        return true;
    char *bytes = cli_read_file(verb, path, WEIGHTS_MAX, &size);
    if (!bytes)
        return false;
    const char *wrong = bot_judge_load(judge, (const uint8_t *)bytes, size);
    if (!wrong)
        return true;
    free(bytes);
    return cli_complain(verb, "'%s' cannot be used: %s", path, wrong);
}
