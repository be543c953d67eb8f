/* The module elektro-mpi.so: a match spread over processes. See spread.h. */
#include <mpi.h>
#include <stdlib.h>

#include "spread.h"

bool ar_mpi_start(ar_spread *spread);

static bool send_games(const ar_game *games, const bool *done, unsigned count, bool ok)
{
    unsigned mine = 0;
    int fine = ok;
    for (unsigned i = 0; ok && i < count; i++)
        mine += done[i];
    MPI_Send(&fine, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(&mine, 1, MPI_UNSIGNED, 0, 0, MPI_COMM_WORLD);
    for (unsigned i = 0; ok && i < count; i++)
        if (done[i])
            MPI_Send(&games[i], sizeof games[i], MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    return ok;
}

/* Takes the games of one process; games with an invalid number are dropped. */
static bool receive_games(int from, ar_game *games, bool *all, unsigned count, bool keep)
{
    unsigned theirs;
    int fine;
    MPI_Recv(&fine, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&theirs, 1, MPI_UNSIGNED, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (unsigned i = 0; i < theirs; i++) {
        ar_game game;
        MPI_Recv(&game, sizeof game, MPI_BYTE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!keep || game.number >= count)
            continue;
        games[game.number] = game;
        all[game.number] = true;
    }
    return fine;
}

static bool gather(ar_game *games, const bool *done, bool *all, unsigned count, bool ok)
{
    int rank;
    int size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != 0)
        return send_games(games, done, count, ok);
    for (int from = 1; from < size; from++)
        if (!receive_games(from, games, all, count, ok))
            ok = false;
    return ok;
}

static void end(void)
{
    MPI_Finalize();
}

/* Only the thread that started MPI may call it, so games are gathered when all are played. */
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
