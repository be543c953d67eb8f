/* The judge: the same bits everywhere, chances that sum to certainty, weights that are refused.
 *
 *     test_bots_judge GOLDEN            tests
 *     test_bots_judge --write GOLDEN    writes the judgements, after training
 *     test_bots_judge --inputs          prints positions as numbers: players, inputs of all seats,
 * shared inputs, chances; for the test of train/
 */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "judgements.h"
#include "weights.h"

enum { LINE = 200, SHIFTS = 28, CHECKSUM = 12, CHECKED_FROM = 16 };

static const char *golden;
static bot_judge judge;
static bn_table tables[BN_TABLES_MAX];
static unsigned table_count;

/* --------------------------------------------------------------------------------------- golden */

static void print_judgement(unsigned number, char line[LINE])
{
    bn_judgement j;
    const bn_table *t = &tables[number];
    bn_judge(&judge, t, number, &j);
    int length = snprintf(
        line, LINE, "board %u edition %u players %u options %u moment %u%s: %016" PRIx64, t->board,
        t->edition, t->players, t->options, j.moment, j.ended ? " ended" : "", j.inputs);
    for (unsigned seat = 0; seat < t->players; seat++)
        length += snprintf(line + length, LINE - (size_t)length, " %" PRId32, j.chance[seat]);
    snprintf(line + length, LINE - (size_t)length, "\n");
}

static void print_signature(char line[LINE])
{
    snprintf(line, LINE, "signature %016" PRIx64 "\n", bn_judge_signature(&judge));
}

static int write_golden(const char *name)
{
    char line[LINE];
    FILE *file = fopen(name, "w");
    if (!file) {
        perror(name);
        return 1;
    }
    for (unsigned i = 0; i < table_count; i++) {
        print_judgement(i, line);
        fputs(line, file);
    }
    print_signature(line);
    fputs(line, file);
    return fclose(file) != 0;
}

static void print_inputs(const ek_rules *rules, const ek_state *state)
{
    bot_features_t f;
    int32_t chance[EK_SEATS];
    bot_features(rules, state, &f);
    bot_judge_chances(&judge, rules, state, chance);
    printf("%u", (unsigned)rules->config.players);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        for (unsigned i = 0; i < BOT_SEAT_INPUTS; i++)
            printf(" %d", f.seat[seat].all[i]);
    for (unsigned i = 0; i < BOT_SHARED_INPUTS; i++)
        printf(" %d", f.shared.all[i]);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        printf(" %" PRId32, chance[seat]);
    putchar('\n');
}

static int print_all_inputs(void)
{
    for (unsigned i = 0; i < table_count; i++) {
        ek_rules rules;
        ek_state state;
        bn_play_to(&tables[i], i, BOT_MOMENTS + i % 32, &rules, &state);
        if (ek_phase(&state) != EK_PHASE_ENDED)
            print_inputs(&rules, &state);
    }
    return 0;
}

static void test_golden_judgements(void **state)
{
    char expected[LINE], line[LINE];
    FILE *file = fopen(golden, "r");
    (void)state;
    assert_non_null(file);
    for (unsigned i = 0; i < table_count; i++) {
        assert_non_null(fgets(expected, sizeof expected, file));
        print_judgement(i, line);
        assert_string_equal(line, expected);
    }
    assert_non_null(fgets(expected, sizeof expected, file));
    print_signature(line);
    assert_string_equal(line, expected);
    assert_null(fgets(expected, sizeof expected, file));
    fclose(file);
}

/* -------------------------------------------------------------------------------------- chances */

/* Calls check with positions of a random game at every table, the last one included. */
static void for_positions(void (*check)(const ek_rules *rules, const ek_state *state))
{
    for (unsigned i = 0; i < table_count; i++) {
        ek_rules rules;
        ek_state state;
        for (unsigned moment = BOT_MOMENTS; moment < 16 * BOT_MOMENTS; moment += 5) {
            bn_play_to(&tables[i], i + 1000, moment, &rules, &state);
            check(&rules, &state);
        }
        bn_play_to(&tables[i], i + 1000, UINT16_MAX, &rules, &state);
        assert_int_equal(ek_phase(&state), EK_PHASE_ENDED);
        check(&rules, &state);
    }
}

