/*
 * A pool of threads for jobs that would block the loop, with a bounded queue.
 *
 * The queue serves the owners of its jobs in turn (fair.h). If it is full, a job of the owner with
 * the most jobs gives way to one of an owner with fewer.
 */
#ifndef ELEKTRO_SERVER_POOL_H
#define ELEKTRO_SERVER_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "fair.h"

typedef struct sv_pool sv_pool;

/* A job: a thread calls run, then the loop calls done. Each owns the job while it is called. */
typedef struct sv_job {
    sv_fair_item item; /* in the pool's queue */
    struct sv_job *next;
    void (*run)(struct sv_job *job);
    void (*done)(struct sv_job *job);
    bool dropped; /* done is called without run */
} sv_job;

typedef struct sv_pool_limits {
    unsigned threads;         /* 0: jobs wait for ever, which fuzzers need */
    unsigned waiting;         /* jobs in the queue */
    unsigned waiting_each;    /* of one user; 0: all of them */
    unsigned running_each;    /* jobs of one user that run at a time; 0: any number */
    unsigned running_address; /* likewise of one address */
    bool idle;                /* its threads run only while no other thread wants the processor */
} sv_pool_limits;

/* A thread calls wake when there is something for sv_pool_collect. */
sv_pool *sv_pool_open(const sv_pool_limits *limits);
void sv_pool_on_wake(sv_pool *pool, void (*wake)(void *data), void *data);
/* False if there is no room; then the job still belongs to the caller. */
__attribute__((warn_unused_result)) bool sv_pool_add(sv_pool *pool, sv_job *job, sv_owner owner);
/* Takes over a job for which there was no room: sv_pool_collect will call done for it. */
void sv_pool_drop(sv_pool *pool, sv_job *job);
/* Calls done for finished and dropped jobs. */
void sv_pool_collect(sv_pool *pool);
/* How many jobs wait for a thread, and how many threads work. */
typedef struct sv_pool_load {
    unsigned waiting, running;
    uint64_t refused; /* jobs for which there was no room, ever */
} sv_pool_load;
sv_pool_load sv_pool_measure(sv_pool *pool);
/* Waits for running jobs; queued ones are dropped. */
void sv_pool_close(sv_pool *pool);
/* Whether the pool is closing: a long job should end. */
bool sv_pool_closing(const sv_pool *pool);

#endif
