#include "tune.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const bot_parameters *shipped(const ar_tuning *tuning)
{
    return &bot_style_parameters[tuning->bot.style];
}

void ar_tune_begin(ar_tuning *tuning, const ar_bot *named, uint64_t seed, double step)
{
    *tuning = (ar_tuning){.bot = *named, .seed = seed, .step = step};
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++)
        tuning->value[i] = tuning->mean[i] = bot_parameter_get(shipped(tuning), i);
}

/* -------------------------------------------------------------------------------------- file */

bool ar_tune_write(const ar_tuning *tuning, const char *path, rec_error *error)
{
    char fresh[PATH_MAX];
    char name[AR_BOT_TEXT];
    const int length = snprintf(fresh, sizeof fresh, "%s.new", path);
    if (length < 0 || (size_t)length >= sizeof fresh)
        return rec_fail(error, "bad-file", "The name of the state is too long.");
    FILE *file = fopen(fresh, "w");
    if (!file)
        return rec_fail(error, "bad-file", "%.120s: %s.", fresh, strerror(errno));
    ar_write_bot(&tuning->bot, name);
    fprintf(file, "elektro-tune 3 %s %" PRIu64 " %.17g\nplayed %s\ngeneration %u\n", name,
            tuning->seed, tuning->step, tuning->played, tuning->generation);
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++)
        fprintf(file, "parameter %s %.17g %.17g\n", bot_parameter_list[i].name, tuning->value[i],
                tuning->mean[i]);
    for (unsigned i = 0; i < tuning->strengths; i++)
        fprintf(file, "strength %u %.17g %.17g %.17g\n", tuning->strength[i].generation,
                tuning->strength[i].share, tuning->strength[i].low, tuning->strength[i].high);
    const bool flushed = fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (fclose(file) != 0 || !flushed || rename(fresh, path) != 0)
        return rec_fail(error, "bad-file", "%.120s: cannot be written.", path);
    return true;
}

static bool is_within(unsigned i, double value)
{
    return value >= bot_parameter_list[i].low && value <= bot_parameter_list[i].high;
}

/* The lines that were read: each exactly once, except strengths. */
typedef struct lines_read {
    bool generation, played;
    bool parameter[BOT_PARAMETER_COUNT];
} lines_read;

static bool is_first(bool *seen)
{
    const bool first = !*seen;
    *seen = true;
    return first;
}

/* Parameters that older states call by another name. */
static const struct {
    const char *old_name;
    unsigned parameter;
} renamed[] = {
    {"trust", BOT_PARAMETER_normal_bonus},
    {"buy_least", BOT_PARAMETER_buy_min_gain},
    {"renew_least", BOT_PARAMETER_renew_min_gain},
};

static bool is_name(const char *full, const char *name, size_t length)
{
    return strlen(full) == length && strncmp(full, name, length) == 0;
}

/* The index of a parameter in the list; BOT_PARAMETER_COUNT if there is none of this name. */
static unsigned find_parameter(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (is_name(renamed[i].old_name, name, length))
            return renamed[i].parameter;
    unsigned i = 0;
    while (i < BOT_PARAMETER_COUNT && !is_name(bot_parameter_list[i].name, name, length))
        i++;
    return i;
}

static bool read_parameter(ar_tuning *tuning, lines_read *seen, const char *name, double value,
                           double mean)
{
    const unsigned i = find_parameter(name, strlen(name));
    if (i == BOT_PARAMETER_COUNT || !is_first(&seen->parameter[i]))
        return false;
    tuning->value[i] = value;
    tuning->mean[i] = mean;
    return is_within(i, value) && is_within(i, mean);
}

static bool is_share(double share)
{
    return share >= 0 && share <= 1; /* also refuses NaN */
}

static bool read_strength(ar_tuning *tuning, const char *line)
{
    ar_strength s;
    if (sscanf(line, "strength %u %lf %lf %lf", &s.generation, &s.share, &s.low, &s.high) != 4 ||
        tuning->strengths == AR_STRENGTHS_MAX || !is_share(s.share) || !is_share(s.low) ||
        !is_share(s.high))
        return false;
    tuning->strength[tuning->strengths++] = s;
    return true;
}

static bool read_line(ar_tuning *tuning, lines_read *seen, const char *line)
{
    char name[64];
    double value;
    double mean;
    if (sscanf(line, "generation %u", &tuning->generation) == 1)
        return is_first(&seen->generation);
    if (sscanf(line, "played %399[^\n]", tuning->played) == 1)
        return is_first(&seen->played);
    if (sscanf(line, "parameter %63s %lf %lf", name, &value, &mean) == 3)
        return read_parameter(tuning, seen, name, value, mean);
    return read_strength(tuning, line);
}

static bool are_all_read(const lines_read *seen)
{
    bool all = seen->generation && seen->played;
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++)
        all = all && seen->parameter[i];
    return all;
}

bool ar_tune_read(ar_tuning *tuning, const char *path, rec_error *error)
{
    char line[512];
    char name[AR_BOT_TEXT];
    char read[AR_BOT_TEXT];
    lines_read seen = {0};
    uint64_t seed;
    double step;
    unsigned number = 1;
    const ar_bot named = tuning->bot;
    FILE *file = fopen(path, "r");
    if (!file)
        return rec_fail(error, "bad-file", "%.120s: %s.", path, strerror(errno));
    ar_write_bot(&named, name);
    _Static_assert(sizeof read == 39 + 1, "the width of the name in the format below");
    bool ok = fgets(line, sizeof line, file) &&
              sscanf(line, "elektro-tune 3 %39s %" SCNu64 " %lf", read, &seed, &step) == 3 &&
              strcmp(read, name) == 0 && step > 0 && step <= 1;
    if (ok)
        ar_tune_begin(tuning, &named, seed, step);
    while (ok && fgets(line, sizeof line, file)) {
        number++;
        ok = read_line(tuning, &seen, line);
    }
    ok = ok && are_all_read(&seen);
    fclose(file);
    return ok || rec_fail(error, "bad-file",
                          "%.120s, line %u: not the state of tuning '%s' with these parameters.",
                          path, number, name);
}

