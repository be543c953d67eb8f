/* elektro samples: shows and checks files of samples. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "named_bot.h"
#include "own_boards.h"
#include "source.h"
#include "words_text.h"

typedef struct options {
    const char *boards;
} options;

static const cli_option option_rows[] = {CLI_BOARDS_ROW(options, boards), {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "samples",
    .usage = "usage: elektro samples FILE… [--boards LIST]\n"
             "\n"
             "Shows what files of samples hold and how they were made by 'elektro selfplay', and\n"
             "checks every position against the rules.\n",
    .groups = groups,
    .operands = "a file of samples",
    .min = 1,
    .max = 1000};

enum { TABLES_MAX = 256, BOTS_MAX = 64 };

/* Games at one kind of table. */
typedef struct table_row {
    char board[BD_ID_MAX + 1];
    uint8_t edition, players;
    uint64_t games, positions, with_options;
} table_row;

/* Seats of one bot. */
typedef struct bot_row {
    ar_bot named;
    uint64_t seats, victory, expected; /* victories in 1/65536 */
} bot_row;

typedef struct count {
    uint64_t games, positions, given_up, turns, explored, seats, varied;
    unsigned tables, bots;
    table_row table[TABLES_MAX];
    bot_row bot[BOTS_MAX];
} count;

/* ------------------------------------------------------------------------------------- counting */

static table_row *find_table(count *c, const sm_head *head)
{
    for (unsigned i = 0; i < c->tables; i++)
        if (strcmp(c->table[i].board, head->board) == 0 &&
            c->table[i].edition == head->config.edition &&
            c->table[i].players == head->config.players)
            return &c->table[i];
    if (c->tables == TABLES_MAX)
        return NULL;
    table_row *row = &c->table[c->tables++];
    row->edition = head->config.edition;
    row->players = head->config.players;
    memcpy(row->board, head->board, sizeof row->board);
    return row;
}

static bot_row *find_bot(count *c, const bot_game_seat *who)
{
    for (unsigned i = 0; i < c->bots; i++)
        if (c->bot[i].named.level == who->level && c->bot[i].named.style == who->style &&
            c->bot[i].named.nodes == who->nodes)
            return &c->bot[i];
    if (c->bots == BOTS_MAX)
        return NULL;
    bot_row *row = &c->bot[c->bots++];
    row->named = (ar_bot){.level = who->level, .style = who->style, .nodes = who->nodes};
    return row;
}

static void count_seat(count *c, const sm_seat *seat, unsigned players)
{
    bot_row *row = find_bot(c, &seat->who);
    c->seats++;
    c->varied += seat->who.vary > 0;
    if (!row)
        return;
    row->seats++;
    row->victory += seat->result.victory;
    row->expected += (uint64_t)BOT_SHARE_ONE / players;
}

static void count_game(count *c, const sm_game *game)
{
    const sm_head *head = &game->head;
    table_row *row = find_table(c, head);
    c->games++;
    c->positions += head->positions;
    c->given_up += head->flags & SM_GIVEN_UP;
    c->turns += head->turns;
    c->explored += head->explored;
    for (unsigned i = 0; i < head->config.players; i++)
        count_seat(c, &head->seat[i], head->config.players);
    if (!row)
        return;
    row->games++;
    row->positions += head->positions;
    row->with_options += head->config.options != 0;
}

static int by_bot(const void *left, const void *right)
{
    const ar_bot *a = &((const bot_row *)left)->named;
    const ar_bot *b = &((const bot_row *)right)->named;
    return a->level != b->level   ? a->level - b->level
           : a->style != b->style ? a->style - b->style
                                  : (a->nodes > b->nodes) - (a->nodes < b->nodes);
}

static int by_name(const void *left, const void *right)
{
    const table_row *a = left;
    const table_row *b = right;
    const int order = strcmp(a->board, b->board);
    return order                      ? order
           : a->edition != b->edition ? a->edition - b->edition
                                      : a->players - b->players;
}

