/* The analysis of a game as text. */
#include <string.h>

#include "analyse.h"
#include "screen.h"
#include "story.h"
#include "words_text.h"

enum {
    INDENT = 6,
    NAME_MIN = 6, /* columns of names in tables */
    NAME_MAX = 16,
    ROUND_WIDTH = 5,          /* columns of a round in the chart: " 28▃" and a space */
    LUCK_TOLD = AN_PARTS / 50 /* cards that change a chance by so much are told */
};

typedef struct report {
    const analyse_task *task;
    const analyse_layout *layout;
    const an_game *game;
    char name[EK_SEATS][REC_NAME_MAX];
    unsigned name_width;
    unsigned round; /* under the last heading */
    int phase;
} report;

/* ------------------------------------------------------------------------------------- wrapping */

/* Prints words and ends the line. column: where the line stands; further lines are indented. */
static void print_words(const report *r, unsigned column, unsigned indent, const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, " ");
        char word[ANALYSE_TEXT_MAX];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        const unsigned width = screen_text_width(word);
        if (column > indent && column + 1 + width > r->layout->width) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        fputs(word, stdout);
        column += width;
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

/* A line of its own. */
static void print_line(const report *r, const char *text)
{
    printf("%*s", INDENT, "");
    print_words(r, INDENT, INDENT, text);
}

/* A name in a column of a table, cut where it is too long. */
static void print_name(const report *r, const char *name)
{
    unsigned width = 0;
    while (*name) {
        const char *start = name;
        char character[8];
        screen_next_character(&name);
        snprintf(character, sizeof character, "%.*s", (int)(name - start), start);
        if (width + screen_text_width(character) > r->name_width)
            break;
        fputs(character, stdout);
        width += screen_text_width(character);
    }
    printf("%*s", (int)(r->name_width - width), "");
}

/* ------------------------------------------------------------------------------------ decisions */

static void print_heading(report *r, unsigned round, int phase)
{
    if (r->round == round && r->phase == phase)
        return;
    printf("\nRound %u, %s\n", round, an_phase_words[phase]);
    r->round = round;
    r->phase = phase;
}

/* " 12. Anna: bid 7" */
static void print_turn(const report *r, const an_decision *d)
{
    char played[AN_TURN_MAX], start[REC_NAME_MAX + 16];
    an_turn_text(r->task->about.options->board, d, d->played, d->count, played);
    snprintf(start, sizeof start, "%4u. %s:", d->number, r->name[d->seat]);
    fputs(start, stdout);
    print_words(r, screen_text_width(start), INDENT, played);
}

static void print_decision(report *r, const an_decision *d)
{
    char text[ANALYSE_TEXT_MAX];
    print_heading(r, d->state.round, d->phase);
    print_turn(r, d);
    analyse_verdict_text(r->task, d, text);
    print_line(r, text);
    for (unsigned i = 0; i < analyse_reasons_told(d); i++) {
        analyse_reason_text(r->task, d, i, text);
        printf("%*s- ", INDENT, "");
        print_words(r, INDENT + 2, INDENT + 2, text);
    }
}

static bool is_told(const report *r, const an_decision *d)
{
    return d->assessed && (r->layout->all || d->verdict >= AN_INACCURACY);
}

/* Cards that change a chance much are told. */
static bool is_lucky(const report *r, const an_card *card)
{
    int32_t parts[EK_SEATS];
    bool told = r->layout->all;
    an_round(card->change, r->game->players, parts);
    for (unsigned seat = 0; seat < r->game->players; seat++)
        told |= parts[seat] >= LUCK_TOLD || parts[seat] <= -LUCK_TOLD;
    return told;
}

static void print_card(report *r, const an_card *card)
{
    char text[ANALYSE_TEXT_MAX], start[32];
    print_heading(r, card->waiting.round, (int)an_phase_of(&card->waiting));
    snprintf(start, sizeof start, "%*sPlant %u turns up;", INDENT, "", card->plant);
    fputs(start, stdout);
    analyse_luck_text(r->task, card, text);
    print_words(r, screen_text_width(start), INDENT, text);
}

