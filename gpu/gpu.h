/*
 * Games on a GPU: thousands side by side, the same games as on the CPU, bit for bit.
 *
 *     gp_error error;
 *     gp_gpu *gpu = gp_open(NULL, 0, &error);
 *     gp_batch batch = {.rules = rules, .rules_count = 1, .games = games, .count = 100000};
 *     if (gp_play(gpu, GP_SAMPLES, &batch, &error))
 *         use(batch.samples, batch.positions);
 *     gp_batch_free(&batch);
 *     gp_close(gpu);
 *
 * The kernels (kernels.c) are PTX, an assembly language that the driver compiles for its GPU when
 * it loads it. The build makes the file elektro.ptx where clang and LLVM are installed.
 */
#ifndef ELEKTRO_GPU_H
#define ELEKTRO_GPU_H

#include "driver.h"
#include "kernels.h"

#define GP_ROW_(name, function) GP_##name,
enum gp_kernel { GP_KERNEL_WORDS(GP_ROW_) GP_KERNELS };
#undef GP_ROW_

typedef struct gp_gpu gp_gpu;

/* Opens a GPU. process is the number of this process: several of them share the GPUs of a machine.
 * kernels is the file with the PTX; NULL: elektro.ptx, beside the program. NULL with the reason. */
gp_gpu *gp_open(const char *kernels, unsigned process, gp_error *error);
void gp_close(gp_gpu *gpu);

/* The GPU's name, such as "NVIDIA H200". */
const char *gp_name(const gp_gpu *gpu);

/* Games to play, and their results. */
typedef struct gp_batch {
    const ek_rules *rules;
    const gp_game *games;
    const bot_judge *judge; /* of seats that search, or NULL */
    unsigned rules_count, count;
    gp_result *results;      /* gp_play allocates these, according to the kernel */
    gp_sample *samples;      /* */
    ek_state *positions;     /* the samples say which belong to them */
    unsigned position_count; /* */
    double seconds;          /* the time that the games took, without copying */
} gp_batch;

/* Plays the games of a batch; false with the reason. */
bool gp_play(gp_gpu *gpu, enum gp_kernel kernel, gp_batch *batch, gp_error *error);

/* Frees the results of a batch. */
void gp_batch_free(gp_batch *batch);

/* How many games of bots fit in the memory of the GPU in one batch. */
unsigned gp_samples_max(const gp_gpu *gpu);

#endif
