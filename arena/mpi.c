/* The module elektro-mpi.so: matches and self-play spread over processes. See spread.h. */
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

static unsigned largest(unsigned value)
{
    unsigned all = value;
    MPI_Allreduce(&value, &all, 1, MPI_UNSIGNED, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

static void send(const void *bytes, size_t size)
{
    MPI_Send(bytes, (int)size, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
}

static size_t receive(unsigned from, void *bytes, size_t max)
{
    MPI_Status status;
    int size = 0;
    MPI_Recv(bytes, (int)max, MPI_BYTE, (int)from, 2, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &size);
    return (size_t)size;
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
    *spread = (ar_spread){.rank = (unsigned)rank,
                          .size = (unsigned)size,
                          .gather = gather,
                          .largest = largest,
                          .send = send,
                          .receive = receive,
                          .end = end};
    return true;
}
