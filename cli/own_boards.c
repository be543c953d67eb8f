#include "own_boards.h"

bool cli_open_boards(const char *verb, const char *files, sm_boards *boards)
{
    rec_error error;
    return sm_boards_open(boards, files, &error) || cli_complain(verb, "%s", error.text);
}
