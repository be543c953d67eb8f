/* Reasons: weights are what the judge says when a part of the position is exchanged, values are
 * facts of the position, every word has a sentence. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdio.h>
#include <string.h>

#include "../journal/players.h"
#include "analysis.h"
#include "parts.h"
#include "reason_text.h"
#include "state_json.h"
#include "weights.h"

enum { GAMES = 18, DECISIONS = 160, NODES = 40 };

static bot_assessor room;

/* A game that random players begin and bots continue, so that it has every kind of decision. */
static void play_game(jn_game *game, unsigned n)
{
    jn_setup setup;
    bot bots[EK_SEATS];
    make_setup(&setup, n, SEED);
    assert_int_equal(jn_start(game, &setup, NULL), EK_REASON_OK);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        bot_sit(&bots[seat], seat % 2 ? BOT_EASY : BOT_NORMAL, seat, game->now.rules, n + seat);
    for (unsigned i = 0; i < DECISIONS && ek_to_move(&game->now.state) != EK_NOBODY; i++) {
        const unsigned seat = ek_to_move(&game->now.state);
        const ek_move move = bot_move(&bots[seat], game->now.rules, &game->now.state, NULL);
        assert_int_equal(jn_play(game, seat, move, NULL), EK_REASON_OK);
    }
}

/* ---------------------------------------------------------------------------------------- facts */

static bool is_owned(const an_decision *d, unsigned plant)
{
    return ek_has(d->state.owner[d->seat].plants, plant);
}

/* A value is what its type says. */
static void check_value(const an_decision *d, const bot_why_field *field, int value)
{
    const ek_rules *rules = d->rules;
    switch ((enum ek_field)field->type) {
    case EK_FIELD_SEAT:
    case EK_FIELD_POSITION:
        assert_in_range(value, 0, rules->config.players - 1);
        return;
    case EK_FIELD_CITY:
        assert_true(value >= 0 && ek_has(rules->zone_cities, (unsigned)value));
        return;
    case EK_FIELD_PLANT:
        assert_true(value > 0 && value < EK_PLANT_NUMBERS);
        assert_true(ek_has(d->state.market, (unsigned)value) || is_owned(d, (unsigned)value) ||
                    d->state.auction_plant == value);
        return;
    case EK_FIELD_FUEL:
        assert_in_range(value, 0, EK_FUELS - 1);
        return;
    case EK_FIELD_COUNT:
        assert_in_range(value, 0, 42);
        return;
    case EK_FIELD_MONEY:
        assert_true(value >= 0 && value < 10000);
        return;
    default:
        fail_msg("reasons have no field of type %u", field->type);
    }
}

static void check_reason(const an_decision *d, const bot_reason *r)
{
    assert_true(r->word < BOT_WHYS);
    assert_true(r->weight > 0 && r->weight <= 2 * BOT_CHANCE_ONE);
    for (unsigned i = 0; i < BOT_REASON_VALUES; i++)
        if (bot_why_fields[r->word][i].name)
            check_value(d, &bot_why_fields[r->word][i], r->value[i]);
        else
            assert_int_equal(r->value[i], 0);
}

/* The strongest first, no word twice. */
static void check_reasons(const an_decision *d)
{
    assert_true(d->reasons <= BOT_REASONS_MAX);
    for (unsigned i = 0; i < d->reasons; i++) {
        check_reason(d, &d->reason[i]);
        for (unsigned k = 0; k < i; k++) {
            assert_true(d->reason[k].weight >= d->reason[i].weight);
            assert_true(d->reason[k].word != d->reason[i].word);
        }
    }
}

static void reasons_are_facts_at_every_table(void **state)
{
    const an_budget budget = {.judge = &bot_native_judge, .seed = 7, .nodes = NODES};
    unsigned told = 0, decisions = 0;
    (void)state;
    for (unsigned n = 0; n < GAMES; n++) {
        jn_game game;
        an_game g;
        play_game(&game, n * 29);
        assert_true(an_list(&g, &game));
        for (unsigned i = n % 3; i < g.tasks; i += 3) { /* a third is enough of each */
            an_decision *d = an_decision_of(&g, i);
            if (!d)
                continue;
            an_assess(&g, i, &budget, &room);
            check_reasons(d);
            told += d->reasons > 0;
            decisions += d->found.second.count > 0;
        }
        an_free(&g);
        jn_free(&game);
    }
    assert_true(told > decisions * 2 / 3);
}

