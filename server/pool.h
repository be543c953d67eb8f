/* A pool of threads for jobs that would block the loop, with a bounded queue. */
#ifndef ELEKTRO_SERVER_POOL_H
#define ELEKTRO_SERVER_POOL_H

#include <stdbool.h>

typedef struct sv_pool sv_pool;

/* A job: a thread calls run, then the loop calls done. Each owns the job while it is called. */
typedef struct sv_job {
    struct sv_job *next;
    void (*run)(struct sv_job *job);
    void (*done)(struct sv_job *job);
} sv_job;

/* Without threads (0) jobs wait for ever, which fuzzers need. A thread calls wake when there is
 * something for sv_pool_collect. */
sv_pool *sv_pool_open(unsigned threads, unsigned max);
void sv_pool_on_wake(sv_pool *pool, void (*wake)(void *data), void *data);
/* False if the queue is full; then the job still belongs to the caller. */
__attribute__((warn_unused_result)) bool sv_pool_add(sv_pool *pool, sv_job *job);
/* Calls done for finished jobs. */
void sv_pool_collect(sv_pool *pool);
/* Waits for running jobs; queued ones get done without run. */
void sv_pool_close(sv_pool *pool);
/* Whether the pool is closing: a long job should end. */
bool sv_pool_closing(const sv_pool *pool);

#endif
