/* Commands typed at the table. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "play.h"
#include "reason_text.h"
#include "words_text.h"

/* A page of text that is being written. */
typedef struct page {
    char *text;
    size_t size;
    FILE *out;
} page;

static bool page_open(page *g)
{
    g->text = NULL;
    g->out = open_memstream(&g->text, &g->size);
    return g->out != NULL;
}

static void page_tell(play *p, page *g)
{
    if (fclose(g->out) == 0)
        p->front->tell(p, g->text);
    free(g->text);
}

static void tell_error(play *p, const rec_error *error)
{
    p->front->tell(p, error->text);
}

/* ------------------------------------------------------------------------------------ commands */

static void do_help(play *p, const char *rest)
{
    page g;
    (void)rest;
    if (!page_open(&g))
        return;
    play_explain(p, g.out);
    page_tell(p, &g);
}

static void do_why(play *p, const char *rest)
{
    page g;
    if (!page_open(&g))
        return;
    if (*rest)
        play_explain_refusal(p, rest, g.out);
    else
        fputs("Name a move: why connect essen\n", g.out);
    page_tell(p, &g);
}

static void do_plants(play *p, const char *rest)
{
    page g;
    (void)rest;
    if (!page_open(&g))
        return;
    play_print_plants(p, g.out);
    page_tell(p, &g);
}

static void do_prices(play *p, const char *rest)
{
    page g;
    (void)rest;
    if (!page_open(&g))
        return;
    play_print_prices(p, g.out);
    page_tell(p, &g);
}

static void do_players(play *p, const char *rest)
{
    page g;
    (void)rest;
    if (!page_open(&g))
        return;
    play_print_players(p, g.out);
    page_tell(p, &g);
}

static void do_near(play *p, const char *rest)
{
    page g;
    rec_error error;
    const int city = play_city_named(rec_board(p->game), rest, &error);
    if (city == BD_NONE) {
        tell_error(p, &error);
        return;
    }
    if (!page_open(&g))
        return;
    play_print_near(p, (unsigned)city, g.out);
    page_tell(p, &g);
}

/* What happened since the viewer last moved, and a little before; or so many lines. */
static void do_log(play *p, const char *rest)
{
    enum { BEFORE = 10 };
    page g;
    unsigned long wanted = p->log_count;
    if (*rest && !cli_parse_number(rest, 1, 100000, &wanted)) {
        p->front->tell(p, "Expected log, or log with a number of lines.");
        return;
    }
    if (!*rest && p->viewer != EK_NOBODY)
        wanted = p->log_count - p->log_seen[p->viewer] + BEFORE;
    const unsigned from = p->log_count > wanted ? p->log_count - (unsigned)wanted : 0;
    if (!page_open(&g))
        return;
    for (unsigned i = from; i < p->log_count; i++)
        fprintf(g.out, "%s\n", p->log[i]);
    page_tell(p, &g);
}

/* The whole table again, as text. */
static void do_map(play *p, const char *rest)
{
    page g;
    ek_state view;
    draw_table t;
    screen s;
    const screen_terms plain = {.colours = SCREEN_PLAIN, .utf8 = p->terms.utf8};
    (void)rest;
    if (p->front == &play_screen) {
        p->front->show(p);
        return;
    }
    if (!screen_make(&s, DRAW_WIDTH_MIN, 26))
        return;
    if (page_open(&g)) {
        play_view(p, &view, &t);
        draw_all(&s, &t, s.height);
        screen_print(&s, &plain, false, g.out);
        page_tell(p, &g);
    }
    screen_free(&s);
}

static void do_undo(play *p, const char *rest)
{
    rec_error error;
    (void)rest;
    if (!play_may_undo(p, &error) || !rec_undo(p->game, &error)) {
        tell_error(p, &error);
        return;
    }
    play_seat_bots(p);
    play_log_add(p, "The last step is undone.");
    if (p->path[0] && !play_save(p, &error))
        tell_error(p, &error);
    p->front->show(p);
}

static void do_save(play *p, const char *rest)
{
    rec_error error;
    char text[PLAY_PATH_MAX + 64];
    if (*rest ? play_save_as(p, rest, &error) : play_save(p, &error)) {
        snprintf(text, sizeof text, "Saved as %s.", *rest ? rest : p->path);
        p->front->tell(p, text);
    } else {
        tell_error(p, &error);
    }
}