static void the_same_question_has_the_same_reasons(void **state)
{
    const an_budget budget = {.judge = &bot_native_judge, .seed = 7, .nodes = NODES};
    jn_game game;
    an_game first, second;
    (void)state;
    play_game(&game, 5);
    assert_true(an_list(&first, &game) && an_list(&second, &game));
    for (unsigned i = 0; i < first.tasks; i++)
        an_assess(&first, i, &budget, &room);
    for (unsigned i = second.tasks; i-- > 0;)
        an_assess(&second, i, &budget, &room);
    for (unsigned i = 0; i < first.decisions; i++) {
        assert_int_equal(first.decision[i].reasons, second.decision[i].reasons);
        assert_memory_equal(first.decision[i].reason, second.decision[i].reason,
                            first.decision[i].reasons * sizeof(bot_reason));
    }
    an_free(&first);
    an_free(&second);
    jn_free(&game);
}

/* -------------------------------------------------------------------------------------- weights */

static int chance(const search *s, const ek_state *state)
{
    int32_t chances[EK_SEATS];
    bot_judge_chances(s->judge, s->m->rules, state, chances);
    return chances[s->m->seat];
}

/* What money weighs, by hand: each of the two positions with the money of the other. */
static int weigh_money(const search *s, const contrast *c, unsigned rows)
{
    const unsigned seat = s->m->seat;
    int64_t sum = 0;
    for (unsigned row = 0; row < rows; row++) {
        ek_state after, better, other;
        bot_show_candidate(s, c->better, row, &after, &better);
        bot_show_candidate(s, c->other, row, &after, &other);
        if ((ek_phase(&better) == EK_PHASE_ENDED) != (ek_phase(&other) == EK_PHASE_ENDED))
            continue;
        ek_state poorer = better, richer = other;
        poorer.owner[seat].money = other.owner[seat].money;
        poorer.owner[seat].supplied = other.owner[seat].supplied;
        richer.owner[seat].money = better.owner[seat].money;
        richer.owner[seat].supplied = better.owner[seat].supplied;
        sum += chance(s, &richer) - chance(s, &other);
        sum += chance(s, &better) - chance(s, &poorer);
    }
    return (int)(sum / (2 * (int64_t)rows));
}

static void weights_are_differences(void **state)
{
    const an_budget budget = {.judge = &bot_native_judge, .seed = 3, .nodes = 200};
    jn_game game;
    an_game g;
    unsigned different = 0;
    (void)state;
    play_game(&game, 12);
    assert_true(an_list(&g, &game));
    for (unsigned i = 0; i < g.tasks; i++) {
        contrast c;
        if (!an_decision_of(&g, i))
            continue;
        an_assess(&g, i, &budget, &room);
        const search *s = &room.desk.s;
        if (room.second == CANDIDATES)
            continue;
        bot_contrast_turns(s, &s->list[room.best], &s->list[room.second], 4, &c);
        assert_int_equal(c.weight[PART_MONEY], weigh_money(s, &c, 4));
        different += c.weight[PART_MONEY] != 0;
    }
    assert_true(different > 20);
    an_free(&g);
    jn_free(&game);
}

/* Taking every part of a position gives that position, as far as a judge sees it. */
static void all_parts_make_the_whole(void **state)
{
    jn_game game;
    jn_cursor c;
    (void)state;
    play_game(&game, 12);
    ek_state before = {.round = 0};
    jn_begin(&c, &game);
    while (jn_next_settled(&c)) {
        const ek_state *now = &c.now.state;
        ek_state mixed = *now;
        bot_features_t expected, found;
        if (before.round > 0 && bot_moment(&before) == bot_moment(now) && now->round > 0) {
            mixed = before;
            for (unsigned part = 0; part < PART_END; part++)
                bot_take_part(c.now.rules, &mixed, now, (enum part)part, 0);
            mixed.marks = now->marks;
            bot_features(c.now.rules, now, &expected);
            bot_features(c.now.rules, &mixed, &found);
            assert_memory_equal(&expected, &found, sizeof expected);
        }
        before = *now;
    }
    jn_free(&game);
}

