/* Positions with a question and acceptable answers: the files named on the command line.
 *
 * A file is a list of positions; empty lines and text after a # are ignored.
 *
 *     position WORDS…                        begins one and names it
 *     table EDITION BOARD PLAYERS            the opening, order 1, 2, 3 … (tests/engine/table.h)
 *     zone REGION…                           right after table: other regions than the first ones
 *     step N                                 as if it had begun before
 *     market PLANT…                          the plant market
 *     tokens COAL OIL GARBAGE URANIUM        the resource market
 *     seat N money M                         a player's goods; all parts but seat are optional
 *            plants PLANT… fuel COAL OIL GARBAGE URANIUM cities CITY… any K
 *                                            any K: K more cities, the first of the zone
 *     phase ROUND PHASE                      auction, resources, building or bureaucracy
 *     turn N                                 player N's turn in it; those before have had theirs
 *     play MOVE                              made by the player to move
 *     ask LEVEL…                             the levels to test; several lines add up
 *     accept MOVE                            an answer: words of the notation. A move that begins
 *                                            with them counts, so "buy coal" is any number
 *     refuse MOVE                            anything is acceptable but this
 *     fails LEVEL                            a known failure: this level still answers wrongly
 *
 * Every level is tested SEEDS times, each time with another seed. A known failure that answers
 * correctly each time is reported, so that its mark can be removed. */

#define _GNU_SOURCE
#include "../engine/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "notation.h"
#include "weights.h"
#include "words_text.h"

enum { SEEDS = 5, WORDS_MAX = 64, ANSWERS_MAX = 16, LINE_MAX_ = 512 };

/* A fraction of expert's budget, to keep the test short. */
enum { EXPERT_NODES = 1000 };

typedef struct question {
    const char *file;
    unsigned line;
    char name[REC_MOVE_MAX]; /* as rest_of writes it */
    table *t;
    unsigned asked, failing; /* sets of levels */
    unsigned accepted, refused;
    char accept[ANSWERS_MAX][REC_MOVE_MAX];
    char refuse[ANSWERS_MAX][REC_MOVE_MAX];
} question;

/* One line, cut into words. */
typedef struct line {
    unsigned count, at;
    char *word[WORDS_MAX];
} line;

/* -------------------------------------------------------------------------------------- reading */

static const char *next(line *l)
{
    return l->at < l->count ? l->word[l->at++] : NULL;
}

static bool is_next(const line *l, const char *word)
{
    return l->at < l->count && strcmp(l->word[l->at], word) == 0;
}

static bool number_follows(const line *l)
{
    return l->at < l->count && l->word[l->at][0] >= '0' && l->word[l->at][0] <= '9';
}

static unsigned number(const question *q, line *l)
{
    char *end = NULL;
    const char *word = next(l);
    const unsigned long n = word ? strtoul(word, &end, 10) : 0;
    if (!word || *end || n > 9999)
        fail_msg("%s:%u: a number was expected", q->file, q->line);
    return (unsigned)n;
}

static unsigned level_named(const question *q, const char *word)
{
    for (unsigned i = 0; i < BOT_LEVELS; i++)
        if (strcmp(bot_level_words[i], word) == 0)
            return i;
    fail_msg("%s:%u: no level %s", q->file, q->line, word);
    return 0;
}

/* The rest of the line as one text. */
static void rest_of(line *l, char text[REC_MOVE_MAX])
{
    text[0] = '\0';
    for (const char *word; (word = next(l));) {
        const size_t length = strlen(text);
        snprintf(text + length, REC_MOVE_MAX - length, "%s%s", length ? " " : "", word);
    }
}

static void read_table(question *q, line *l)
{
    const int edition = rec_edition_named(next(l));
    const char *board = next(l);
    const unsigned players = number(q, l);
    assert_true(edition >= 0 && board);
    if (!is_next(l, "zone")) {
        q->t = open_table((enum ek_edition)edition, board, players, EK_OPEN_MONEY);
        return;
    }
    char zone[REC_MOVE_MAX];
    next(l);
    rest_of(l, zone);
    q->t = open_table_in((enum ek_edition)edition, board, players, EK_OPEN_MONEY, zone);
}

