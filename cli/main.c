/* elektro: one command with verbs. */
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "elektro.h"
#include "files.h"

typedef struct verb {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} verb;

static const verb verbs[] = {
    {"admin", cli_admin, "manage a server: backups, tables, accounts"},
    {"analyse", cli_analyse, "tell what the decisions of a recorded game were worth"},
    {"arena", cli_arena, "let bots play each other and rate them"},
    {"bench", cli_bench, "play random games and measure the engine"},
    {"boards", cli_boards, "list the boards, show or check one"},
    {"engine", cli_engine, "play games for programs: requests as JSON Lines"},
    {"features", cli_features, "turn samples into rows for training"},
    {"play", cli_play, "play at the terminal, or keep the books of a printed game"},
    {"plants", cli_plants, "list the power plants"},
    {"puzzles", cli_puzzles, "find puzzles in games of bots"},
    {"render", cli_render, "draw a recorded game or a position as SVG or PNG"},
    {"replay", cli_replay, "print a recorded game in sentences, or verify it"},
    {"seat", cli_seat, "play a bot for another program: requests as JSON Lines"},
    {"samples", cli_samples, "show and check files of samples"},
    {"selfplay", cli_selfplay, "play games of bots and keep them as samples for training"},
    {"serve", cli_serve, "run a server for games with friends"},
    {"show", cli_show, "print the table of a recorded game or a position"},
    {"sim", cli_sim, "play many games and print statistics"},
    {"tune", cli_tune, "improve the parameters of a bot by self-play"},
};

static const unsigned verb_count = sizeof verbs / sizeof *verbs;

static void print_help(FILE *out)
{
    fputs("usage: elektro VERB [OPTION…]\n"
          "\n"
          "Elektro is Power Grid as software: rules, records, bots, server.\n"
          "\n"
          "Verbs:\n",
          out);
    for (unsigned i = 0; i < verb_count; i++)
        fprintf(out, "  %-10s %s\n", verbs[i].name, verbs[i].summary);
    fputs("\n'elektro VERB --help' describes a verb; 'elektro --version' prints the version.\n",
          out);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return cli_printed("--help");
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("elektro %s, rules %d\n", ELEKTRO_VERSION, EK_RULES_VERSION);
        return cli_printed("--version");
    }
    for (unsigned i = 0; i < verb_count; i++)
        if (strcmp(argv[1], verbs[i].name) == 0)
            return verbs[i].run(argc - 1, argv + 1);
    fprintf(stderr, "elektro: unknown verb '%s'; 'elektro --help' lists them\n", argv[1]);
    return CLI_USAGE;
}
