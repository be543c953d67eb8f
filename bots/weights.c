/*
 * Reading the weights of a judge. Their format, all numbers little-endian:
 *
 *     0   8 bytes    "EKJUDGE" and a zero byte
 *     8   uint32     version of the format: 1
 *     12  uint32     checksum of all bytes from 16 on (checksum below)
 *     16  uint32     BOT_INPUTS_VERSION
 *     20  uint16     inputs of a seat, shared inputs
 *     24  uint16     units of the first and of the second layer; both divisible by 8
 *     28  uint8      shifts of the first, second and last layer; 0
 *     32  int32      biases of the first layer, biases of the second layer
 *         int16      scales: of a seat's inputs, of the shared ones
 *         int16      first layer, one row a unit: own inputs
 *         int16      first layer, one row a unit: shared inputs, means, maxima
 *         int16      second layer, one row a unit: own units
 *         int16      second layer, one row a unit: means, maxima
 *         int16      last layer
 */
#include "judge.h"

enum { VERSION = 1, HEAD = 32, SHIFT_MAX = 24 };

static uint32_t number_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* FNV-1a. */
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

/* The largest sum that a row of weights can give with inputs of at most max. */
static int64_t row_bound(const bot_weight *row, unsigned count, int max)
{
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += (int64_t)(row[i] < 0 ? -row[i] : row[i]) * max;
    return sum;
}

/* Whether no sum of a layer can overflow 32 bits, rounding included. */
static bool is_bounded(const bot_weight *a, unsigned a_count, const bot_weight *b, unsigned b_count,
                       const bot_bias *bias, unsigned units, int max)
{
    for (unsigned i = 0; i < units; i++) {
        const int64_t start = bias[i] < 0 ? -(int64_t)bias[i] : bias[i];
        if (start + row_bound(a + i * a_count, a_count, max) +
                row_bound(b + i * b_count, b_count, max) >
            INT32_MAX - (1 << SHIFT_MAX))
            return false;
    }
    return true;
}

static const char *check_sums(const bot_judge *j)
{
    const bot_bias zero = 0;
    for (unsigned i = 0; i < BOT_SEAT_INPUTS + BOT_SHARED_INPUTS; i++)
        if (j->scale[i] < 0 || j->scale[i] > INT16_MAX / BOT_INPUT_MAX)
            return "the weights hold a scale that is out of range";
    if (!is_bounded(j->own, BOT_SEAT_INPUTS, j->common, BOT_COMMON_INPUTS, j->first_bias, j->first,
                    BOT_SCALED_MAX) ||
        !is_bounded(j->own_second, j->first, j->pool, 2u * j->first, j->second_bias, j->second,
                    BOT_UNIT_MAX) ||
        !is_bounded(j->last, j->second, NULL, 0, &zero, 1, BOT_UNIT_MAX))
        return "the weights are too large: sums of them could overflow";
    return NULL;
}

static const char *check_head(const uint8_t *bytes, size_t size)
{
    static const uint8_t magic[8] = "EKJUDGE";
    if (!is_little_endian() || (uintptr_t)bytes % 4)
        return "weights can only be read on a little-endian machine, at an address divisible by 4";
    if (size < HEAD)
        return "the weights are cut off";
    for (unsigned i = 0; i < sizeof magic; i++)
        if (bytes[i] != magic[i])
            return "this is no file of weights";
    if (number_at(bytes + 8) != VERSION)
        return "the weights are in a format of another version";
    if (number_at(bytes + 12) != checksum(bytes + 16, size - 16))
        return "the weights are damaged: their checksum is wrong";
    if (number_at(bytes + 16) != BOT_INPUTS_VERSION ||
        number_at(bytes + 20) != (BOT_SEAT_INPUTS | (uint32_t)BOT_SHARED_INPUTS << 16))
        return "the weights are for other inputs than this version computes";
    return NULL;
}

static bool is_size(unsigned units)
{
    return units > 0 && units <= BOT_UNITS_MAX && units % 8 == 0;
}

const char *bot_judge_load(bot_judge *judge, const uint8_t *bytes, size_t size)
{
    const char *wrong = check_head(bytes, size);
    if (wrong)
        return wrong;
    const uint32_t units = number_at(bytes + 24);
    const unsigned first = units & 0xffff, second = units >> 16;
    if (!is_size(first) || !is_size(second) || bytes[28] > SHIFT_MAX || bytes[29] > SHIFT_MAX ||
        bytes[30] > SHIFT_MAX || bytes[28] == 0 || bytes[29] == 0 || bytes[30] == 0)
        return "the weights have a layer of an impossible size";
    bot_judge j = {.first = (uint16_t)first,
                   .second = (uint16_t)second,
                   .first_shift = bytes[28],
                   .second_shift = bytes[29],
                   .last_shift = bytes[30]};
    j.first_bias = (const bot_bias *)(const void *)(bytes + HEAD);
    j.second_bias = j.first_bias + first;
    j.scale = (const bot_weight *)(const void *)(j.second_bias + second);
    j.own = j.scale + BOT_SEAT_INPUTS + BOT_SHARED_INPUTS;
    j.common = j.own + first * BOT_SEAT_INPUTS;
    j.own_second = j.common + first * BOT_COMMON_INPUTS;
    j.pool = j.own_second + second * first;
    j.last = j.pool + second * 2 * first;
    if ((size_t)((const uint8_t *)(j.last + second) - bytes) != size)
        return "the weights have another length than their layers";
    wrong = check_sums(&j);
    if (!wrong)
        *judge = j;
    return wrong;
}
