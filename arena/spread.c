#include "spread.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"

/* Open MPI and others set these in their processes. */
static bool is_under_mpirun(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK");
}

static void *load_module(void)
{
    char path[PATH_MAX];
    return cli_find_beside("elektro-mpi.so", path, sizeof path)
               ? dlopen(path, RTLD_NOW | RTLD_GLOBAL)
               : NULL;
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

bool ar_all_agree(const ar_spread *spread, bool ok)
{
    return spread->size > 1 ? spread->largest(!ok) == 0 : ok;
}
