/*
 * The threads of a GPU, as a kernel sees them: 32 of them are the lanes of a warp, with numbers
 * that follow each other. The driver of the tests has threads of its own.
 */
#ifndef ELEKTRO_GPU_LANES_H
#define ELEKTRO_GPU_LANES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __NVPTX__

/* A function in which lanes meet: the compiler must not move its calls. */
#define GP_CONVERGENT __attribute__((convergent))

/* The number of this thread among all. */
static inline uint32_t gp_thread(void)
{
    return (uint32_t)(__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
                      __nvvm_read_ptx_sreg_tid_x());
}

/* Waits until all lanes of a set have come here. They see what each of them has written before. */
GP_CONVERGENT static inline void gp_meet(uint32_t lanes)
{
    __nvvm_bar_warp_sync(lanes);
}

/* Whether this is so for any thread of the block, or for all of the warp. They all have to ask. */
GP_CONVERGENT static inline bool gp_any_of_block(bool is_so)
{
    return __nvvm_bar0_or(is_so);
}

GP_CONVERGENT static inline bool gp_all_of_warp(bool is_so)
{
    return __nvvm_vote_all_sync(UINT32_MAX, is_so);
}

#else

#define GP_CONVERGENT
uint32_t gp_thread(void);
void gp_meet(uint32_t lanes);

/* They only keep threads in step, which changes no game. */
static inline bool gp_any_of_block(bool is_so)
{
    return is_so;
}

static inline bool gp_all_of_warp(bool is_so)
{
    return is_so;
}

#endif

#endif
