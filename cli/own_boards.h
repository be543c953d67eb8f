/* The option --boards: boards of the user's own, for verbs that make or read samples. */
#ifndef ELEKTRO_OWN_BOARDS_H
#define ELEKTRO_OWN_BOARDS_H

#include "boards.h"
#include "command_line.h"

#define CLI_BOARDS_ROW(type, field)             \
    CLI_FILE_ROW(type, field, "boards", "LIST", \
                 "files with boards of your own, separated by commas, beside those of Elektro")

/* Loads them; false after an error message in the name of the verb. */
bool cli_open_boards(const char *verb, const char *files, sm_boards *boards);

#endif
