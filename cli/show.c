/* elektro show: the table of a record or a position as text. */
#include <getopt.h>
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "play_options.h"
#include "screen_term.h"
#include "show_source.h"
#include "state_json.h"

static const char help[] =
    "usage: elektro show [OPTION…] FILE|POSITION\n"
    "\n"
    "Prints the table of a game record (- reads one) or of a position: map, markets, players.\n"
    "\n"
    "  --to N       after move N of the record, with the cards that follow it (default: the last)\n"
    "  --board FILE the file of the own board that a position is on\n"
    "  --width W    columns, at least 80 (default: those of the terminal)\n"
    "  --height H   rows, at least 20\n"
    "  --plain      no colours; so too when the output is no terminal or NO_COLOR is set\n"
    "  --paper      dark on light\n"
    "  --json       print the state as the protocol does instead\n"
    "  --help       print this\n";

typedef struct options {
    show_how how;
    unsigned long width, height;
    bool plain, paper, json;
} options;

static bool take(options *o, int c)
{
    unsigned long number;
    switch (c) {
    case 't':
        if (!cli_number("show", "--to", optarg, 0, REC_STEPS_MAX, &number))
            return false;
        o->how.to = (long)number;
        return true;
    case 'b':
        o->how.board = optarg;
        return true;
    case 'w':
        return cli_number("show", "--width", optarg, DRAW_WIDTH_MIN, SCREEN_WIDTH_MAX, &o->width);
    case 'e':
        return cli_number("show", "--height", optarg, DRAW_ROWS_MIN, SCREEN_HEIGHT_MAX, &o->height);
    case 'p':
        return o->plain = true;
    case 'a':
        return o->paper = true;
    case 'j':
        return o->json = true;
    case 'h':
        fputs(help, stdout);
        exit(cli_printed("show"));
    default:
        return false;
    }
}

static bool parse_options(int argc, char **argv, options *o)
{
    static const struct option known[] = {{"to", required_argument, NULL, 't'},
                                          {"board", required_argument, NULL, 'b'},
                                          {"width", required_argument, NULL, 'w'},
                                          {"height", required_argument, NULL, 'e'},
                                          {"plain", no_argument, NULL, 'p'},
                                          {"paper", no_argument, NULL, 'a'},
                                          {"json", no_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1)
        if (!take(o, c))
            return false;
    if (optind + 1 != argc)
        fputs("elektro show: expected one record or position\n", stderr);
    return optind + 1 == argc;
}

/* As wide and high as the terminal, where there is one and nothing else was asked for. */
static void choose_size(options *o)
{
    unsigned width, height;
    term_size(STDOUT_FILENO, &width, &height);
    if (!o->width)
        o->width = width < DRAW_WIDTH_MIN ? DRAW_WIDTH_MIN : width;
    if (!o->height)
        o->height = !isatty(STDOUT_FILENO)       ? 30
                    : height < DRAW_ROWS_MIN + 2 ? DRAW_ROWS_MIN
                                                 : height - 2;
}

static int print_table(const draw_table *t, options *o)
{
    screen s;
    char status[256];
    screen_terms terms = screen_terms_of(STDOUT_FILENO, o->plain);
    terms.paper = o->paper;
    choose_size(o);
    if (!screen_make(&s, (unsigned)o->width, (unsigned)o->height)) {
        fputs("elektro show: there is not enough memory\n", stderr);
        return CLI_FAILED;
    }
    draw_all(&s, t, s.height);
    screen_print(&s, &terms, false, stdout);
    screen_free(&s);
    draw_status(t, status, sizeof status);
    printf("%s.\n", status);
    return cli_printed("show");
}

int cli_show(int argc, char **argv)
{
    options o = {.how = {.to = -1}};
    show_source source;
    setlocale(LC_CTYPE, "");
    if (!parse_options(argc, argv, &o)) {
        fputs("'elektro show --help' tells how it is used\n", stderr);
        return CLI_USAGE;
    }
    int status = CLI_FAILED;
    if (show_open("show", argv[optind], &o.how, &source))
        status = o.json
                     ? cli_print_json("show", rec_state_json(source.table.board, source.table.rules,
                                                             source.table.state))
                     : print_table(&source.table, &o);
    show_close(&source);
    return status;
}