static void print_tasks(report *r)
{
    for (unsigned i = 0; i < r->game->tasks; i++) {
        const an_decision *d = an_decision_of(r->game, i);
        const an_card *card = an_card_of(r->game, i);
        if (d && is_told(r, d))
            print_decision(r, d);
        else if (card && card->assessed && is_lucky(r, card))
            print_card(r, card);
    }
}

/* ---------------------------------------------------------------------------------------- chart */

/* A bar one character high, from 0 to 100 percent. */
static const char *bar_of(const report *r, int32_t parts)
{
    static const char *const blocks[] = {"▁", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const marks[] = {"_", ".", ":", "-", "=", "+", "*", "%", "#"};
    const int level = (parts * 8 + AN_PARTS / 2) / AN_PARTS;
    return r->layout->utf8 ? blocks[level] : marks[level];
}

/* A column of the chart. */
typedef struct chart_column {
    unsigned round; /* 0: the end */
    int32_t parts[EK_SEATS];
} chart_column;

enum { COLUMNS_MAX = 256 };

/* The chances where each round begins, and at the end. */
static unsigned list_columns(const report *r, chart_column list[COLUMNS_MAX])
{
    const an_game *g = r->game;
    const an_decision *last = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < g->decisions; i++) {
        const an_decision *d = &g->decision[i];
        if (!d->assessed)
            continue;
        if ((!last || last->state.round != d->state.round) && count + 1 < COLUMNS_MAX) {
            list[count].round = d->state.round;
            an_round(d->found.best.chance, g->players, list[count++].parts);
        }
        last = d;
    }
    if (!last)
        return 0;
    const bool is_end = g->ended && last == &g->decision[g->decisions - 1];
    list[count].round = 0;
    an_round(is_end ? g->result : last->found.played.chance, g->players, list[count].parts);
    return count + 1;
}

static void print_part_of_chart(const report *r, const chart_column *list, unsigned count)
{
    printf("\n%*s", (int)r->name_width, "");
    for (unsigned i = 0; i < count; i++)
        if (list[i].round)
            printf("%s%4u", i ? " " : "", list[i].round);
        else
            printf("%s%4s", i ? " " : "", "end");
    putchar('\n');
    for (unsigned seat = 0; seat < r->game->players; seat++) {
        print_name(r, r->name[seat]);
        for (unsigned i = 0; i < count; i++)
            printf("%4.0f%s", analyse_percent(list[i].parts[seat]), bar_of(r, list[i].parts[seat]));
        putchar('\n');
    }
}

static void print_chart(const report *r)
{
    chart_column list[COLUMNS_MAX];
    const unsigned count = list_columns(r, list);
    const unsigned fit = (r->layout->width - r->name_width) / ROUND_WIDTH;
    puts("\nChances to win at the start of each round, in percent");
    for (unsigned i = 0; i < count; i += fit)
        print_part_of_chart(r, list + i, count - i < fit ? count - i : fit);
}

/* -------------------------------------------------------------------------------------- summary */

/* A dash where nothing was at stake. */
static void print_accuracy(int32_t accuracy, bool known, int width)
{
    if (known)
        printf(" %*.0f", width, analyse_percent(an_round_one(accuracy)));
    else
        printf(" %*s", width, "-");
}

static void print_accuracies(const report *r)
{
    printf("\nAccuracy and luck, in percent\n%*s %5s", (int)r->name_width, "", "all");
    for (unsigned phase = 0; phase < AN_PHASES; phase++)
        printf(" %8s", an_phase_words[phase]);
    printf(" %9s %10s\n", "luck won", "luck lost");
    for (unsigned seat = 0; seat < r->game->players; seat++) {
        const an_player *p = &r->game->player[seat];
        print_name(r, r->name[seat]);
        print_accuracy(p->accuracy_of_all, p->decisions > 0, 5);
        for (unsigned phase = 0; phase < AN_PHASES; phase++)
            print_accuracy(p->accuracy[phase], p->stake[phase] > 0, 8);
        printf(" %9.1f %10.1f\n", analyse_percent(an_round_one(p->luck_won)),
               analyse_percent(an_round_one(p->luck_lost)));
    }
}

