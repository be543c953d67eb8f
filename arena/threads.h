/* Work on all cores of this machine. */
#ifndef ELEKTRO_THREADS_H
#define ELEKTRO_THREADS_H

enum { AR_THREADS_MAX = 256 };

/* The number of threads for so many jobs: as many as wanted, or if 0 one for each core. */
unsigned ar_thread_count(unsigned wanted, unsigned jobs);

/* What one of several processes wants: one thread if the user has named no number (0). */
unsigned ar_threads_of_process(unsigned wanted, unsigned processes);

/* Calls work(data) on ar_thread_count threads, and returns when all calls have returned. The
 * calling thread works too, so the work is done even if no thread can be created. */
void ar_work_on_threads(unsigned wanted, unsigned jobs, void (*work)(void *data), void *data);

#endif
