/* The verbs of `elektro`. Each gets its own arguments, argv[0] being the verb, and returns the
 * exit status: 0 done, 1 it went wrong, 2 it was called wrongly. */
#ifndef ELEKTRO_CLI_H
#define ELEKTRO_CLI_H

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

int cli_admin(int argc, char **argv);
int cli_arena(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_boards(int argc, char **argv);
int cli_engine(int argc, char **argv);
int cli_play(int argc, char **argv);
int cli_plants(int argc, char **argv);
int cli_render(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_show(int argc, char **argv);
int cli_sim(int argc, char **argv);
int cli_tune(int argc, char **argv);

#endif
