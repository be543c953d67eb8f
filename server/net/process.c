/* What the system knows about this process, from /proc. */
#include "net/process.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned long long page_bytes(void)
{
    const long page = sysconf(_SC_PAGESIZE);
    return page > 0 ? (unsigned long long)page : 0;
}

static void read_memory(sv_process *p)
{
    unsigned long long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return;
    if (fscanf(file, "%llu %llu", &size, &resident) == 2) {
        p->virtual_bytes = size * page_bytes();
        p->resident_bytes = resident * page_bytes();
    }
    fclose(file);
}

/* Counts the entries of the folder. It includes the descriptor with which it is read. */
static unsigned count_descriptors(void)
{
    unsigned count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (!folder)
        return 0;
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count - 1;
}

/* Since Linux 6.2 the size of the folder is the number of open descriptors. */
static void read_descriptors(sv_process *p)
{
    struct stat status;
    struct rlimit limit;
    if (stat("/proc/self/fd", &status) == 0 && status.st_size > 0)
        p->descriptors = (unsigned long long)status.st_size;
    else
        p->descriptors = count_descriptors();
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        p->descriptors_max = limit.rlim_cur;
}

static double seconds_of(const struct timeval *t)
{
    return (double)t->tv_sec + (double)t->tv_usec / 1e6;
}

void sv_process_read(sv_process *p)
{
    struct rusage usage;
    *p = (sv_process){.descriptors = 0};
    read_memory(p);
    read_descriptors(p);
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        p->cpu_seconds = seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
}