static void read_market(question *q, line *l)
{
    uint8_t plants[WORDS_MAX] = {0};
    for (unsigned i = 0; number_follows(l); i++)
        plants[i] = (uint8_t)number(q, l);
    set_market(q->t, plants);
}

static void read_seat(question *q, line *l)
{
    const unsigned seat = number(q, l) - 1;
    for (const char *word; (word = next(l));) {
        if (strcmp(word, "money") == 0)
            set_money(q->t, seat, (int)number(q, l));
        else if (strcmp(word, "plants") == 0)
            while (number_follows(l))
                give_plant(q->t, seat, number(q, l));
        else if (strcmp(word, "fuel") == 0)
            for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
                give_fuel(q->t, seat, (enum ek_fuel)fuel, number(q, l));
        else if (strcmp(word, "any") == 0)
            give_cities(q->t, seat, number(q, l));
        else if (strcmp(word, "cities") == 0)
            while (l->at < l->count && !is_next(l, "any"))
                give_city(q->t, seat, next(l));
        else
            fail_msg("%s:%u: money, plants, fuel, cities or any was expected", q->file, q->line);
    }
}

static void read_phase(question *q, line *l)
{
    const unsigned round = number(q, l);
    const char *word = next(l);
    for (unsigned phase = EK_PHASE_AUCTION; word && phase <= EK_PHASE_BUREAUCRACY; phase++)
        if (strcmp(word, rec_phase_word(phase)) == 0) {
            go_to(q->t, round, (enum ek_phase)phase);
            return;
        }
    fail_msg("%s:%u: no such phase", q->file, q->line);
}

static void read_turn(question *q, line *l)
{
    const unsigned seat = number(q, l) - 1;
    for (unsigned i = 0; i < q->t->rules.config.players; i++)
        if (q->t->state.order[i] == seat)
            q->t->state.turn = (uint8_t)i;
    assert_lawful(q->t);
}

static void read_play(question *q, line *l)
{
    char text[REC_MOVE_MAX];
    rec_error error;
    ek_move move;
    rest_of(l, text);
    if (!rec_parse_move(q->t->board, &q->t->rules, &q->t->state, text, &move, &error))
        fail_msg("%s:%u: %s", q->file, q->line, error.text);
    play(q->t, ek_to_move(&q->t->state), move);
}

static void read_answer(question *q, line *l, char list[][REC_MOVE_MAX], unsigned *count)
{
    if (*count == ANSWERS_MAX)
        fail_msg("%s:%u: too many answers", q->file, q->line);
    rest_of(l, list[(*count)++]);
}

/* ------------------------------------------------------------------------------------- asking */

static bool begins_with(const char *move, const char *answer)
{
    const size_t length = strlen(answer);
    return strncmp(move, answer, length) == 0 && (move[length] == '\0' || move[length] == ' ');
}

static bool is_acceptable(const question *q, const char *move)
{
    for (unsigned i = 0; i < q->refused; i++)
        if (begins_with(move, q->refuse[i]))
            return false;
    for (unsigned i = 0; i < q->accepted; i++)
        if (begins_with(move, q->accept[i]))
            return true;
    return q->accepted == 0;
}

/* One answer of a level, as words. */
static void answer(const question *q, unsigned level, unsigned seed, char move[REC_MOVE_MAX])
{
    ek_state view;
    bot b;
    const unsigned seat = ek_to_move(&q->t->state);
    bot_sit(&b, (enum bot_level)level, seat, &q->t->rules, seed);
    b.nodes = level == BOT_EXPERT ? EXPERT_NODES : 0;
    b.judge = &bot_native_judge;
    ek_view(&q->t->rules, &q->t->state, seat, &view);
    const ek_move m = bot_move(&b, &q->t->rules, &view, NULL);
    assert_int_equal(ek_why(&q->t->rules, &q->t->state, seat, m), EK_REASON_OK);
    rec_print_move(q->t->board, &q->t->state, m, move);
}

