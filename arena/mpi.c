/* The module elektro-mpi.so: a match spread over processes. See spread.h. */
#include <mpi.h>
#include <stdlib.h>

#include "spread.h"

bool ar_mpi_start(ar_spread *spread);

/* Every process sends the games it has; process 0 puts them where they belong. */
static bool gather(ar_game *games, bool *done, unsigned count)
{
    int rank;
    int size;
    unsigned mine = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (unsigned i = 0; i < count; i++)
        if (done[i])
            mine++;
    if (rank != 0) {
        MPI_Send(&mine, 1, MPI_UNSIGNED, 0, 0, MPI_COMM_WORLD);
        for (unsigned i = 0; i < count; i++)
            if (done[i])
                MPI_Send(&games[i], sizeof games[i], MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        return true;
    }
    for (int from = 1; from < size; from++) {
        unsigned theirs;
        MPI_Recv(&theirs, 1, MPI_UNSIGNED, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (unsigned i = 0; i < theirs; i++) {
            ar_game game;
            MPI_Recv(&game, sizeof game, MPI_BYTE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (game.number >= count)
                return false;
            games[game.number] = game;
            done[game.number] = true;
        }
    }
    return true;
}

static void end(void)
{
    MPI_Finalize();
}

/* Only the thread that started MPI talks to it: games are gathered when all are played. */
__attribute__((visibility("default"))) bool ar_mpi_start(ar_spread *spread)
{
    int provided;
    int rank;
    int size;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return false;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    *spread =
        (ar_spread){.rank = (unsigned)rank, .size = (unsigned)size, .gather = gather, .end = end};
    return true;
}
