#include "parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "players.h"
#include "source.h"

/* The share of one process. */
typedef struct part {
    const sm_run *run;
    const ar_spread *spread;
    char path[PATH_MAX];
    char made[SM_MADE_MAX]; /* that of the whole, and whose share it is */
    sm_sequence sequence;
    unsigned base; /* games that the output had at the start */
} part;

static bool all_agree(const ar_spread *spread, bool ok, rec_error *error)
{
    if (ar_all_agree(spread, ok))
        return true;
    return ok && rec_fail(error, "mpi", "Another process failed; its own message says why.");
}

/* ------------------------------------------------------------------------------- which it plays */

static bool describe(part *p, const char *made, rec_error *error)
{
    if (snprintf(p->path, sizeof p->path, "%s.part-%u", p->run->path, p->spread->rank) >=
        (int)sizeof p->path)
        return rec_fail(error, "bad-file", "The name of the output is too long.");
    snprintf(p->made, sizeof p->made, "%.8000sshare %u of %u\nfrom %u\n", made, p->spread->rank,
             p->spread->size, p->sequence.from);
    return true;
}

/* The first game of the share that an earlier run has left; that of this run if there is none. */
static bool find_from(part *p, rec_error *error)
{
    sm_source source;
    rec_error none;
    p->sequence.from = p->base;
    if (access(p->path, F_OK) != 0 || !sm_source_open(&source, p->path, &none))
        return true; /* nothing of use was written */
    const char *from = strstr(source.made, "\nfrom ");
    const size_t before = strlen(p->made) - strlen(strstr(p->made, "\nfrom "));
    const bool ok = from && strncmp(source.made, p->made, before + strlen("\nfrom ")) == 0;
    if (ok)
        p->sequence.from = (unsigned)strtoul(from + strlen("\nfrom "), NULL, 10);
    sm_source_close(&source);
    return ok || rec_fail(error, "other-run",
                          "%.120s was made by other options, other bots or another number of "
                          "processes. Remove it, or start the same run again.",
                          p->path);
}

/* Shares are of use only if all of them began with the same game, and with one that the output has
 * or needs next. Their games can be played again. */
static bool settle_from(part *p, const char *made, bool ok, rec_error *error)
{
    ok = ok && describe(p, made, error) && find_from(p, error);
    if (!all_agree(p->spread, ok, error))
        return false;
    const unsigned last = p->spread->largest(p->sequence.from);
    const unsigned first = ~p->spread->largest(~p->sequence.from);
    if (first != last || last > p->base) {
        unlink(p->path);
        p->sequence.from = p->base;
    }
    return describe(p, made, error);
}

/* -------------------------------------------------------------------------------------- playing */

static bool play(part *p, rec_error *error)
{
    sm_output output;
    const unsigned games = sm_games_below(&p->sequence, p->run->games);
    if (!sm_output_open(&output, p->path, p->made, true, &p->sequence, error))
        return false;
    const bool ok = sm_play_games(p->run, &p->sequence, games, &output, error);
    rec_error ignored;
    return sm_output_close(&output, ok ? error : &ignored) && ok;
}

/* ----------------------------------------------------------------------------------- collecting */

/* The next record of this process; 0 if there is none. */
static size_t next_record(sm_source *source, const uint8_t **bytes)
{
    const size_t size = sm_record_size(source->bytes + source->at, source->size - source->at);
    *bytes = source->bytes + source->at;
    source->at += size;
    return size;
}

/* Skips the games that the output has already. */
static void skip(const part *p, sm_source *source)
{
    const uint8_t *bytes;
    for (unsigned i = sm_games_below(&p->sequence, p->base); i > 0; i--)
        next_record(source, &bytes);
}

static void send_games(const part *p, sm_source *source)
{
    const unsigned end = sm_games_below(&p->sequence, p->run->games);
    const uint8_t *bytes;
    for (unsigned i = sm_games_below(&p->sequence, p->base); i < end; i++) {
        const size_t size = next_record(source, &bytes);
        p->spread->send(bytes, size);
    }
}

/* Takes the games of all processes in the order of their numbers. After a failure it still takes
 * them, because the others wait for it. */
static bool collect(const part *p, sm_source *source, sm_output *output, rec_error *error)
{
    static uint8_t received[SM_RECORD_MAX];
    bool ok = true;
    for (unsigned number = p->base; number < p->run->games; number++) {
        const unsigned from = sm_player_of(&p->sequence, number);
        const uint8_t *bytes = received;
        const size_t size = from ? p->spread->receive(from, received, sizeof received)
                                 : next_record(source, &bytes);
        ok = ok && sm_output_add(output, bytes, size, 1, error);
    }
    return ok;
}

static bool gather(part *p, sm_output *output, rec_error *error)
{
    sm_source source;
    bool ok = sm_source_open(&source, p->path, error);
    if (!all_agree(p->spread, ok, error)) {
        sm_source_close(&source);
        return false;
    }
    skip(p, &source);
    if (p->spread->rank == 0)
        ok = collect(p, &source, output, error);
    else
        send_games(p, &source);
    sm_source_close(&source);
    return all_agree(p->spread, ok, error);
}

bool sm_make_in_parts(const sm_run *run, const ar_spread *spread, const char *made,
                      sm_output *output, bool ok, rec_error *error)
{
    static part p;
    p = (part){.run = run, .spread = spread, .base = spread->largest(ok ? output->games : 0)};
    p.sequence = (sm_sequence){.from = p.base, .rank = spread->rank, .size = spread->size};
    if (!settle_from(&p, made, ok, error) || !all_agree(spread, play(&p, error), error) ||
        !gather(&p, output, error))
        return false;
    unlink(p.path);
    return true;
}
