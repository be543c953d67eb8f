/*
 * The journal of an analysis.
 *
 *     elektro-analysis 1 record=HASH tasks=241 nodes=4000 seed=1 weights=HASH play=HASH
 *     0 1 4 …  .                  a task by its number, then all numbers that were found
 *
 * One function lists the numbers of a task, for writing and for reading. A line that is not whole
 * is skipped.
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

static void pass_signed(tape *t, int32_t *number)
{
    int used = 0;
    if (t->out)
        fprintf(t->out, " %" PRId32, *number);
    else if (!t->failed && sscanf(t->in, " %" SCNd32 "%n", number, &used) == 1)
        t->in += used;
    else
        t->failed = true;
}

static void pass_unsigned(tape *t, uint32_t *number, uint32_t max)
{
    int used = 0;
    if (t->out)
        fprintf(t->out, " %" PRIu32, *number);
    else if (!t->failed && sscanf(t->in, " %" SCNu32 "%n", number, &used) == 1 && *number <= max)
        t->in += used;
    else
        t->failed = true;
}

static void pass_chances(tape *t, int32_t chance[EK_SEATS])
{
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        pass_signed(t, &chance[seat]);
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
    pass_signed(t, &d->found.stake);
    pass_signed(t, &d->found.lost);
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

/* Reads a line into a copy first: a line that is not whole changes nothing. */
static void take_line(const char *line, const an_game *game)
{
    unsigned number;
    int used = 0;
    if (sscanf(line, "%u%n", &number, &used) != 1 || number >= game->tasks)
        return;
    an_decision *d = an_decision_of(game, number);
    an_card *card = an_card_of(game, number);
    an_decision decision;
    int32_t change[EK_SEATS];
    tape t = {.in = line + used};
    if (d) {
        decision = *d;
        pass_decision(&t, &decision);
    } else {
        pass_chances(&t, change);
    }
    if (t.failed || strcmp(t.in, " .\n") != 0)
        return;
    if (d) {
        *d = decision;
        d->assessed = true;
    } else {
        memcpy(card->change, change, sizeof change);
        card->assessed = true;
    }
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
static long read_lines(FILE *journal, const char *first, const an_game *game)
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
            take_line(line, game);
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
    const long whole = read_lines(journal, first, task->game);
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