static void check_chances(const ek_rules *rules, const ek_state *state)
{
    int32_t chance[EK_SEATS], sum = 0;
    bot_judge_chances(&judge, rules, state, chance);
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        assert_in_range(chance[seat], 0, seat < rules->config.players ? BOT_CHANCE_ONE : 0);
        sum += chance[seat];
    }
    assert_int_equal(sum, BOT_CHANCE_ONE);
}

static void test_chances_sum_to_certainty(void **state)
{
    (void)state;
    for_positions(check_chances);
}

static void check_inputs(const ek_rules *rules, const ek_state *state)
{
    bot_features_t f;
    bot_features(rules, state, &f);
    for (unsigned i = 0; i < BOT_SHARED_INPUTS; i++)
        assert_in_range(f.shared.all[i] + BOT_INPUT_MAX, 0, 2 * BOT_INPUT_MAX);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        for (unsigned i = 0; i < BOT_SEAT_INPUTS; i++) {
            const int bound = seat < rules->config.players ? BOT_INPUT_MAX : 0;
            assert_in_range(f.seat[seat].all[i] + bound, 0, 2 * bound);
        }
}

static void test_inputs_are_bounded(void **state)
{
    (void)state;
    for_positions(check_inputs);
}

/* Gives every seat the next number; the highest becomes 0. */
static ek_state renamed(const ek_state *state, unsigned players)
{
    ek_state other = *state;
    for (unsigned seat = 0; seat < players; seat++) {
        other.owner[(seat + 1) % players] = state->owner[seat];
        other.order[seat] = (uint8_t)((state->order[seat] + 1) % players);
    }
    return other;
}

static void check_renaming(const ek_rules *rules, const ek_state *state)
{
    const unsigned players = rules->config.players;
    int32_t before[EK_SEATS], after[EK_SEATS];
    const ek_state other = renamed(state, players);
    bot_judge_chances(&judge, rules, state, before);
    bot_judge_chances(&judge, rules, &other, after);
    for (unsigned seat = 0; seat < players; seat++)
        assert_int_equal(after[(seat + 1) % players], before[seat]);
}

static void test_numbers_of_seats_do_not_matter(void **state)
{
    (void)state;
    for_positions(check_renaming);
}

static void check_result(const ek_rules *rules, const ek_state *state)
{
    ek_rank ranking[EK_SEATS];
    int32_t chance[EK_SEATS];
    int winners = 0;
    if (ek_phase(state) != EK_PHASE_ENDED)
        return;
    bot_judge_chances(&judge, rules, state, chance);
    ek_ranking(rules, state, ranking);
    for (unsigned i = 0; i < rules->config.players; i++)
        winners += ranking[i].rank == 1;
    for (unsigned i = 0; i < rules->config.players; i++) {
        const int32_t share = ranking[i].rank == 1 ? BOT_CHANCE_ONE / winners : 0;
        assert_in_range(chance[ranking[i].seat], share, share ? share + winners - 1 : 0);
    }
}

static void test_result_at_the_end(void **state)
{
    (void)state;
    for_positions(check_result);
}

static void test_shared_victory_is_split(void **state)
{
    ek_rules rules;
    ek_state shared;
    int32_t chance[EK_SEATS];
    const bn_table three = {.board = 0, .edition = EK_RECHARGED, .players = 3};
    (void)state;
    bn_play_to(&three, 1, UINT16_MAX, &rules, &shared);
    assert_int_equal(ek_phase(&shared), EK_PHASE_ENDED);
    shared.owner[1] = shared.owner[2] = shared.owner[0];
    bot_judge_chances(&judge, &rules, &shared, chance);
    for (unsigned seat = 0; seat < 3; seat++)
        assert_in_range(chance[seat], BOT_CHANCE_ONE / 3, BOT_CHANCE_ONE / 3 + 1);
    assert_int_equal(chance[0] + chance[1] + chance[2], BOT_CHANCE_ONE);
}

/* -------------------------------------------------------------------------------------- weights */

static _Alignas(BOT_WEIGHTS_ALIGNED) uint8_t bytes[sizeof(bot_network_weights) + 16];

