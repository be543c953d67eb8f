/* Playing a batch: rules and games go to the GPU, results come back. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "open_gpu.h"
#include "table.h"

enum {
    MEMORY_SHARE = 2, /* of the free memory: half is left for the stacks of the threads */
    COUNTERS = 2
};

/* Threads of a block: a multiple of those that play one game. */
static const unsigned block_of[GP_KERNELS] = {
    [GP_RANDOM_GAMES] = 128,
    [GP_NORMAL_GAMES] = 1024, /* these wait for each other at the end of each phase */
    [GP_SAMPLES] = 128,
    [GP_SEARCHES] = 128,
};

/* Memory of the GPU that a batch uses. */
typedef struct buffers {
    gp_address boards, rules, games, weights, results, samples, positions, taken, tables, work;
} buffers;

/* The threads of a launch. */
typedef struct shape {
    unsigned block, blocks;
    unsigned lanes; /* threads for each game */
} shape;

/* Kernels that write samples and positions. */
static bool makes_samples(enum gp_kernel kernel)
{
    return kernel == GP_SAMPLES || kernel == GP_SEARCHES;
}

static bool upload(const gp_gpu *gpu, gp_address *address, const void *bytes, size_t size,
                   gp_error *error)
{
    const gp_driver *d = &gpu->driver;
    return gp_done(d, d->allocate(address, size), "get memory of the GPU", error) &&
           (!bytes || gp_done(d, d->copy_in(*address, bytes, size), "copy to the GPU", error));
}

static void release(const gp_gpu *gpu, buffers *b)
{
    const gp_address all[] = {b->boards,  b->rules,     b->games, b->weights, b->results,
                              b->samples, b->positions, b->taken, b->tables,  b->work};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            gpu->driver.release(all[i]);
}

/* The boards that the rules refer to, each once, in the order of the rules. */
static unsigned collect_boards(const gp_batch *batch, const ek_board **boards, unsigned *board_of)
{
    unsigned count = 0;
    for (unsigned i = 0; i < batch->rules_count; i++) {
        unsigned at = 0;
        while (at < count && boards[at] != batch->rules[i].board)
            at++;
        if (at == count)
            boards[count++] = batch->rules[i].board;
        board_of[i] = at;
    }
    return count;
}

static bool upload_boards(const gp_gpu *gpu, const ek_board **boards, unsigned count, buffers *b,
                          gp_error *error)
{
    const gp_driver *d = &gpu->driver;
    bool ok = upload(gpu, &b->boards, NULL, count * sizeof(ek_board), error);
    for (unsigned i = 0; i < count && ok; i++)
        ok = gp_done(d, d->copy_in(b->boards + i * sizeof(ek_board), boards[i], sizeof(ek_board)),
                     "copy to the GPU", error);
    return ok;
}

/* Rules point to their board and its variant: on the GPU, to the copies there. */
static bool upload_rules(const gp_gpu *gpu, const gp_batch *batch, buffers *b, gp_error *error)
{
    const unsigned count = batch->rules_count;
    const ek_board **boards = calloc(count, sizeof *boards);
    unsigned *board_of = calloc(count, sizeof *board_of);
    ek_rules *rules = calloc(count, sizeof *rules);
    bool ok = boards && board_of && rules;
    if (ok) {
        ok = upload_boards(gpu, boards, collect_boards(batch, boards, board_of), b, error);
        for (unsigned i = 0; i < count && ok; i++) {
            const gp_address board = b->boards + board_of[i] * sizeof(ek_board);
            const size_t variant = (size_t)((const char *)batch->rules[i].variant -
                                            (const char *)batch->rules[i].board);
            rules[i] = batch->rules[i];
            rules[i].board = (const ek_board *)(uintptr_t)board;
            rules[i].variant = (const ek_variant *)(uintptr_t)(board + variant);
        }
        ok = ok && upload(gpu, &b->rules, rules, count * sizeof *rules, error);
    } else {
        gp_fail(error, "Out of memory.");
    }
    free(boards);
    free(board_of);
    free(rules);
    return ok;
}

/* Room for what the kernel writes. */
static bool reserve(const gp_gpu *gpu, enum gp_kernel kernel, const gp_batch *batch,
                    const shape *threads, buffers *b, gp_error *error)
{
    const size_t groups = (size_t)threads->blocks * threads->block / threads->lanes;
    if (kernel == GP_SEARCHES && !upload(gpu, &b->tables, NULL, groups * sizeof(gp_table), error))
        return false;
    const size_t count = batch->count;
    if (!makes_samples(kernel))
        return upload(gpu, &b->results, NULL, count * sizeof(gp_result), error);
    return upload(gpu, &b->samples, NULL, count * sizeof(gp_sample), error) &&
           upload(gpu, &b->positions, NULL, count * BOT_GAME_POSITIONS * sizeof(ek_state), error);
}

