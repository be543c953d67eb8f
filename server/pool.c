#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS_MAX = 16 };

/* A thread and the job it runs. */
typedef struct worker {
    sv_pool *pool;
    pthread_t thread;
    const sv_job *job; /* NULL: it waits for one */
} worker;

struct sv_pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    sv_pool_limits limits;
    worker worker[THREADS_MAX];
    unsigned threads;
    sv_fair queue;
    sv_job *finished;
    uint64_t refused; /* jobs for which there was no room */
    atomic_bool closing;
    void (*wake)(void *data);
    void *data;
};

static sv_job *job_of(sv_fair_item *item)
{
    return (sv_job *)item; /* its first member */
}

/* Whether an owner may have one more job running. */
static bool may_run(const void *data, sv_owner owner)
{
    const sv_pool *pool = data;
    const sv_pool_limits *l = &pool->limits;
    unsigned of_user = 0, of_address = 0;
    for (unsigned i = 0; i < pool->threads; i++) {
        const sv_job *job = pool->worker[i].job;
        of_user += job && job->item.owner.user == owner.user;
        of_address += job && job->item.owner.address == owner.address;
    }
    return (l->running_each == 0 || of_user < l->running_each) &&
           (l->running_address == 0 || of_address < l->running_address);
}

/* The loop will call done for this job. */
static void finish(sv_pool *pool, sv_job *job)
{
    job->next = pool->finished;
    pool->finished = job;
    if (pool->wake)
        pool->wake(pool->data);
}

static void drop(sv_pool *pool, sv_job *job)
{
    job->dropped = true;
    finish(pool, job);
}

/* Waits for a job; NULL: the pool is closing. */
static sv_job *next_job(sv_pool *pool)
{
    while (!pool->closing) {
        sv_fair_item *item = sv_fair_take_if(&pool->queue, may_run, pool);
        if (item)
            return job_of(item);
        pthread_cond_wait(&pool->work, &pool->lock);
    }
    return NULL;
}

/* Where the system cannot do that, the thread runs like the others. */
static void become_idle(void)
{
    const struct sched_param none = {.sched_priority = 0};
    (void)pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
}

static void *run_jobs(void *data)
{
    worker *me = data;
    sv_pool *pool = me->pool;
    sv_job *job;
    if (pool->limits.idle)
        become_idle();
    pthread_mutex_lock(&pool->lock);
    while ((job = next_job(pool)) != NULL) {
        me->job = job;
        pthread_mutex_unlock(&pool->lock);
        job->run(job);
        pthread_mutex_lock(&pool->lock);
        me->job = NULL;
        finish(pool, job);
        if (pool->queue.count > 1) /* its user and its address may both have one more now */
            pthread_cond_signal(&pool->work);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static bool start_thread(sv_pool *pool)
{
    worker *w = &pool->worker[pool->threads];
    w->pool = pool;
    if (pthread_create(&w->thread, NULL, run_jobs, w) != 0)
        return false;
    pool->threads++;
    return true;
}

sv_pool *sv_pool_open(const sv_pool_limits *limits)
{
    sv_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pool->limits = *limits;
    pthread_mutex_lock(&pool->lock);
    while (pool->threads < limits->threads && pool->threads < THREADS_MAX && start_thread(pool))
        ;
    pthread_mutex_unlock(&pool->lock);
    if (pool->threads > 0 || limits->threads == 0)
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

/* Whether there is room for a job of this owner. In a full queue one of an owner with more jobs
 * gives way. */
static bool make_room(sv_pool *pool, sv_owner owner)
{
    const sv_pool_limits *l = &pool->limits;
    if (l->waiting_each && sv_fair_count(&pool->queue, owner) >= l->waiting_each)
        return false;
    if (pool->queue.count < l->waiting)
        return true;
    sv_fair_item *surplus = sv_fair_surplus(&pool->queue, owner);
    if (!surplus)
        return false;
    sv_fair_remove(&pool->queue, surplus);
    drop(pool, job_of(surplus));
    pool->refused++;
    return true;
}

bool sv_pool_add(sv_pool *pool, sv_job *job, sv_owner owner)
{
    pthread_mutex_lock(&pool->lock);
    const bool room = make_room(pool, owner);
    if (room) {
        sv_fair_add(&pool->queue, &job->item, owner);
        pthread_cond_signal(&pool->work);
    } else {
        pool->refused++;
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

void sv_pool_drop(sv_pool *pool, sv_job *job)
{
    pthread_mutex_lock(&pool->lock);
    drop(pool, job);
    pthread_mutex_unlock(&pool->lock);
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

sv_pool_load sv_pool_measure(sv_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    sv_pool_load load = {.waiting = pool->queue.count, .refused = pool->refused};
    for (unsigned i = 0; i < pool->threads; i++)
        load.running += pool->worker[i].job != NULL;
    pthread_mutex_unlock(&pool->lock);
    return load;
}

bool sv_pool_closing(const sv_pool *pool)
{
    return pool->closing;
}

void sv_pool_close(sv_pool *pool)
{
    sv_fair_item *item;
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->threads; i++)
        pthread_join(pool->worker[i].thread, NULL);
    while ((item = sv_fair_take(&pool->queue)) != NULL)
        drop(pool, job_of(item));
    sv_pool_collect(pool);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    free(pool);
}