/* ---------------------------------------------------------------------------------- variants */

static void round_to(const double value[BOT_PARAMETER_COUNT], bot_parameters *parameters)
{
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++)
        bot_parameter_set(parameters, i, (int32_t)lround(value[i]));
}

void ar_tune_parameters(const ar_tuning *tuning, bot_parameters *parameters)
{
    round_to(tuning->mean, parameters);
}

static double within(unsigned i, double value)
{
    return fmin(fmax(value, bot_parameter_list[i].low), bot_parameter_list[i].high);
}

/* Parameters from search_rounds on are used only by the search. */
static bool is_tuned(const ar_tuning *tuning, unsigned i)
{
    return !tuning->fixed[i] && (tuning->bot.level >= BOT_HARD || i < BOT_PARAMETER_search_rounds);
}

bool ar_tune_only(ar_tuning *tuning, const char *names, rec_error *error)
{
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++)
        tuning->fixed[i] = true;
    for (const char *at = names;; at++) {
        const size_t length = strcspn(at, ",");
        const unsigned i = find_parameter(at, length);
        if (i == BOT_PARAMETER_COUNT)
            return rec_fail(error, "bad-parameter", "There is no parameter '%.*s'.",
                            (int)(length < 60 ? length : 60), at);
        tuning->fixed[i] = false;
        at += length;
        if (!*at)
            return true;
    }
}

/* A step of a parameter: part of its range, but at least 1, because parameters are integers. */
static double step_of(unsigned i, double part)
{
    return fmax(1, part * (bot_parameter_list[i].high - bot_parameter_list[i].low));
}

/* Two sets of parameters take every other seat; line is that of the first. */
static bool duel(const ar_tuning *tuning, const ar_table *table, const bot_parameters *first,
                 const bot_parameters *second, unsigned games, unsigned threads, uint64_t seed,
                 ar_line *line, rec_error *error)
{
    static ar_match match;
    static ar_tally tally;
    match = (ar_match){.table = *table, .seed = seed, .entrants = table->players};
    for (unsigned i = 0; i < table->players; i++) {
        ar_entrant *entrant = &match.entrant[i];
        snprintf(entrant->name, sizeof entrant->name, i & 1 ? "second" : "first");
        entrant->bot = tuning->bot;
        entrant->parameters = i & 1 ? second : first;
    }
    match.games = ar_whole_deals(&match, games);
    const ar_run run = {.match = &match, .alone = true, .threads = threads};
    if (!ar_run_match(&run, &tally, error))
        return false;
    *line = tally.line[0];
    return true;
}

/* ------------------------------------------------------------------------------- generations */

enum { MEAN_OF = 100 }; /* generations, roughly, of which the mean is taken */

/* Spall's usual exponents. The more games, the less the result is chance and the more it may move;
 * a generation moves a parameter by at most a third of its step. */
bool ar_tune_generation(ar_tuning *tuning, const ar_table *table, unsigned games, unsigned threads,
                        rec_error *error)
{
    const double k = tuning->generation;
    const double part = tuning->step / pow(k + 1, 0.101);
    const double gain = 0.4 * sqrt(games) / pow(k + 25, 0.602);
    uint64_t random = tuning->seed + tuning->generation;
    double up[BOT_PARAMETER_COUNT];
    double down[BOT_PARAMETER_COUNT];
    double shift[BOT_PARAMETER_COUNT] = {0};
    bot_parameters plus;
    bot_parameters minus;
    ar_line line;
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++) {
        if (is_tuned(tuning, i))
            shift[i] = ek_random_below(&random, 2) ? step_of(i, part) : -step_of(i, part);
        up[i] = within(i, tuning->value[i] + shift[i]);
        down[i] = within(i, tuning->value[i] - shift[i]);
    }
    round_to(up, &plus);
    round_to(down, &minus);
    if (!duel(tuning, table, &plus, &minus, games, threads, random, &line, error))
        return false;
    /* How much better the shift is than its opposite: 0 at par, -1 if it never wins. */
    const double better = line.wins / (double)line.seats * table->players - 1;
    const double max = 1.0 / 3;
    const double move = fmin(fmax(gain * better, -max), max);
    const double share = 1 / fmin(k + 1, MEAN_OF);
    for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++) {
        tuning->value[i] = within(i, tuning->value[i] + move * shift[i]);
        tuning->mean[i] += share * (tuning->value[i] - tuning->mean[i]);
    }
    tuning->generation++;
    return true;
}

bool ar_tune_measure(ar_tuning *tuning, const ar_table *table, unsigned games, unsigned threads,
                     rec_error *error)
{
    bot_parameters tuned;
    ar_line line;
    double low;
    double high;
    ar_tune_parameters(tuning, &tuned);
    if (tuning->strengths == AR_STRENGTHS_MAX)
        return rec_fail(error, "too-long", "No more than %d measurements.", AR_STRENGTHS_MAX);
    if (!duel(tuning, table, &tuned, shipped(tuning), games, threads, ~tuning->seed, &line, error))
        return false;
    /* Half of the seats win half of the games at par, whatever their number. */
    const double scale = table->players / 2.0;
    const double share = ar_win_share(&line, &low, &high);
    tuning->strength[tuning->strengths++] =
        (ar_strength){tuning->generation, share * scale, low * scale, fmin(high * scale, 1)};
    return true;
}
