#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS_MAX = 16 };

struct sv_pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    pthread_t thread[THREADS_MAX];
    unsigned threads, waiting, max;
    sv_job *first, **last, *finished;
    atomic_bool closing;
    void (*wake)(void *data);
    void *data;
};

static sv_job *take(sv_pool *pool)
{
    sv_job *job = pool->first;
    pool->first = job->next;
    if (!pool->first)
        pool->last = &pool->first;
    pool->waiting--;
    return job;
}

static void *labour(void *data)
{
    sv_pool *pool = data;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->first && !pool->closing)
            pthread_cond_wait(&pool->work, &pool->lock);
        if (pool->closing)
            break;
        sv_job *job = take(pool);
        pthread_mutex_unlock(&pool->lock);
        job->run(job);
        pthread_mutex_lock(&pool->lock);
        job->next = pool->finished;
        pool->finished = job;
        if (pool->wake)
            pool->wake(pool->data);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

sv_pool *sv_pool_open(unsigned threads, unsigned max)
{
    sv_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pool->last = &pool->first;
    pool->max = max;
    while (pool->threads < threads && pool->threads < THREADS_MAX &&
           pthread_create(&pool->thread[pool->threads], NULL, labour, pool) == 0)
        pool->threads++;
    if (pool->threads > 0 || threads == 0)
        return pool;
    free(pool);
    return NULL;
}

void sv_pool_on_wake(sv_pool *pool, void (*wake)(void *data), void *data)
{
    pthread_mutex_lock(&pool->lock);
    pool->wake = wake;
    pool->data = data;
    pthread_mutex_unlock(&pool->lock);
}

bool sv_pool_add(sv_pool *pool, sv_job *job)
{
    pthread_mutex_lock(&pool->lock);
    const bool room = pool->waiting < pool->max;
    if (room) {
        job->next = NULL;
        *pool->last = job;
        pool->last = &job->next;
        pool->waiting++;
        pthread_cond_signal(&pool->work);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

void sv_pool_collect(sv_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    sv_job *job = pool->finished;
    pool->finished = NULL;
    pthread_mutex_unlock(&pool->lock);
    while (job) {
        sv_job *next = job->next;
        job->done(job);
        job = next;
    }
}

bool sv_pool_closing(const sv_pool *pool)
{
    return pool->closing;
}

void sv_pool_close(sv_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    while (pool->first) {
        sv_job *job = take(pool);
        job->next = pool->finished;
        pool->finished = job;
    }
    sv_pool_collect(pool);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    free(pool);
}
