#include "run.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "match_journal.h"
#include "spread.h"
#include "threads.h"

/* Shared by the threads; lock guards everything below it. */
typedef struct shared {
    const ar_run *run;
    const ar_spread *spread;
    ar_game *games;
    bool *done;
    FILE *journal;
    pthread_mutex_t lock;
    unsigned next;     /* the next game to look at */
    unsigned finished; /* games done so far, by this process */
    bool failed;
    rec_error error;
} shared;

/* The next game of this process; the number of games when there is none. */
static unsigned take_game(shared *s)
{
    const ar_match *match = s->run->match;
    pthread_mutex_lock(&s->lock);
    while (s->next < match->games &&
           (s->done[s->next] || s->next % s->spread->size != s->spread->rank))
        s->next++;
    const unsigned game = s->failed ? match->games : s->next;
    s->next++;
    pthread_mutex_unlock(&s->lock);
    return game < match->games ? game : match->games;
}

/* Assumes that the other processes have made the same progress. */
static void show_progress(const shared *s)
{
    const unsigned all = s->run->match->games;
    const uint64_t done = (uint64_t)s->finished * s->spread->size;
    if (s->run->progress)
        s->run->progress(s->run->data, done < all ? (unsigned)done : all, all);
}

static void put_game(shared *s, const ar_game *game, const ar_watch *watch, const rec_error *error)
{
    pthread_mutex_lock(&s->lock);
    if (error) {
        if (!s->failed)
            s->error = *error;
        s->failed = true;
    } else {
        s->games[game->number] = *game;
        s->done[game->number] = true;
        s->finished++;
        if (s->run->habits)
            ar_habits_add(s->run->habits, watch, game, s->run->match->table.players);
        if (s->journal && !ar_journal_add(s->journal, s->run->match, game) && !s->failed) {
            rec_fail(&s->error, "bad-journal", "The journal cannot be written.");
            s->failed = true;
        }
        show_progress(s);
    }
    pthread_mutex_unlock(&s->lock);
}

static void work(void *data)
{
    shared *s = data;
    const ar_match *match = s->run->match;
    for (unsigned number; (number = take_game(s)) < match->games;) {
        ar_game game;
        ar_watch watch = {.nominator = 0};
        rec_error error;
        const bool ok = ar_play(match, number, s->run->habits ? &watch : NULL, &game, &error);
        put_game(s, &game, &watch, ok ? NULL : &error);
    }
}

static void play_all(shared *s)
{
    const unsigned games = s->run->match->games;
    ar_work_on_threads(ar_threads_of_process(s->run->threads, s->spread->size), games, work, s);
}

/* Every process writes its own journal; the first one uses the name that was given. */
static bool journal_path(const ar_run *run, unsigned rank, char path[PATH_MAX], rec_error *error)
{
    const int length = rank ? snprintf(path, PATH_MAX, "%s.%u", run->journal, rank)
                            : snprintf(path, PATH_MAX, "%s", run->journal);
    return (length > 0 && length < PATH_MAX) ||
           rec_fail(error, "bad-journal", "The name of the journal is too long.");
}

/* Games in the journals of earlier processes count, even if their number has changed. */
static bool read_journals(shared *s, rec_error *error)
{
    char path[PATH_MAX];
    const ar_run *run = s->run;
    if (!journal_path(run, s->spread->rank, path, error))
        return false;
    s->journal = ar_journal_open(path, run->match, s->games, s->done, error);
    bool more = s->journal != NULL;
    for (unsigned rank = 0; more; rank++) {
        if (rank == s->spread->rank)
            continue;
        if (!journal_path(run, rank, path, error) ||
            !ar_journal_look(path, run->match, s->games, s->done, &more, error))
            return false;
        more = more || rank < s->spread->size;
    }
    return s->journal != NULL;
}

/* Plays the games of this process. */
static bool play_share(shared *s, rec_error *error)
{
    const unsigned games = s->run->match->games;
    if (!s->games || !s->done)
        return rec_fail(error, "no-memory",
                        "There is not enough memory for this many games; lower --games.");
    if (s->run->journal && !read_journals(s, error))
        return false;
    for (unsigned i = 0; i < games; i++)
        s->finished += s->done[i];
    if (pthread_mutex_init(&s->lock, NULL) != 0)
        return rec_fail(error, "no-memory", "A lock could not be created.");
    show_progress(s);
    play_all(s);
    pthread_mutex_destroy(&s->lock);
    if (s->failed)
        *error = s->error;
    return !s->failed;
}

static void add_up(const shared *s, ar_tally *tally)
{
    const ar_match *match = s->run->match;
    ar_tally_begin(tally, match);
    for (unsigned i = 0; i < match->games; i++)
        if (s->done[i])
            ar_tally_add(tally, &s->games[i]);
    ar_tally_end(tally);
}

/* A process that fails must tell process 0, which would otherwise wait for ever. */
bool ar_run_match(const ar_run *run, ar_tally *tally, rec_error *error)
{
    static const ar_spread alone = {.rank = 0, .size = 1};
    const unsigned games = run->match->games;
    shared s = {.run = run, .spread = run->alone ? &alone : ar_spread_get()};
    s.games = calloc(games, sizeof *s.games);
    s.done = calloc(games, sizeof *s.done);
    bool ok = play_share(&s, error);
    if (s.spread->gather && !s.spread->gather(s.games, s.done, s.done, games, ok) && ok)
        ok = rec_fail(error, "mpi", "Another process failed; its own message says why.");
    if (ok)
        add_up(&s, tally);
    if (s.journal)
        fclose(s.journal);
    free(s.games);
    free(s.done);
    return ok;
}