static void write_checksum(void)
{
    uint32_t sum = 2166136261u;
    for (size_t i = CHECKED_FROM; i < bot_weights_size; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    memcpy(bytes + CHECKSUM, &sum, sizeof sum);
}

/* The weights are refused with a sentence that contains these words. */
static void assert_refused(const uint8_t *from, size_t size, const char *words)
{
    bot_judge other = {.weights = NULL};
    const char *wrong = bot_judge_load(&other, from, size);
    assert_non_null(wrong);
    assert_non_null(strstr(wrong, words));
    assert_null(other.weights);
}

static void test_damaged_weights_are_refused(void **state)
{
    (void)state;
    memcpy(bytes, bot_weights, bot_weights_size);
    for (size_t i = 0; i < bot_weights_size; i += i < 512 ? 1 : 101)
        for (unsigned bit = 0; bit < 8; bit += 7) {
            bytes[i] ^= (uint8_t)(1 << bit);
            assert_refused(bytes, bot_weights_size, "weights");
            bytes[i] ^= (uint8_t)(1 << bit);
        }
    bot_judge whole;
    assert_null(bot_judge_load(&whole, bytes, bot_weights_size));
}

static void test_weights_of_another_length_are_refused(void **state)
{
    (void)state;
    memcpy(bytes, bot_weights, bot_weights_size);
    for (size_t size = 0; size < bot_weights_size; size += size < 64 ? 1 : 999)
        assert_refused(bytes, size, "cut off");
    assert_refused(bytes, bot_weights_size + 2, "another size");
    memmove(bytes + 1, bytes, bot_weights_size);
    assert_refused(bytes + 1, bot_weights_size, "address");
}

static void test_weights_that_overflow_are_refused(void **state)
{
    (void)state;
    memcpy(bytes, bot_weights, bot_weights_size);
    memset(bytes + offsetof(bot_network_weights, shared), 0x7f,
           sizeof((bot_network_weights *)0)->shared);
    write_checksum();
    assert_refused(bytes, bot_weights_size, "overflow");
    for (unsigned i = 0; i < 3; i++) {
        memcpy(bytes, bot_weights, bot_weights_size);
        bytes[SHIFTS + i] = 0;
        write_checksum();
        assert_refused(bytes, bot_weights_size, "overflow");
    }
    memcpy(bytes, bot_weights, bot_weights_size);
    memset(bytes + offsetof(bot_network_weights, seat_scale), 0x7f, 2);
    write_checksum();
    assert_refused(bytes, bot_weights_size, "scale");
}

static void test_weights_for_other_inputs_are_refused(void **state)
{
    static const struct {
        size_t at;
        const char *words;
    } cases[] = {{0, "no file of weights"},
                 {offsetof(bot_network_weights, version), "another version"},
                 {offsetof(bot_network_weights, inputs_version), "other inputs"},
                 {offsetof(bot_network_weights, seat_inputs), "other inputs"},
                 {offsetof(bot_network_weights, first_units), "another size"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bytes, bot_weights, bot_weights_size);
        bytes[cases[i].at] ^= 0x40;
        write_checksum();
        assert_refused(bytes, bot_weights_size, cases[i].words);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_judgements),
        cmocka_unit_test(test_chances_sum_to_certainty),
        cmocka_unit_test(test_inputs_are_bounded),
        cmocka_unit_test(test_numbers_of_seats_do_not_matter),
        cmocka_unit_test(test_result_at_the_end),
        cmocka_unit_test(test_shared_victory_is_split),
        cmocka_unit_test(test_damaged_weights_are_refused),
        cmocka_unit_test(test_weights_of_another_length_are_refused),
        cmocka_unit_test(test_weights_that_overflow_are_refused),
        cmocka_unit_test(test_weights_for_other_inputs_are_refused),
    };
    const char *wrong = bot_judge_load(&judge, bot_weights, bot_weights_size);
    if (wrong || argc < 2) {
        fprintf(stderr, "%s\n",
                wrong ? wrong : "usage: test_bots_judge [--write] GOLDEN | --inputs");
        return 2;
    }
    table_count = bn_tables(tables);
    if (argc == 3 && strcmp(argv[1], "--write") == 0)
        return write_golden(argv[2]);
    if (strcmp(argv[1], "--inputs") == 0)
        return print_all_inputs();
    golden = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
