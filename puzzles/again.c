/* Looks again at the puzzles of a file. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "position.h"
#include "puzzle_json.h"
#include "threads.h"

/* Shared by the threads; lock guards everything below it. */
typedef struct shared {
    const pz_run *run;
    const json_t *puzzles; /* as they are */
    pthread_mutex_t lock;
    size_t next, done;
    json_t **found; /* as they are now; NULL: no longer a puzzle */
    bool failed;
    rec_error error;
} shared;

/* Fills in the puzzle at a position with one seat to move. False and error if it is none. */
static bool read_puzzle(const json_t *puzzle, pz_found *found, ek_rules *rules, uint64_t *seed,
                        rec_error *error)
{
    const char *position = json_string_value(json_object_get(puzzle, "position"));
    const char *hex = json_string_value(json_object_get(puzzle, "seed"));
    if (!position || !hex)
        return rec_fail(error, "bad-puzzle", "A puzzle of the file has no position or no seed.");
    *seed = strtoull(hex, NULL, 16);
    *found = (pz_found){.rules = rules, .board = NULL, .count = 1};
    if (!rec_position_parse(position, &found->board, rules, &found->puzzle[0].view, error))
        return false;
    if (found->puzzle[0].view.hidden)
        return rec_fail(error, "bad-puzzle", "The position of a puzzle hides money.");
    found->phase[0] = (uint8_t)pz_phase_of(ek_pending(&found->puzzle[0].view));
    return found->phase[0] < AN_PHASES ||
           rec_fail(error, "bad-puzzle", "Nobody has to decide at the position of a puzzle.");
}

/* The puzzle as it is now; NULL if it is none any more, or error if something is wrong. */
static json_t *look_again(const shared *s, const json_t *puzzle, bot_assessor *room, bool *failed,
                          rec_error *error)
{
    ek_rules rules;
    pz_found found;
    pz_search how = {.judge = &s->run->plan->judge, .nodes = s->run->nodes};
    *failed = !read_puzzle(puzzle, &found, &rules, &how.seed, error);
    if (*failed)
        return NULL;
    const ek_state view = found.puzzle[0].view;
    if (!pz_look(&how, &rules, &view, room, &found.puzzle[0]))
        return NULL;
    const json_int_t game = json_integer_value(json_object_get(puzzle, "game"));
    json_t *again = pz_puzzle_json(&found, 0, (uint64_t)game);
    *failed = !again && !rec_fail(error, "no-memory", "There is not enough memory.");
    return again;
}

static bool take(shared *s, size_t *number)
{
    pthread_mutex_lock(&s->lock);
    *number = s->next;
    const bool more = !s->failed && s->next < json_array_size(s->puzzles);
    s->next += more;
    pthread_mutex_unlock(&s->lock);
    return more;
}

static void put(shared *s, size_t number, json_t *again, bool failed, const rec_error *error)
{
    pthread_mutex_lock(&s->lock);
    s->found[number] = again;
    s->done++;
    if (failed && !s->failed)
        s->error = *error;
    s->failed = s->failed || failed;
    if (s->run->progress)
        s->run->progress(s->run->data, (unsigned)s->done, (unsigned)json_array_size(s->puzzles),
                         (unsigned)s->done);
    pthread_mutex_unlock(&s->lock);
}

static void work(void *data)
{
    shared *s = data;
    bot_assessor *room = calloc(1, sizeof *room);
    size_t number;
    while (take(s, &number)) {
        rec_error error;
        bool failed = false;
        json_t *again = NULL;
        if (room)
            again = look_again(s, json_array_get(s->puzzles, number), room, &failed, &error);
        else
            failed = !rec_fail(&error, "no-memory", "There is not enough memory.");
        put(s, number, again, failed, &error);
    }
    free(room);
}

/* Replaces the puzzles of the file by those that were found. */
static bool write_again(const shared *s, json_t *file, unsigned *count, rec_error *error)
{
    json_t *puzzles = json_array();
    for (size_t i = 0; i < json_array_size(s->puzzles); i++)
        if (s->found[i])
            json_array_append(puzzles, s->found[i]);
    *count = (unsigned)json_array_size(puzzles);
    json_object_set_new(file, "puzzles", puzzles);
    json_object_update_new(json_object_get(file, "made"), pz_search_json(s->run));
    return pz_write_file(s->run->path, file, error);
}

bool pz_look_again(const pz_run *run, unsigned *puzzles, rec_error *error)
{
    json_t *file = pz_read_file(run->path, error);
    if (!file)
        return false;
    json_t *before = json_incref(json_object_get(file, "puzzles"));
    const size_t count = json_array_size(before);
    shared s = {.run = run, .puzzles = before, .found = calloc(count + 1, sizeof *s.found)};
    bool ok = s.found || rec_fail(error, "no-memory", "There is not enough memory.");
    if (ok) {
        pthread_mutex_init(&s.lock, NULL);
        ar_work_on_threads(run->threads, (unsigned)count, work, &s);
        pthread_mutex_destroy(&s.lock);
        *error = s.error;
        ok = !s.failed && write_again(&s, file, puzzles, error);
        for (size_t i = 0; i < count; i++)
            json_decref(s.found[i]);
    }
    free(s.found);
    json_decref(before);
    json_decref(file);
    return ok;
}
