/*
 * The journal of an analysis.
 *
 *     elektro-analysis 1 record=HASH tasks=241 nodes=4000 seed=1 weights=HASH play=HASH
 *     0 1 4 …  .                  a task by its number, then all numbers that were found
 *
 * One function lists the numbers of a task, for writing and for reading. A line that is not whole,
 * or that cannot be true of the game, is skipped: its task is assessed again.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyse.h"
#include "lock.h"

enum { FIRST_MAX = 256 };

/* Numbers that are written to a file, or read from a line. */
typedef struct tape {
    FILE *out; /* NULL: reading */
    const char *in;
    bool failed;
} tape;

/* Writes a number, or reads one from min to max. */
static int64_t pass(tape *t, int64_t number, int64_t min, int64_t max)
{
    char *end;
    if (t->out) {
        fprintf(t->out, " %" PRId64, number);
        return number;
    }
    number = strtoll(t->in, &end, 10);
    t->failed = t->failed || end == t->in || number < min || number > max;
    t->in = end;
    return t->failed ? 0 : number;
}

static void pass_signed(tape *t, int32_t *number)
{
    *number = (int32_t)pass(t, *number, INT32_MIN, INT32_MAX);
}

static void pass_unsigned(tape *t, uint32_t *number, uint32_t max)
{
    *number = (uint32_t)pass(t, *number, 0, max);
}

static void pass_chance(tape *t, int32_t *chance)
{
    *chance = (int32_t)pass(t, *chance, -BOT_CHANCE_ONE, BOT_CHANCE_ONE);
}

static void pass_chances(tape *t, int32_t chance[EK_SEATS])
{
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        pass_chance(t, &chance[seat]);
}

static void pass_turn(tape *t, bot_turn *turn)
{
    pass_unsigned(t, &turn->count, BOT_PLAN_MAX);
    for (unsigned i = 0; !t->failed && i < turn->count; i++)
        pass_unsigned(t, &turn->plan[i], UINT32_MAX);
    pass_unsigned(t, &turn->limit, UINT32_MAX);
    pass_chances(t, turn->chance);
}

static void pass_reason(tape *t, bot_reason *reason)
{
    pass_unsigned(t, &reason->word, BOT_WHYS - 1);
    pass_signed(t, &reason->weight);
    for (unsigned i = 0; i < BOT_REASON_VALUES; i++)
        pass_signed(t, &reason->value[i]);
}

static void pass_decision(tape *t, an_decision *d)
{
    pass_turn(t, &d->found.best);
    pass_turn(t, &d->found.second);
    pass_turn(t, &d->found.played);
    pass_chances(t, d->found.usual);
    pass_chance(t, &d->found.stake);
    pass_chance(t, &d->found.lost);
    pass_unsigned(t, &d->found.rows, UINT32_MAX);
    pass_unsigned(t, &d->found.turns, UINT32_MAX);
    pass_unsigned(t, &d->reasons, BOT_REASONS_MAX);
    for (unsigned i = 0; !t->failed && i < d->reasons; i++)
        pass_reason(t, &d->reason[i]);
    d->verdict = (uint8_t)an_verdict_of(d->found.lost);
}

static void pass_task(tape *t, const an_game *game, unsigned number)
{
    an_decision *d = an_decision_of(game, number);
    an_card *card = an_card_of(game, number);
    if (d)
        pass_decision(t, d);
    else
        pass_chances(t, card->change);
}

bool analyse_journal_add(FILE *journal, const an_game *game, unsigned number)
{
    tape t = {.out = journal};
    fprintf(journal, "%u", number);
    pass_task(&t, game, number);
    fputs(" .\n", journal);
    return fflush(journal) == 0 && !ferror(journal);
}

/* -------------------------------------------------------------------------------------- reading */

static bool is_whole(const tape *t)
{
    return !t->failed && strcmp(t->in, " .\n") == 0;
}

/* Lines are read into a copy first: a line that is refused changes nothing. */
static void take_decision(tape *t, const analyse_task *task, an_decision *d)
{
    an_decision read = *d;
    pass_decision(t, &read);
    read.assessed = true;
    if (is_whole(t) && analyse_is_possible(task, &read))
        *d = read;
}

static void take_card(tape *t, const analyse_task *task, an_card *card)
{
    an_card read = *card;
    pass_chances(t, read.change);
    read.assessed = true;
    if (is_whole(t) && analyse_is_possible_luck(task, &read))
        *card = read;
}

static void take_line(const char *line, const analyse_task *task)
{
    char *end;
    const unsigned long number = strtoul(line, &end, 10);
    if (end == line || number >= task->game->tasks)
        return;
    tape t = {.in = end};
    an_decision *d = an_decision_of(task->game, (unsigned)number);
    if (d)
        take_decision(&t, task, d);
    else
        take_card(&t, task, an_card_of(task->game, (unsigned)number));
}

static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return hash;
}

/* The first line: everything that determines the numbers. */
static bool describe(const analyse_task *task, uint64_t play, char line[FIRST_MAX])
{
    char *record = rec_write(task->record);
    if (!record)
        return false;
    snprintf(line, FIRST_MAX,
             "elektro-analysis %d record=%016" PRIx64 " tasks=%u %s=%" PRIu32 " seed=%" PRIu64
             " weights=%08" PRIx32 " play=%016" PRIx64 "\n",
             AN_VERSION, hash_of(record), task->game->tasks, task->about.ms ? "ms" : "nodes",
             task->about.ms ? task->about.ms : task->about.nodes, task->about.seed,
             task->judge.weights->checksum, play);
    free(record);
    return true;
}

/* Reads all lines; returns where the last whole one ends, or -1 if the first is another one. */
static long read_lines(FILE *journal, const char *first, const analyse_task *task)
{
    char *line = NULL;
    size_t room = 0;
    long whole = 0;
    ssize_t length = getline(&line, &room, journal);
    const bool is_torn =
        length > 0 && line[length - 1] != '\n' && strncmp(line, first, (size_t)length) == 0;
    if (length > 0 && !is_torn && strcmp(line, first) != 0)
        whole = -1;
    while (whole >= 0 && length > 0 && line[length - 1] == '\n') {
        whole += length;
        length = getline(&line, &room, journal);
        if (length > 0)
            take_line(line, task);
    }
    free(line);
    return whole;
}

FILE *analyse_journal_open(const analyse_task *task, uint64_t play, rec_error *error)
{
    char first[FIRST_MAX];
    if (!describe(task, play, first)) {
        rec_fail(error, "no-memory", "There is not enough memory.");
        return NULL;
    }
    FILE *journal = ar_open_locked(task->journal, "analysis", error);
    if (!journal)
        return NULL;
    const long whole = read_lines(journal, first, task);
    bool ok = whole >= 0 ||
              rec_fail(error, "bad-journal",
                       "%.120s is not the journal of this analysis: the record, --nodes, --ms, "
                       "--seed, the weights or the bots differ. Choose another file.",
                       task->journal);
    if (ok && (ftruncate(fileno(journal), whole) != 0 || fseek(journal, whole, SEEK_SET) != 0 ||
               (whole == 0 && fputs(first, journal) < 0) || fflush(journal) != 0))
        ok = rec_fail(error, "bad-journal", "%.120s cannot be written.", task->journal);
    if (ok)
        return journal;
    fclose(journal);
    return NULL;
}