/* Tests one level; returns 1 if its answer is not as marked. */
static unsigned ask_level(const question *q, unsigned level)
{
    const bool fails = q->failing >> level & 1;
    char move[REC_MOVE_MAX];
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        answer(q, level, seed, move);
        if (is_acceptable(q, move))
            continue;
        if (!fails)
            print_message("# %s:%u: %s: %s answers %s\n", q->file, q->line, q->name,
                          bot_level_words[level], move);
        return !fails;
    }
    if (fails)
        print_message("# %s:%u: %s: %s no longer fails\n", q->file, q->line, q->name,
                      bot_level_words[level]);
    return fails;
}

/* A position without a level, or where any answer is accepted, tests nothing. */
static void assert_asks(const question *q)
{
    if (!q->t)
        fail_msg("%s:%u: %s: no table", q->file, q->line, q->name);
    if (!q->asked)
        fail_msg("%s:%u: %s: no level is tested", q->file, q->line, q->name);
    if (!q->accepted && !q->refused)
        fail_msg("%s:%u: %s: any answer would do", q->file, q->line, q->name);
    if (q->failing & ~q->asked)
        fail_msg("%s:%u: %s: fails for a level that is not tested", q->file, q->line, q->name);
}

static unsigned ask(const question *q)
{
    unsigned wrong = 0;
    assert_asks(q);
    for (unsigned level = 0; level < BOT_LEVELS; level++)
        if (q->asked >> level & 1)
            wrong += ask_level(q, level);
    return wrong;
}

/* ---------------------------------------------------------------------------------------- files */

static void read_line(question *q, line *l)
{
    const char *word = next(l);
    if (strcmp(word, "table") == 0)
        read_table(q, l);
    else if (strcmp(word, "step") == 0)
        set_step(q->t, number(q, l));
    else if (strcmp(word, "market") == 0)
        read_market(q, l);
    else if (strcmp(word, "tokens") == 0)
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
            set_fuel(q->t, (enum ek_fuel)fuel, number(q, l));
    else if (strcmp(word, "seat") == 0)
        read_seat(q, l);
    else if (strcmp(word, "phase") == 0)
        read_phase(q, l);
    else if (strcmp(word, "turn") == 0)
        read_turn(q, l);
    else if (strcmp(word, "play") == 0)
        read_play(q, l);
    else if (strcmp(word, "accept") == 0)
        read_answer(q, l, q->accept, &q->accepted);
    else if (strcmp(word, "refuse") == 0)
        read_answer(q, l, q->refuse, &q->refused);
    else if (strcmp(word, "ask") == 0 || strcmp(word, "fails") == 0)
        for (const char *level; (level = next(l));)
            *(word[0] == 'a' ? &q->asked : &q->failing) |= 1u << level_named(q, level);
    else
        fail_msg("%s:%u: no such line: %s", q->file, q->line, word);
}

static void cut(char *text, line *l)
{
    l->count = l->at = 0;
    text[strcspn(text, "#\n")] = '\0';
    for (char *rest = text, *word; l->count < WORDS_MAX && (word = strtok_r(rest, " ", &rest));)
        l->word[l->count++] = word;
}

static void begin(question *q, line *l)
{
    *q = (question){.file = q->file, .line = q->line};
    rest_of(l, q->name);
}

static void test_file(void **state)
{
    question q = {.file = *state};
    char text[LINE_MAX_];
    unsigned wrong = 0;
    unsigned number_of_lines = 0;
    line l;
    FILE *file = fopen(q.file, "r");
    assert_non_null(file);
    while (fgets(text, sizeof text, file)) {
        q.line = ++number_of_lines;
        cut(text, &l);
        if (l.count == 0)
            continue;
        if (is_next(&l, "position")) {
            if (q.name[0])
                wrong += ask(&q);
            next(&l);
            begin(&q, &l);
            continue;
        }
        read_line(&q, &l);
    }
    wrong += ask(&q);
    fclose(file);
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[WORDS_MAX];
    size_t count = 0;
    for (int i = 1; i < argc && count < WORDS_MAX; i++)
        tests[count++] =
            (struct CMUnitTest){.name = argv[i], .test_func = test_file, .initial_state = argv[i]};
    return _cmocka_run_group_tests("bots positions", tests, count, NULL, NULL);
}
