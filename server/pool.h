/* A few threads for work that would hold up the loop, and a bounded line in front of them. */
#ifndef ELEKTRO_SERVER_POOL_H
#define ELEKTRO_SERVER_POOL_H

#include <stdbool.h>

typedef struct sv_pool sv_pool;

/* A piece of work: run in a thread, then done in the loop. Both own the job in turn. */
typedef struct sv_job {
    struct sv_job *next;
    void (*run)(struct sv_job *job);
    void (*done)(struct sv_job *job);
} sv_job;

/* Without threads (0) work waits for ever, as fuzzers want it. wake is called from a thread when
 * sv_pool_collect should be called. */
sv_pool *sv_pool_open(unsigned threads, unsigned max);
void sv_pool_on_wake(sv_pool *pool, void (*wake)(void *data), void *data);
/* False if the line is full; then the job stays the caller's. */
__attribute__((warn_unused_result)) bool sv_pool_add(sv_pool *pool, sv_job *job);
/* Calls done for what is finished. */
void sv_pool_collect(sv_pool *pool);
/* Waits for what is running; what is waiting is done without being run. */
void sv_pool_close(sv_pool *pool);
/* Whether the pool is closing, for jobs that could go on for long. */
bool sv_pool_closing(const sv_pool *pool);

#endif
