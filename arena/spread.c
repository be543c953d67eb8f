#include "spread.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Open MPI and others set these in their processes. */
static bool is_under_mpirun(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK");
}

/* The module lies beside the program, or where the program is installed. */
static void *load_module(void)
{
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + sizeof "/../lib/elektro/elektro-mpi.so" > sizeof path)
        return NULL;
    memcpy(slash, "/elektro-mpi.so", sizeof "/elektro-mpi.so");
    void *module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (module)
        return module;
    memcpy(slash, "/../lib/elektro/elektro-mpi.so", sizeof "/../lib/elektro/elektro-mpi.so");
    return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

static void begin(ar_spread *spread)
{
    *spread = (ar_spread){.rank = 0, .size = 1};
    if (!is_under_mpirun())
        return;
    void *module = load_module();
    ar_spread_start start = NULL;
    void *symbol = module ? dlsym(module, "ar_mpi_start") : NULL;
    memcpy(&start, &symbol, sizeof start);
    if (start && start(spread))
        return;
    spread->is_one_of_many = true;
    fputs(start ? "elektro: MPI cannot be started: every process works for itself\n"
                : "elektro: running under mpirun, but built without MPI: every process works for "
                  "itself\n",
          stderr);
}

const ar_spread *ar_spread_get(void)
{
    static ar_spread spread;
    static bool begun;
    if (!begun)
        begin(&spread);
    begun = true;
    return &spread;
}
