#include "threads.h"

#include <pthread.h>
#include <unistd.h>

typedef struct task {
    void (*work)(void *data);
    void *data;
} task;

unsigned ar_thread_count(unsigned wanted, unsigned jobs)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned count = wanted ? wanted : cores > 0 ? (unsigned)cores : 1;
    const unsigned max = jobs < AR_THREADS_MAX ? jobs : AR_THREADS_MAX;
    return count < max ? count : max;
}

unsigned ar_threads_of_process(unsigned wanted, unsigned processes)
{
    return wanted || processes == 1 ? wanted : 1;
}

static void *begin(void *data)
{
    const task *t = data;
    t->work(t->data);
    return NULL;
}

void ar_work_on_threads(unsigned wanted, unsigned jobs, void (*work)(void *data), void *data)
{
    pthread_t thread[AR_THREADS_MAX];
    task t = {.work = work, .data = data};
    const unsigned count = ar_thread_count(wanted, jobs);
    unsigned started = 0;
    while (started + 1 < count && pthread_create(&thread[started], NULL, begin, &t) == 0)
        started++;
    work(data);
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}