static bool upload_work(const gp_gpu *gpu, enum gp_kernel kernel, const gp_batch *batch,
                        const shape *threads, buffers *b, gp_error *error)
{
    const uint32_t none[COUNTERS] = {0};
    if (!upload_rules(gpu, batch, b, error) ||
        !upload(gpu, &b->games, batch->games, batch->count * sizeof(gp_game), error) ||
        (batch->judge &&
         !upload(gpu, &b->weights, batch->judge->weights, sizeof *batch->judge->weights, error)) ||
        !reserve(gpu, kernel, batch, threads, b, error) ||
        !upload(gpu, &b->taken, none, sizeof none, error))
        return false;
    const gp_work work = {.rules = (const ek_rules *)(uintptr_t)b->rules,
                          .games = (const gp_game *)(uintptr_t)b->games,
                          .judge = {(const bot_network_weights *)(uintptr_t)b->weights},
                          .results = (gp_result *)(uintptr_t)b->results,
                          .samples = (gp_sample *)(uintptr_t)b->samples,
                          .positions = (ek_state *)(uintptr_t)b->positions,
                          .taken = (uint32_t *)(uintptr_t)b->taken,
                          .tables = (gp_table *)(uintptr_t)b->tables,
                          .count = batch->count,
                          .lanes = threads->lanes};
    return upload(gpu, &b->work, &work, sizeof work, error);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static unsigned at_most(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* As many threads as the GPU can run at a time, or as the games need. */
static bool plan_launch(const gp_gpu *gpu, enum gp_kernel kernel, const gp_batch *batch,
                        shape *threads, gp_error *error)
{
    const gp_driver *d = &gpu->driver;
    const unsigned block = block_of[kernel];
    int resident = 0;
    if (!gp_done(d, d->blocks_resident(&resident, gpu->kernel[kernel], (int)block, 0),
                 "plan the work of the GPU", error))
        return false;
    threads->block = block;
    threads->lanes = kernel == GP_SEARCHES ? (unsigned)gpu->warp : 1;
    const unsigned games = block / threads->lanes; /* of a block */
    const unsigned blocks =
        at_most((unsigned)(resident * gpu->multiprocessors), (batch->count + games - 1) / games);
    threads->blocks = blocks ? blocks : 1;
    return true;
}

/* Starts the threads, and waits until all games are over. */
static bool launch(gp_gpu *gpu, enum gp_kernel kernel, gp_batch *batch, const shape *threads,
                   const buffers *b, gp_error *error)
{
    const gp_driver *d = &gpu->driver;
    gp_address work = b->work;
    void *arguments[] = {&work};
    const double start = now();
    if (!gp_done(d,
                 d->launch(gpu->kernel[kernel], threads->blocks, 1, 1, threads->block, 1, 1, 0,
                           NULL, arguments, NULL),
                 "start the games on the GPU", error) ||
        !gp_done(d, d->synchronize(), "play the games on the GPU", error))
        return false;
    batch->seconds = now() - start;
    return true;
}

/* Allocates memory and copies from the GPU; NULL with the reason. */
static void *download(const gp_gpu *gpu, gp_address address, size_t size, gp_error *error)
{
    const gp_driver *d = &gpu->driver;
    void *bytes = malloc(size);
    if (!bytes) {
        gp_fail(error, "Out of memory.");
        return NULL;
    }
    if (gp_done(d, d->copy_out(bytes, address, size), "copy from the GPU", error))
        return bytes;
    free(bytes);
    return NULL;
}

static bool fetch(const gp_gpu *gpu, enum gp_kernel kernel, gp_batch *batch, const buffers *b,
                  gp_error *error)
{
    const gp_driver *d = &gpu->driver;
    uint32_t taken[COUNTERS];
    if (!makes_samples(kernel)) {
        batch->results = download(gpu, b->results, batch->count * sizeof(gp_result), error);
        return batch->results;
    }
    if (!gp_done(d, d->copy_out(taken, b->taken, sizeof taken), "copy from the GPU", error))
        return false;
    batch->position_count = taken[COUNTERS - 1];
    batch->samples = download(gpu, b->samples, batch->count * sizeof(gp_sample), error);
    if (batch->samples)
        batch->positions =
            download(gpu, b->positions, batch->position_count * sizeof(ek_state), error);
    return batch->positions;
}

bool gp_play(gp_gpu *gpu, enum gp_kernel kernel, gp_batch *batch, gp_error *error)
{
    buffers b = {0};
    shape threads;
    gp_batch_free(batch);
    const bool ok =
        gp_prepare(gpu, kernel, error) && plan_launch(gpu, kernel, batch, &threads, error) &&
        upload_work(gpu, kernel, batch, &threads, &b, error) &&
        launch(gpu, kernel, batch, &threads, &b, error) && fetch(gpu, kernel, batch, &b, error);
    release(gpu, &b);
    if (!ok)
        gp_batch_free(batch);
    return ok;
}

void gp_batch_free(gp_batch *batch)
{
    free(batch->results);
    free(batch->samples);
    free(batch->positions);
    batch->results = NULL;
    batch->samples = NULL;
    batch->positions = NULL;
}

unsigned gp_samples_max(const gp_gpu *gpu)
{
    const size_t each = sizeof(gp_game) + sizeof(gp_sample) + BOT_GAME_POSITIONS * sizeof(ek_state);
    size_t free_bytes = 0;
    size_t all_bytes;
    if (gpu->driver.memory(&free_bytes, &all_bytes) != 0)
        return 1;
    const size_t fits = free_bytes / MEMORY_SHARE / each;
    return fits == 0                                ? 1
           : fits > UINT32_MAX / BOT_GAME_POSITIONS ? UINT32_MAX / BOT_GAME_POSITIONS
                                                    : (unsigned)fits;
}