/* ------------------------------------------------------------------------------------- printing */

static double per(uint64_t sum, uint64_t number)
{
    return number ? (double)sum / (double)number : 0;
}

static void print_bots(count *c)
{
    qsort(c->bot, c->bots, sizeof *c->bot, by_bot);
    printf("\n%-26s %10s %10s %10s\n", "bot", "seats", "victories", "par");
    for (unsigned i = 0; i < c->bots; i++) {
        const bot_row *row = &c->bot[i];
        char name[AR_BOT_TEXT];
        ar_write_bot(&row->named, name);
        printf("%-26s %10" PRIu64 " %8.1f %% %8.1f %%\n", name, row->seats,
               100 * per(row->victory, row->seats) / BOT_SHARE_ONE,
               100 * per(row->expected, row->seats) / BOT_SHARE_ONE);
    }
}

static void print_count(const sm_source *source, count *c)
{
    printf("%s, made by:\n", source->path);
    for (const char *line = source->made; *line;) {
        const size_t length = strcspn(line, "\n");
        printf("    %.*s\n", (int)length, line);
        line += length + (line[length] != '\0');
    }
    printf("%" PRIu64 " games, %" PRIu64 " positions, %.1f rounds a game\n", c->games, c->positions,
           per(c->positions, BOT_MOMENTS * (c->games - c->given_up)));
    if (c->given_up)
        printf("%" PRIu64 " games were given up after %d rounds\n", c->given_up, BOT_GAME_ROUNDS);
    qsort(c->table, c->tables, sizeof *c->table, by_name);
    printf("\n%-26s %-10s %7s %10s %10s %13s\n", "board", "edition", "players", "games",
           "positions", "with options");
    for (unsigned i = 0; i < c->tables; i++) {
        const table_row *t = &c->table[i];
        printf("%-26s %-10s %7u %10" PRIu64 " %10" PRIu64 " %13" PRIu64 "\n", t->board,
               rec_edition_word(t->edition), t->players, t->games, t->positions, t->with_options);
    }
    print_bots(c);
    printf("\n%.2f %% of turns explored, %.1f %% of seats with parameters of their own\n",
           100 * per(c->explored, c->turns), 100 * per(c->varied, c->seats));
}

/* ---------------------------------------------------------------------------------------- verb */

static bool show(const char *path, const sm_boards *boards, sm_rules *rules)
{
    static sm_game game;
    static count c;
    sm_source source;
    rec_error error;
    bool ok = sm_source_open(&source, path, &error);
    memset(&c, 0, sizeof c);
    while (ok && sm_source_has_more(&source)) {
        ok = sm_source_next(&source, &game, &error) &&
             sm_source_check(&source, &game, boards, rules, &error) != NULL;
        if (ok)
            count_game(&c, &game);
    }
    if (ok)
        print_count(&source, &c);
    if (ok && sm_source_is_cut_off(&source))
        ok = sm_source_fail_cut_off(&source, &error);
    sm_source_close(&source);
    return ok || cli_complain(verb.name, "%s", error.text);
}

int cli_samples(int argc, char **argv)
{
    options o = {.boards = NULL};
    sm_boards boards;
    int status;
    const int files = cli_read(&verb, argc, argv, &o, &status);
    if (files < 0)
        return status;
    if (!cli_open_boards(verb.name, o.boards, &boards))
        return CLI_FAILED;
    sm_rules *rules = calloc(1, sizeof *rules);
    if (!rules)
        cli_complain(verb.name, "there is not enough memory");
    status = rules ? CLI_OK : CLI_FAILED;
    for (int i = 1; rules && i <= files; i++) {
        if (!show(argv[i], &boards, rules))
            status = CLI_FAILED;
        if (i < files)
            putchar('\n');
    }
    free(rules);
    sm_boards_close(&boards);
    return cli_printed(verb.name) == CLI_OK ? status : CLI_FAILED;
}
