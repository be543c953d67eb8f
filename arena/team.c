#include "team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "threads.h"

struct ar_team {
    pthread_mutex_t lock; /* guards everything below it except next */
    pthread_cond_t begun, done;
    unsigned batch;   /* counts the batches */
    unsigned working; /* threads that have not finished the batch */
    bool closing;
    void (*job)(void *context, unsigned i);
    void *context;
    unsigned count;
    atomic_uint next; /* the next job */

    unsigned wanted, started; /* threads beside the calling one */
    pthread_t thread[AR_THREADS_MAX];
};

static void work(ar_team *team)
{
    for (unsigned i; (i = atomic_fetch_add(&team->next, 1)) < team->count;)
        team->job(team->context, i);
}

/* A thread: waits for batches and works on them. */
static void *serve(void *data)
{
    ar_team *team = data;
    unsigned seen = 0;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (!team->closing && team->batch == seen)
            pthread_cond_wait(&team->begun, &team->lock);
        if (team->closing)
            break;
        seen = team->batch;
        pthread_mutex_unlock(&team->lock);
        work(team);
        pthread_mutex_lock(&team->lock);
        if (--team->working == 0)
            pthread_cond_signal(&team->done);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

ar_team *ar_team_open(unsigned threads)
{
    ar_team *team = calloc(1, sizeof *team);
    if (!team)
        return NULL;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begun, NULL);
    pthread_cond_init(&team->done, NULL);
    team->wanted = ar_thread_count(threads, AR_THREADS_MAX) - 1;
    return team;
}

/* Before the first batch: a thread would take any batch that is there for one that it must do. */
static void start_threads(ar_team *team)
{
    while (team->started < team->wanted &&
           pthread_create(&team->thread[team->started], NULL, serve, team) == 0)
        team->started++;
    team->wanted = team->started;
}

void ar_team_run(ar_team *team, void (*job)(void *context, unsigned i), void *context,
                 unsigned count)
{
    if (team && team->batch == 0)
        start_threads(team);
    if (!team || team->started == 0) {
        for (unsigned i = 0; i < count; i++)
            job(context, i);
        return;
    }
    pthread_mutex_lock(&team->lock);
    team->job = job;
    team->context = context;
    team->count = count;
    atomic_store(&team->next, 0);
    team->working = team->started;
    team->batch++;
    pthread_cond_broadcast(&team->begun);
    pthread_mutex_unlock(&team->lock);
    work(team);
    pthread_mutex_lock(&team->lock);
    while (team->working > 0)
        pthread_cond_wait(&team->done, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

void ar_team_close(ar_team *team)
{
    if (!team)
        return;
    pthread_mutex_lock(&team->lock);
    team->closing = true;
    pthread_cond_broadcast(&team->begun);
    pthread_mutex_unlock(&team->lock);
    for (unsigned i = 0; i < team->started; i++)
        pthread_join(team->thread[i], NULL);
    pthread_cond_destroy(&team->begun);
    pthread_cond_destroy(&team->done);
    pthread_mutex_destroy(&team->lock);
    free(team);
}
