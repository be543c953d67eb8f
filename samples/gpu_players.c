/*
 * The games are played in batches. While the GPU plays one, the threads of the CPU pack the games
 * of the batch before it and write them.
 */
#include "gpu_players.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "players.h"
#include "records.h"
#include "threads.h"

enum {
    BATCH = 1 << 17,      /* games; enough for every GPU */
    SLOW_BATCH = 1 << 15, /* games with searches, which take much longer */
    BLOCK = 256,          /* games that a thread deals or packs at a time */
    BLOCKS = BATCH / BLOCK,
    KEYS = SM_TABLES_MAX << EK_OPTIONS << 8 /* tables with options and zone */
};

/* The compiled rules of all tables that were dealt. */
typedef struct rule_book {
    ek_rules *rules;
    uint32_t count, room;
    uint32_t place[KEYS]; /* in rules, and 1; 0: not compiled yet */
} rule_book;

typedef struct batch {
    const sm_run *run;
    const sm_sequence *sequence;
    unsigned first, count; /* games of the sequence */
    sm_deal deal[BATCH];
    gp_game game[BATCH];
    uint64_t fingerprint[BATCH]; /* of the rules */
    gp_batch played;
    sm_records packed[BLOCKS];
    atomic_uint next; /* block for a thread */
} batch;

typedef struct shared {
    const sm_run *run;
    const sm_sequence *sequence;
    unsigned games;
    sm_output *output;
    unsigned batch_games;
    rule_book book;
    batch batch[2];
    batch *written;  /* the batch that is packed and written; NULL: none */
    bool failed;     /* to write one */
    rec_error error; /* why */
} shared;

/* -------------------------------------------------------------------------------------- dealing */

static unsigned blocks_of(const batch *b)
{
    return (b->count + BLOCK - 1) / BLOCK;
}

/* Takes a block of the batch; false if none is left. */
static bool take_block(batch *b, unsigned *block, unsigned *first, unsigned *end)
{
    *block = atomic_fetch_add(&b->next, 1);
    *first = *block * BLOCK;
    *end = *first + BLOCK < b->count ? *first + BLOCK : b->count;
    return *block < blocks_of(b);
}

static void work_on_blocks(batch *b, void (*work)(void *data))
{
    atomic_store(&b->next, 0);
    ar_work_on_threads(ar_threads_of_process(b->run->threads, b->sequence->size), blocks_of(b),
                       work, b);
}

static void deal_games(void *data)
{
    batch *b = data;
    unsigned block;
    unsigned first;
    unsigned end;
    while (take_block(b, &block, &first, &end))
        for (unsigned i = first; i < end; i++) {
            sm_deal_game(b->run->plan, sm_number_of(b->sequence, b->first + i), &b->deal[i]);
            b->game[i].setup = b->deal[i].setup;
        }
}

static ek_rules *add_rules(rule_book *book)
{
    if (book->count == book->room) {
        const uint32_t room = 2 * book->room + 64;
        ek_rules *more = realloc(book->rules, room * sizeof *more);
        if (!more)
            return NULL;
        book->rules = more;
        book->room = room;
    }
    return &book->rules[book->count];
}

/* Finds the rules of a deal in the book, or compiles them. */
static bool find_rules(rule_book *book, const sm_deal *deal, uint32_t *place, rec_error *error)
{
    const ek_config *c = &deal->config;
    uint32_t *kept = &book->place[(deal->table << EK_OPTIONS | c->options) << 8 | c->zone];
    if (*kept == 0) {
        ek_rules *rules = add_rules(book);
        if (!rules || ek_rules_init(rules, deal->board->ek, c) != EK_REASON_OK)
            return rec_fail(error, "bad-table", "%s cannot be played like this.",
                            deal->board->name);
        *kept = ++book->count;
    }
    *place = *kept - 1;
    return true;
}

static bool deal(shared *s, batch *b, unsigned first, rec_error *error)
{
    const unsigned left = s->games - first;
    b->run = s->run;
    b->sequence = s->sequence;
    b->first = first;
    b->count = left < s->batch_games ? left : s->batch_games;
    work_on_blocks(b, deal_games);
    for (unsigned i = 0; i < b->count; i++) {
        if (!find_rules(&s->book, &b->deal[i], &b->game[i].rules, error))
            return false;
        b->fingerprint[i] = s->book.rules[b->game[i].rules].fingerprint;
    }
    return true;
}

