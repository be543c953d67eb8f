/* The sums of a judge's layers: every variant gives what plain arithmetic gives. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "columns.h"
#include "elektro.h"
#include "wide.h"

enum { UNITS = 96, PAIRS = 96, TRIES = 200, INPUT_MAX = 2047, WEIGHT_MAX = 8000 };

static _Alignas(16) int16_t weights[PAIRS][UNITS][2];
static _Alignas(16) int16_t inputs[2 * PAIRS];
static _Alignas(16) int32_t start[UNITS], expected[UNITS];
static uint64_t dice = 1;

static int16_t draw(int max)
{
    return (int16_t)((int)ek_random_below(&dice, (uint32_t)(2 * max + 1)) - max);
}

/* Draws a layer in which some inputs are 0, and computes its sums. */
static void prepare(unsigned units, unsigned pairs)
{
    int16_t *weight = weights[0][0];
    for (unsigned i = 0; i < 2 * pairs; i++)
        inputs[i] = ek_random_below(&dice, 2) ? draw(INPUT_MAX) : 0;
    for (unsigned unit = 0; unit < units; unit++)
        expected[unit] = start[unit] = draw(WEIGHT_MAX);
    for (unsigned i = 0; i < 2 * pairs * units; i++) {
        weight[i] = draw(WEIGHT_MAX);
        expected[i / 2 % units] += weight[i] * inputs[i / 2 / units * 2 + i % 2];
    }
}

static void check(bot_add_columns *add)
{
    for (unsigned i = 0; i < TRIES; i++) {
        const unsigned units = BOT_COLUMN_UNITS * (1 + i % 3);
        const unsigned pairs = BOT_COLUMN_PAIRS * (1 + i % (PAIRS / BOT_COLUMN_PAIRS));
        _Alignas(16) int32_t sums[UNITS];
        prepare(units, pairs);
        add(weights[0][0], units, inputs, pairs, start, sums);
        for (unsigned unit = 0; unit < units; unit++)
            assert_int_equal(sums[unit], expected[unit]);
    }
}

static void test_narrow(void **state)
{
    (void)state;
    check(bot_add_narrow);
}

static void test_wide(void **state)
{
    (void)state;
#if defined __x86_64__
    if (bot_is_wide()) {
        check(bot_add_wide);
        return;
    }
#endif
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_narrow), cmocka_unit_test(test_wide)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
