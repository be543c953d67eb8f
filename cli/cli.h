/* The verbs of `elektro`. Each gets its own arguments, argv[0] being the verb, and returns the
 * exit status: 0 success, 1 failure, 2 wrong usage. */
#ifndef ELEKTRO_CLI_H
#define ELEKTRO_CLI_H

#include "command_line.h"

int cli_admin(int argc, char **argv);
int cli_analyse(int argc, char **argv);
int cli_arena(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_boards(int argc, char **argv);
int cli_engine(int argc, char **argv);
int cli_features(int argc, char **argv);
int cli_play(int argc, char **argv);
int cli_plants(int argc, char **argv);
int cli_puzzles(int argc, char **argv);
int cli_render(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_seat(int argc, char **argv);
int cli_samples(int argc, char **argv);
int cli_selfplay(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_show(int argc, char **argv);
int cli_sim(int argc, char **argv);
int cli_tune(int argc, char **argv);

#endif