static bool play(shared *s, batch *b, rec_error *error)
{
    gp_error reason;
    b->played = (gp_batch){.rules = s->book.rules,
                           .rules_count = s->book.count,
                           .games = b->game,
                           .judge = &s->run->plan->judge,
                           .count = b->count};
    return gp_play(s->run->gpu, sm_is_slow(s->run->plan) ? GP_SEARCHES : GP_SAMPLES, &b->played,
                   &reason) ||
           rec_fail(error, "gpu", "%s", reason.text);
}

/* ----------------------------------------------------------------------------- packing, writing */

static void fill_game(const batch *b, unsigned i, sm_game *game)
{
    const gp_sample *sample = &b->played.samples[i];
    sm_begin_game(&b->deal[i], b->fingerprint[i], sm_number_of(b->sequence, b->first + i), game);
    game->head.turns = sample->turns;
    game->head.explored = sample->explored;
    if (!sample->is_over) {
        game->head.flags |= SM_GIVEN_UP;
        return;
    }
    game->head.positions = (uint8_t)sample->positions;
    for (unsigned p = 0; p < sample->positions; p++)
        game->position[p] = b->played.positions[sample->position[p]];
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        game->head.seat[seat].result = sample->result[seat];
}

/* A block that does not get enough memory stays shorter than it should be. */
static void pack_games(void *data)
{
    batch *b = data;
    sm_game *game = malloc(sizeof *game);
    unsigned block;
    unsigned first;
    unsigned end;
    while (take_block(b, &block, &first, &end)) {
        b->packed[block] = (sm_records){.bytes = NULL};
        for (unsigned i = first; game && i < end; i++) {
            fill_game(b, i, game);
            if (!sm_records_add(&b->packed[block], game))
                break;
        }
    }
    free(game);
}

static bool write_block(shared *s, sm_records *packed, unsigned games, rec_error *error)
{
    if (packed->games != games)
        return rec_fail(error, "no-memory", "There is not enough memory for the games.");
    return sm_output_add(s->output, packed->bytes, packed->size, games, error);
}

/* Packs the batch that was played, and writes it. */
static void *finish(void *data)
{
    shared *s = data;
    batch *b = s->written;
    work_on_blocks(b, pack_games);
    gp_batch_free(&b->played);
    for (unsigned block = 0; block < blocks_of(b); block++) {
        const unsigned left = b->count - block * BLOCK;
        s->failed =
            s->failed || !write_block(s, &b->packed[block], left < BLOCK ? left : BLOCK, &s->error);
        free(b->packed[block].bytes);
    }
    sm_show_progress(s->run, s->sequence, s->games, s->output);
    return NULL;
}

/* ------------------------------------------------------------------------------------ the whole */

static void play_all(shared *s)
{
    pthread_t writer;
    bool writing = false;
    unsigned first = s->output->games;
    bool ok = true;
    for (unsigned i = 0; ok && first < s->games; i ^= 1) {
        batch *b = &s->batch[i];
        rec_error error;
        ok = deal(s, b, first, &error) && play(s, b, &error);
        if (writing)
            pthread_join(writer, NULL);
        writing = false;
        if (!ok && !s->failed)
            s->error = error;
        s->failed = s->failed || !ok;
        ok = !s->failed;
        first += b->count;
        s->written = b;
        if (ok)
            writing = pthread_create(&writer, NULL, finish, s) == 0;
        if (ok && !writing)
            finish(s);
    }
    if (writing)
        pthread_join(writer, NULL);
}

bool sm_play_games_on_gpu(const sm_run *run, const sm_sequence *sequence, unsigned games,
                          sm_output *output, rec_error *error)
{
    const unsigned fits = gp_samples_max(run->gpu);
    shared *s = calloc(1, sizeof *s);
    if (!s)
        return rec_fail(error, "no-memory", "There is not enough memory.");
    s->run = run;
    s->sequence = sequence;
    s->games = games;
    s->output = output;
    s->batch_games = sm_is_slow(run->plan) ? SLOW_BATCH : BATCH;
    if (fits < s->batch_games)
        s->batch_games = fits;
    sm_show_progress(run, sequence, games, output);
    play_all(s);
    const bool ok = !s->failed;
    if (!ok)
        *error = s->error;
    gp_batch_free(&s->batch[0].played);
    gp_batch_free(&s->batch[1].played);
    free(s->book.rules);
    free(s);
    return ok;
}