static void do_quit(play *p, const char *rest)
{
    (void)rest;
    p->quit = true;
}

/* Lets the program bid up to a limit in the auction that runs. */
static void do_max(play *p, const char *rest)
{
    const unsigned seat = ek_to_move(play_state(p));
    unsigned long limit;
    if (seat == EK_NOBODY || play_state(p)->in_auction == 0) {
        p->front->tell(p, "There is no auction to bid in.");
    } else if (!cli_parse_number(rest, 1, EK_BID_MAX, &limit) ||
               (long)limit > play_state(p)->owner[seat].money) {
        p->front->tell(p, "Expected max with an amount that you can pay.");
    } else {
        p->limit[seat] = (unsigned)limit;
        p->limit_plant[seat] = play_state(p)->auction_plant;
    }
}

static void do_sold(play *p, const char *rest)
{
    rec_error error;
    if (!p->table)
        p->front->tell(p, "'sold' is for games at a real table (--table).");
    else if (!play_table_sold(p, rest, &error))
        tell_error(p, &error);
}

/* ---------------------------------------------------------------------------------------- moves */

/* Asks about a move that ends a turn which gives something away; true if the player does not want
 * it. */
static bool gives_up_waste(play *p, ek_move move)
{
    char text[REC_STORY_MAX], line[EDIT_MAX];
    ek_move turn[JN_TURN_MAX + 1];
    ek_state before, view;
    bot_waste waste;
    if (p->front != &play_screen || p->table)
        return false;
    const unsigned made = play_turn(p, &before, turn);
    turn[made] = move;
    ek_view(play_rules(p), &before, ek_to_move(&before), &view);
    if (!bot_find_waste(play_rules(p), &view, turn, made + 1, &waste))
        return false;
    an_waste_text(rec_options_of(p->game), &waste, text);
    p->front->tell(p, text);
    return !p->front->ask(p, "Do it anyway? (y) ", line) || (line[0] | 0x20) != 'y';
}

static void make_move(play *p, ek_move move)
{
    rec_error error;
    if (!gives_up_waste(p, move) && !play_move(p, move, &error))
        tell_error(p, &error);
}

static void do_move(play *p, const char *line)
{
    ek_move move;
    rec_error error;
    if (play_words_move(p, line, &move, &error))
        make_move(p, move);
    else
        tell_error(p, &error);
}

/* ---------------------------------------------------------------------------------------- lines */

typedef struct command {
    const char *word;
    unsigned min; /* letters of the shortest abbreviation */
    void (*run)(play *p, const char *rest);
} command;

static const command commands[] = {
    {"?", 1, do_help},          {"help", 1, do_help},     {"why", 1, do_why},
    {"undo", 1, do_undo},       {"<", 1, do_undo},        {"log", 1, do_log},
    {"map", 3, do_map},         {"plants", 2, do_plants}, {"prices", 3, do_prices},
    {"players", 4, do_players}, {"near", 2, do_near},     {"max", 3, do_max},
    {"save", 2, do_save},       {"quit", 1, do_quit},     {"exit", 4, do_quit},
    {"sold", 3, do_sold},
};

/* A command can be abbreviated as long as it differs from other commands and moves. */
static const command *command_named(const char *word, size_t length)
{
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        if (length >= commands[i].min && length <= strlen(commands[i].word) &&
            strncasecmp(commands[i].word, word, length) == 0)
            return &commands[i];
    return NULL;
}

bool play_do_command(play *p, const char *line)
{
    const size_t length = strcspn(line, " \t");
    const command *c = command_named(line, length);
    const char *rest = line + length;
    while (isspace((unsigned char)*rest))
        rest++;
    if (c)
        c->run(p, rest);
    return c != NULL;
}

void play_do_line(play *p, const char *line)
{
    while (isspace((unsigned char)*line))
        line++;
    ek_move move;
    if (*line == '\0') {
        if (play_default_move(p, &move))
            make_move(p, move);
        return;
    }
    if (*line != '#' && !play_do_command(p, line))
        do_move(p, line);
}
