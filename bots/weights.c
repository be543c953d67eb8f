/* Reading the weights of a judge: damaged ones are refused. */
#include "judge.h"

enum {
    VERSION = 2,
    CHECKED_FROM = 16, /* the checksum is that of all bytes from here on */
    SHIFT_MAX = 24
};

/* FNV-1a with 32 bits. */
static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

static bool is_little_endian(void)
{
    const union {
        uint16_t number;
        uint8_t byte[2];
    } probe = {1};
    return probe.byte[0] == 1;
}

static const char *check_head(const bot_network_weights *w)
{
    static const uint8_t magic[sizeof w->magic] = "EKJUDGE";
    for (unsigned i = 0; i < sizeof magic; i++)
        if (w->magic[i] != magic[i])
            return "this is no file of weights";
    if (w->version != VERSION)
        return "the weights are in a format of another version";
    return NULL;
}

static const char *check_sizes(const bot_network_weights *w)
{
    if (w->inputs_version != BOT_INPUTS_VERSION || w->seat_inputs != BOT_SEAT_INPUTS ||
        w->shared_inputs != BOT_SHARED_INPUTS)
        return "the weights are for other inputs than this version of Elektro has";
    if (w->first_units != BOT_FIRST_UNITS || w->second_units != BOT_SECOND_UNITS)
        return "the weights are for a network of another size";
    return NULL;
}

/* ---------------------------------------------------------------------------------- no overflow */

static int64_t magnitude(int64_t n)
{
    return n < 0 ? -n : n;
}

/* Adds to each unit the largest sum that its weights can give with inputs of at most max. */
static void add_bounds(const int16_t *weights, unsigned pairs, unsigned units, int max,
                       int64_t *bound)
{
    for (unsigned i = 0; i < 2 * pairs * units; i++)
        bound[i / 2 % units] += magnitude(weights[i]) * max;
}

/* Whether sums up to this bound, and rounding them, cannot overflow 32 bits. */
static bool fits(int64_t bound)
{
    return bound <= INT32_MAX - (INT64_C(1) << SHIFT_MAX);
}

static bool all_fit(const int32_t *bias, const int64_t *bound, unsigned units)
{
    for (unsigned i = 0; i < units; i++)
        if (!fits(bound[i] + magnitude(bias[i])))
            return false;
    return true;
}

static bool is_bounded(const bot_network_weights *w)
{
    int64_t first[BOT_FIRST_UNITS] = {0}, second[BOT_SECOND_UNITS] = {0}, last = 0;
    add_bounds(w->own[0][0], BOT_SEAT_INPUTS / 2, BOT_FIRST_UNITS, BOT_SCALED_MAX, first);
    add_bounds(w->shared[0][0], BOT_SHARED_INPUTS / 2, BOT_FIRST_UNITS, BOT_SCALED_MAX, first);
    add_bounds(w->pooled_inputs[0][0], BOT_SEAT_INPUTS, BOT_FIRST_UNITS, BOT_SCALED_MAX, first);
    add_bounds(w->own_second[0][0], BOT_FIRST_UNITS / 2, BOT_SECOND_UNITS, BOT_UNIT_MAX, second);
    add_bounds(w->pooled_units[0][0], BOT_FIRST_UNITS, BOT_SECOND_UNITS, BOT_UNIT_MAX, second);
    add_bounds(w->last, BOT_SECOND_UNITS / 2, 1, BOT_UNIT_MAX, &last);
    return all_fit(w->first_bias, first, BOT_FIRST_UNITS) &&
           all_fit(w->second_bias, second, BOT_SECOND_UNITS) && fits(last);
}

static bool are_scales(const int16_t *scale, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (scale[i] < 0 || scale[i] > INT16_MAX / BOT_INPUT_MAX)
            return false;
    return true;
}

static bool is_shift(unsigned n)
{
    return n > 0 && n <= SHIFT_MAX;
}

const char *bot_judge_load(bot_judge *judge, const uint8_t *bytes, size_t size)
{
    const bot_network_weights *w = (const void *)bytes;
    if (!is_little_endian() || (uintptr_t)bytes % BOT_WEIGHTS_ALIGNED)
        return "weights must lie at an address divisible by 16, on a little-endian machine";
    if (size < CHECKED_FROM)
        return "the weights are cut off";
    const char *wrong = check_head(w);
    if (wrong)
        return wrong;
    if (size != sizeof *w)
        return "the weights are cut off, or for a network of another size";
    if (w->checksum != checksum(bytes + CHECKED_FROM, size - CHECKED_FROM))
        return "the weights are damaged: their checksum is wrong";
    wrong = check_sizes(w);
    if (wrong)
        return wrong;
    if (!is_shift(w->first_shift) || !is_shift(w->second_shift) || !is_shift(w->last_shift) ||
        !is_bounded(w))
        return "the weights are too large: sums of them could overflow";
    if (!are_scales(w->seat_scale, BOT_SEAT_INPUTS) ||
        !are_scales(w->shared_scale, BOT_SHARED_INPUTS))
        return "the weights have a scale that is out of range";
    judge->weights = w;
    return NULL;
}