static void print_verdicts(const report *r)
{
    printf("\nDecisions, and the sum of the chances given away, in percent\n%*s",
           (int)r->name_width, "");
    for (unsigned v = 0; v < AN_VERDICTS; v++)
        printf(" %*s", v == AN_INACCURACY ? 10 : 7, an_verdict_words[v]);
    printf(" %10s\n", "given away");
    for (unsigned seat = 0; seat < r->game->players; seat++) {
        const an_player *p = &r->game->player[seat];
        int32_t lost = 0;
        for (unsigned phase = 0; phase < AN_PHASES; phase++)
            lost += p->lost[phase];
        print_name(r, r->name[seat]);
        for (unsigned v = 0; v < AN_VERDICTS; v++)
            printf(" %*u", v == AN_INACCURACY ? 10 : 7, p->verdicts[v]);
        printf(" %10.1f\n", analyse_percent(an_round_one(lost)));
    }
}

static void print_turning_points(const report *r)
{
    if (r->game->turnings == 0) {
        puts("\nNo decision was an inaccuracy or worse.");
        return;
    }
    puts("\nTurning points");
    for (unsigned i = 0; i < r->game->turnings; i++) {
        const an_decision *d = &r->game->decision[r->game->turning[i]];
        char verdict[ANALYSE_TEXT_MAX], start[64];
        print_turn(r, d);
        snprintf(start, sizeof start, "%*sround %u, %s;", INDENT, "", d->state.round,
                 an_phase_words[d->phase]);
        fputs(start, stdout);
        analyse_verdict_text(r->task, d, verdict);
        print_words(r, screen_text_width(start), INDENT, verdict);
    }
}

/* ------------------------------------------------------------------------------------ the whole */

static unsigned last_round(const an_game *g)
{
    return g->decision[g->decisions - 1].state.round;
}

static void print_title(const report *r)
{
    const analyse_task *task = r->task;
    const rec_options *o = task->about.options;
    const unsigned rounds = last_round(r->game);
    printf("%s, %s, %u players, %u round%s: %u decisions, %u cards.\n", o->board->name,
           rec_edition_word(o->edition), o->players, rounds, rounds == 1 ? "" : "s",
           r->game->decisions, r->game->cards);
    if (!r->game->ended)
        puts("The game is not over.");
    if (task->to != UINT32_MAX)
        printf("Moves %u to %u only.\n", task->from ? task->from : 1, task->to);
    else if (task->from > 1)
        printf("From move %u on only.\n", task->from);
    if (task->about.ms)
        printf("At most %u ms for each decision, seed %llu: chances depend on the time.\n",
               task->about.ms, (unsigned long long)task->about.seed);
    else
        printf("%u playouts for each decision, seed %llu.\n", task->about.nodes,
               (unsigned long long)task->about.seed);
}

static void find_names(report *r)
{
    unsigned widest = NAME_MIN;
    for (unsigned seat = 0; seat < r->game->players; seat++) {
        rec_seat_text(r->task->about.options, seat, r->name[seat]);
        const unsigned width = screen_text_width(r->name[seat]);
        widest = width > widest ? width : widest;
    }
    r->name_width = widest < NAME_MAX ? widest : NAME_MAX;
}

void analyse_print(const analyse_task *task, const analyse_layout *layout)
{
    report r = {.task = task, .layout = layout, .game = task->game, .phase = -1};
    find_names(&r);
    print_title(&r);
    print_tasks(&r);
    print_chart(&r);
    print_turning_points(&r);
    print_accuracies(&r);
    print_verdicts(&r);
}
