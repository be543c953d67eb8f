#include "make_puzzles.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "puzzle_json.h"
#include "threads.h"

enum { RING = 256 }; /* games that may wait for an earlier one */

/* Shared by the threads; lock guards everything below it. */
typedef struct shared {
    const pz_run *run;
    pthread_mutex_t lock;
    pthread_cond_t written; /* signalled when games were written */
    unsigned next;          /* the next game to play */
    unsigned put;           /* games written */
    json_t *ring[RING];     /* lists of puzzles; NULL: not yet played */
    json_t *file;
    uint8_t count[SM_TABLES_MAX][AN_PHASES][PZ_GRADERS_COUNT + 1]; /* of puzzles in the file */
    bool failed;
    rec_error error;
} shared;

/* -------------------------------------------------------------------------------------- counting
 */

static unsigned phase_named(const char *word)
{
    unsigned phase = 0;
    while (phase < AN_PHASES && strcmp(word, an_phase_words[phase]) != 0)
        phase++;
    return phase;
}

/* The table of the plan that a game is played at. */
static unsigned table_of(const sm_plan *plan, uint64_t game)
{
    sm_deal deal;
    sm_deal_game(plan, game, &deal);
    return deal.table;
}

/* Counts a puzzle; false if there are enough of its kind. */
static bool count_puzzle(shared *s, const json_t *puzzle)
{
    const json_int_t game = json_integer_value(json_object_get(puzzle, "game"));
    const json_int_t grade = json_integer_value(json_object_get(puzzle, "grade"));
    const char *word = json_string_value(json_object_get(puzzle, "phase"));
    const unsigned phase = word ? phase_named(word) : AN_PHASES;
    if (phase == AN_PHASES || grade < 0 || grade > PZ_GRADERS_COUNT)
        return false;
    uint8_t *count = &s->count[table_of(s->run->plan, (uint64_t)game)][phase][grade];
    if (s->run->each > 0 && *count >= s->run->each)
        return false;
    *count = (uint8_t)(*count + (*count < UINT8_MAX));
    return true;
}

/* --------------------------------------------------------------------------------------- the ring
 */

static bool take_game(shared *s, unsigned *game)
{
    pthread_mutex_lock(&s->lock);
    while (!s->failed && s->next - s->put == RING)
        pthread_cond_wait(&s->written, &s->lock);
    const bool more = !s->failed && s->next < s->run->games;
    if (more)
        *game = s->next++;
    pthread_mutex_unlock(&s->lock);
    return more;
}

static void fail(shared *s, const rec_error *error)
{
    if (!s->failed)
        s->error = *error;
    s->failed = true;
}

/* Adds the puzzles of the next game to the file. */
static void add_game(shared *s, json_t *list)
{
    json_t *puzzles = json_object_get(s->file, "puzzles");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (count_puzzle(s, json_array_get(list, i)))
            json_array_append(puzzles, json_array_get(list, i));
    s->put++;
}

/* Writes the games that are ready, in their order. */
static void write_games(shared *s)
{
    rec_error error;
    const unsigned before = s->put;
    for (json_t *list; !s->failed && (list = s->ring[s->put % RING]);) {
        s->ring[s->put % RING] = NULL;
        add_game(s, list);
        json_decref(list);
    }
    if (s->put == before)
        return;
    json_object_set_new(s->file, "games", json_integer(s->put));
    if (!pz_write_file(s->run->path, s->file, &error))
        fail(s, &error);
    if (s->run->progress)
        s->run->progress(s->run->data, s->put, s->run->games,
                         (unsigned)json_array_size(json_object_get(s->file, "puzzles")));
}

static void put_game(shared *s, unsigned game, json_t *list, const rec_error *error)
{
    pthread_mutex_lock(&s->lock);
    if (!list)
        fail(s, error);
    s->ring[game % RING] = list;
    write_games(s);
    pthread_cond_broadcast(&s->written);
    pthread_mutex_unlock(&s->lock);
}

/* --------------------------------------------------------------------------------------- working
 */

static json_t *list_json(const pz_found *found, unsigned game, rec_error *error)
{
    json_t *list = json_array();
    bool ok = list != NULL;
    for (unsigned i = 0; ok && i < found->count; i++)
        ok = json_array_append_new(list, pz_puzzle_json(found, i, game)) == 0;
    if (ok)
        return list;
    json_decref(list);
    rec_fail(error, "no-memory", "There is not enough memory for the puzzles.");
    return NULL;
}

static void work(void *data)
{
    shared *s = data;
    pz_room *room = calloc(1, sizeof *room);
    pz_found *found = calloc(1, sizeof *found);
    unsigned game;
    while (take_game(s, &game)) {
        rec_error error;
        json_t *list = NULL;
        if (!room || !found)
            rec_fail(&error, "no-memory", "There is not enough memory for the searches.");
        else if (pz_find(s->run, game, room, found, &error))
            list = list_json(found, game, &error);
        put_game(s, game, list, &error);
    }
    free(found);
    free(room);
}

/* ----------------------------------------------------------------------------------------- files
 */

static json_t *begin_file(const pz_run *run, rec_error *error)
{
    json_t *file = json_pack("{s:i, s:o, s:i, s:[]}", "version", PZ_VERSION, "made",
                             pz_made_json(run), "games", 0, "puzzles");
    if (!file)
        rec_fail(error, "no-memory", "There is not enough memory.");
    return file;
}

/* Goes on with a file that was made in the same way. */
static json_t *continue_file(const pz_run *run, rec_error *error)
{
    json_t *made = pz_made_json(run);
    json_t *file = pz_read_file(run->path, error);
    if (file && !json_equal(made, json_object_get(file, "made"))) {
        json_decref(file);
        file = NULL;
        rec_fail(error, "other-run", "%.100s was made with other options, or other weights.",
                 run->path);
    }
    json_decref(made);
    return file;
}

static json_t *open_file(const pz_run *run, rec_error *error)
{
    if (access(run->path, F_OK) != 0)
        return begin_file(run, error);
    if (run->resume)
        return continue_file(run, error);
    rec_fail(error, "exists", "%.100s exists; --resume goes on with it.", run->path);
    return NULL;
}

static void count_puzzles(shared *s)
{
    const json_t *puzzles = json_object_get(s->file, "puzzles");
    for (size_t i = 0; i < json_array_size(puzzles); i++)
        count_puzzle(s, json_array_get(puzzles, i));
    s->put = s->next = (unsigned)json_integer_value(json_object_get(s->file, "games"));
}

bool pz_make(const pz_run *run, unsigned *puzzles, rec_error *error)
{
    shared *s = calloc(1, sizeof *s);
    if (!s)
        return rec_fail(error, "no-memory", "There is not enough memory.");
    s->run = run;
    s->file = open_file(run, error);
    bool ok = s->file != NULL;
    if (ok) {
        count_puzzles(s);
        pthread_mutex_init(&s->lock, NULL);
        pthread_cond_init(&s->written, NULL);
        if (s->next < run->games)
            ar_work_on_threads(run->threads, run->games - s->next, work, s);
        pthread_cond_destroy(&s->written);
        pthread_mutex_destroy(&s->lock);
        ok = !s->failed;
        *error = s->error;
        *puzzles = (unsigned)json_array_size(json_object_get(s->file, "puzzles"));
    }
    for (unsigned i = 0; i < RING; i++)
        json_decref(s->ring[i]);
    json_decref(s->file);
    free(s);
    return ok;
}
