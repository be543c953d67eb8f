/* The option --weights: a judge of the user's own. */
#ifndef ELEKTRO_WEIGHTS_FILE_H
#define ELEKTRO_WEIGHTS_FILE_H

#include "command_line.h"
#include "judge.h"

#define CLI_WEIGHTS_ROW(type, field)                          \
    CLI_FILE_ROW(type, field, "weights", "FILE",              \
                 "weights of the judge of bots that search, " \
                 "as 'train/train' writes them, instead of those of Elektro")

/* Loads the judge of a file of weights; that of Elektro if path is NULL. False and a message in the
 * name of the verb if the file cannot be used. The judge lives until the program ends. */
bool cli_load_judge(const char *verb, const char *path, bot_judge *judge);

#endif