/* ------------------------------------------------------------------------------------ sentences */

static void every_word_has_a_sentence_with_all_its_fields(void **state)
{
    rec_options o;
    (void)state;
    rec_options_default(&o);
    for (unsigned word = 0; word < BOT_WHYS; word++) {
        bot_reason r = {.word = word, .weight = BOT_CHANCE_ONE / 8};
        char text[REC_STORY_MAX];
        for (unsigned i = 0; i < BOT_REASON_VALUES; i++) {
            const bot_why_field *field = &bot_why_fields[word][i];
            if (!field->name)
                continue;
            const bool counted = field->type == EK_FIELD_COUNT || field->type == EK_FIELD_MONEY;
            r.value[i] = counted ? 71 + (int)i : 1;
        }
        an_reason_text(&o, &r, text);
        assert_null(strpbrk(text, "{}#"));
        assert_true(strlen(text) > 10 && text[strlen(text) - 1] == '.');
        for (unsigned i = 0; i < BOT_REASON_VALUES; i++) {
            char number[16];
            snprintf(number, sizeof number, "%d", r.value[i]);
            if (r.value[i] > 70 && !strstr(text, number))
                fail_msg("%s does not tell %s", text, bot_why_fields[word][i].name);
        }
    }
}

static void assert_told(const bot_reason *r, const char *sentence)
{
    rec_options o;
    char text[REC_STORY_MAX];
    rec_options_default(&o);
    snprintf(o.name[1], REC_NAME_MAX, "Bert");
    an_reason_text(&o, r, text);
    assert_string_equal(text, sentence);
}

static void reasons_are_sentences(void **state)
{
    (void)state;
    assert_told(&(bot_reason){BOT_WHY_PLANT_LARGER, 1, {20, 5, 13, 1}},
                "Plant 20 powers 5 cities, plant 13 only 1.");
    assert_told(&(bot_reason){BOT_WHY_PLANT_COMING, 1, {11, 1}},
                "Plant 11 moves up next; it powers 1 city.");
    assert_told(&(bot_reason){BOT_WHY_TOO_DEAR, 1, {3, 40, 0}},
                "Plant 3 for 40 is too dear: it is not worth buying.");
    assert_told(&(bot_reason){BOT_WHY_TOO_DEAR, 1, {3, 40, 7}},
                "Plant 3 for 40 is too dear: it is worth about 7.");
    assert_told(&(bot_reason){BOT_WHY_RIVAL_SHORT, 1, {1, EK_URANIUM, 2}},
                "Bert will lack 2 uranium.");
    assert_told(&(bot_reason){BOT_WHY_ORDER_PLACE, 1, {3, 1}},
                "It leads to place 4 in the player order instead of 2.");
}

static void reasons_are_json(void **state)
{
    rec_options o;
    (void)state;
    rec_options_default(&o);
    const bot_reason r = {BOT_WHY_RIVAL_SHORT, BOT_CHANCE_ONE / 8, {1, EK_OIL, 2}};
    json_t *found = an_reason_json(&o, &r);
    json_t *expected =
        json_pack("{s:s, s:f, s:i, s:s, s:i, s:s}", "reason", "rival-short", "weight", 0.125,
                  "seat", 2, "fuel", "oil", "count", 2, "text", "Player 2 will lack 2 oil.");
    assert_true(json_equal(found, expected));
    json_decref(found);
    json_decref(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_facts_at_every_table),
        cmocka_unit_test(the_same_question_has_the_same_reasons),
        cmocka_unit_test(weights_are_differences),
        cmocka_unit_test(all_parts_make_the_whole),
        cmocka_unit_test(every_word_has_a_sentence_with_all_its_fields),
        cmocka_unit_test(reasons_are_sentences),
        cmocka_unit_test(reasons_are_json),
    };
    return cmocka_run_group_tests_name("analysis: reasons", tests, NULL, NULL);
}
