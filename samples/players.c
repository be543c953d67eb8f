#include "players.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "gpu_players.h"
#include "play.h"
#include "records.h"
#include "threads.h"

enum {
    BLOCK = 32, /* games that a thread plays at a time */
    RING = 1024 /* blocks that may wait for an earlier one */
};

/* Shared by the threads; lock guards everything below it. */
typedef struct shared {
    const sm_run *run;
    const sm_sequence *sequence;
    unsigned games; /* of this process */
    unsigned step;  /* games in a block */
    pthread_mutex_t lock;
    pthread_cond_t written; /* signalled when blocks were written */
    unsigned next;          /* the next game to play */
    unsigned taken;         /* blocks taken by threads */
    unsigned put;           /* blocks written */
    sm_records ring[RING];  /* blocks without bytes are not yet played */
    sm_output *output;
    bool failed;
    rec_error error;
} shared;

/* ------------------------------------------------------------------------------------- playing */

static bool play_block(const shared *s, unsigned first, unsigned end, sm_rules *rules,
                       sm_records *b, rec_error *error)
{
    sm_game game;
    *b = (sm_records){.bytes = NULL};
    for (unsigned i = first; i < end; i++) {
        if (!sm_play(s->run->plan, sm_number_of(s->sequence, i), rules, &game, error))
            return false;
        if (!sm_records_add(b, &game))
            return rec_fail(error, "no-memory", "There is not enough memory for the games.");
    }
    return true;
}

/* ------------------------------------------------------------------------------------- the ring */

/* Takes the next block: its place in the order, and its games. False when there is none. */
static bool take_block(shared *s, unsigned *place, unsigned *first, unsigned *end)
{
    pthread_mutex_lock(&s->lock);
    while (!s->failed && s->taken - s->put == RING)
        pthread_cond_wait(&s->written, &s->lock);
    const bool more = !s->failed && s->next < s->games;
    if (more) {
        *place = s->taken++;
        *first = s->next;
        *end = s->games - s->next < s->step ? s->games : s->next + s->step;
        s->next = *end;
    }
    pthread_mutex_unlock(&s->lock);
    return more;
}

static void fail(shared *s, const rec_error *error)
{
    if (!s->failed)
        s->error = *error;
    s->failed = true;
    pthread_cond_broadcast(&s->written);
}

/* Writes the blocks that are ready, in their order. */
static void write_blocks(shared *s)
{
    rec_error error;
    for (sm_records *b; !s->failed && (b = &s->ring[s->put % RING])->bytes; s->put++) {
        if (!sm_output_add(s->output, b->bytes, b->size, b->games, &error))
            fail(s, &error);
        free(b->bytes);
        b->bytes = NULL;
    }
    pthread_cond_broadcast(&s->written);
    sm_show_progress(s->run, s->sequence, s->games, s->output);
}

static void put_block(shared *s, unsigned place, const sm_records *b, const rec_error *error)
{
    pthread_mutex_lock(&s->lock);
    if (error)
        fail(s, error);
    s->ring[place % RING] = *b;
    write_blocks(s);
    pthread_mutex_unlock(&s->lock);
}

static void work(void *data)
{
    shared *s = data;
    sm_rules *rules = calloc(1, sizeof *rules);
    unsigned place;
    unsigned first;
    unsigned end;
    while (take_block(s, &place, &first, &end)) {
        rec_error error;
        sm_records b = {.bytes = NULL};
        const bool ok =
            rules ? play_block(s, first, end, rules, &b, &error)
                  : rec_fail(&error, "no-memory", "There is not enough memory for the rules.");
        put_block(s, place, &b, ok ? NULL : &error);
    }
    free(rules);
}

/* ------------------------------------------------------------------------------------ the whole */

static void work_on_all(shared *s)
{
    const unsigned left = s->games - s->next;
    const unsigned threads = ar_threads_of_process(s->run->threads, s->sequence->size);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->written, NULL);
    ar_work_on_threads(threads, (left + s->step - 1) / s->step, work, s);
    pthread_cond_destroy(&s->written);
    pthread_mutex_destroy(&s->lock);
    for (unsigned i = 0; i < RING; i++)
        free(s->ring[i].bytes);
}

/* Assumes that the other processes have made the same progress. */
void sm_show_progress(const sm_run *run, const sm_sequence *sequence, unsigned games,
                      const sm_output *output)
{
    const uint64_t done = sm_number_of(sequence, output->games);
    if (run->progress)
        run->progress(run->data,
                      output->games < games && done < run->games ? (unsigned)done : run->games,
                      run->games);
}

bool sm_play_games(const sm_run *run, const sm_sequence *sequence, unsigned games,
                   sm_output *output, rec_error *error)
{
    if (run->gpu)
        return sm_play_games_on_gpu(run, sequence, games, output, error);
    shared *s = calloc(1, sizeof *s);
    if (!s)
        return rec_fail(error, "no-memory", "There is not enough memory.");
    *s = (shared){.run = run,
                  .sequence = sequence,
                  .games = games,
                  .step = sm_is_slow(run->plan) ? 1 : BLOCK,
                  .next = output->games,
                  .output = output};
    sm_show_progress(run, sequence, games, output);
    if (s->next < games)
        work_on_all(s);
    const bool ok = !s->failed;
    if (!ok)
        *error = s->error;
    free(s);
    return ok;
}
