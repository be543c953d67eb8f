/* A wall clock that tests set forward and back, preloaded into the server: the file that
 * ELEKTRO_TEST_CLOCK names has the number of milliseconds to add, as 8 bytes. Clocks that only
 * measure time are left alone. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t *shift;

__attribute__((constructor)) static void open_shift(void)
{
    const char *path = getenv("ELEKTRO_TEST_CLOCK");
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *page = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (page != MAP_FAILED)
        shift = page;
}

/* The system call: whoever else replaces the functions of the C library is not asked. */
static int read_clock(clockid_t clock, struct timespec *t)
{
    enum { MILLISECONDS = 1000, NANOSECONDS = 1000000000 };
    const int status = (int)syscall(SYS_clock_gettime, clock, t);
    if (status != 0 || !shift || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE))
        return status;
    const int64_t by = atomic_load(shift);
    int64_t nanoseconds = t->tv_nsec + by % MILLISECONDS * (NANOSECONDS / MILLISECONDS);
    t->tv_sec += by / MILLISECONDS;
    if (nanoseconds < 0) {
        nanoseconds += NANOSECONDS;
        t->tv_sec--;
    } else if (nanoseconds >= NANOSECONDS) {
        nanoseconds -= NANOSECONDS;
        t->tv_sec++;
    }
    t->tv_nsec = nanoseconds;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    return read_clock(clock, t);
}

int gettimeofday(struct timeval *t, void *zone)
{
    struct timespec now;
    (void)zone;
    const int status = read_clock(CLOCK_REALTIME, &now);
    if (status == 0)
        *t = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return status;
}

time_t time(time_t *seconds)
{
    struct timespec now = {0};
    read_clock(CLOCK_REALTIME, &now);
    if (seconds)
        *seconds = now.tv_sec;
    return now.tv_sec;
}
