/* Assessing the decisions and cards of a game on all cores. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analyse.h"
#include "deadline.h"
#include "progress.h"
#include "threads.h"

enum {
    PROBES = 8,        /* decisions that are tried before an analysis */
    PROBE_NODES = 200, /* playouts of each */
    NODES_MIN = 50     /* playouts of a decision, however short its time is */
};

bool analyse_is_wanted(const analyse_task *task, unsigned number)
{
    const an_decision *d = an_decision_of(task->game, number);
    const unsigned first = d ? d->number : an_card_of(task->game, number)->number;
    const unsigned last = d ? d->last : first;
    return last >= task->from && first <= task->to;
}

/* ------------------------------------------------------------------------------------ interrupts
 */

static const char *kept_in; /* the path of the journal, for the handler */

static void say(const char *text)
{
    const ssize_t done = write(STDERR_FILENO, text, strlen(text));
    (void)done; /* the program is ending; the error cannot be reported */
}

/* Only what may be called from a signal handler. */
static void on_interrupt(int number)
{
    say("\nelektro analyse: interrupted. ");
    if (kept_in) {
        say("What was found is in ");
        say(kept_in);
        say("; the same command goes on from there.\n");
    } else {
        say("Nothing was kept; with --journal FILE an analysis can go on.\n");
    }
    signal(number, SIG_DFL);
    raise(number);
}

/* ---------------------------------------------------------------------------------------- probes
 */

static uint64_t fold(uint64_t hash, uint64_t word)
{
    hash ^= word;
    return ek_random(&hash);
}

/* A few decisions with few playouts: a hash of what was found, which changes when the bots, their
 * weights or the assessment do, and playouts in a millisecond. */
typedef struct probe {
    uint64_t play;
    uint32_t rate;
} probe;

static uint64_t fold_reasons(uint64_t hash, bot_assessor *room, const bot_assessment *found)
{
    bot_reason reason[BOT_REASONS_MAX];
    const unsigned count = bot_find_reasons(room, found, reason);
    for (unsigned i = 0; i < count; i++)
        hash = fold(hash, (uint64_t)reason[i].word << 32 | (uint32_t)reason[i].weight);
    return hash;
}

static uint64_t fold_found(uint64_t hash, const bot_assessment *found)
{
    hash = fold(hash, (uint64_t)found->rows << 32 | found->turns);
    for (unsigned i = 0; i < found->best.count; i++)
        hash = fold(hash, found->best.plan[i]);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        hash = fold(hash, (uint32_t)found->best.chance[seat]);
    return hash;
}

/* Nanoseconds that this thread has worked: other programs do not count. */
static uint64_t time_worked(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* False without memory. */
static bool try_some(const analyse_task *task, probe *found)
{
    const an_game *game = task->game;
    bot_assessor *room = malloc(sizeof *room);
    if (!room)
        return false;
    const unsigned step = game->decisions / PROBES + 1;
    uint64_t nodes = 0;
    const uint64_t start = time_worked();
    for (unsigned i = 0; i < game->decisions; i += step) {
        const an_decision *d = &game->decision[i];
        const bot_question q = {.rules = d->rules,
                                .state = &d->state,
                                .judge = &task->judge,
                                .nodes = PROBE_NODES,
                                .played = d->played,
                                .played_count = d->count};
        bot_assessment assessment;
        bot_assess(&q, room, &assessment);
        found->play = fold_found(found->play, &assessment);
        found->play = fold_reasons(found->play, room, &assessment);
        nodes += PROBE_NODES;
    }
    const uint64_t rate = nodes * 1000000u / (time_worked() - start + 1);
    found->rate = rate > 0 ? (uint32_t)rate : 1;
    free(room);
    return true;
}

/* --------------------------------------------------------------------------------------- threads
 */

/* Shared by the threads. The lock guards everything that changes. */
typedef struct crew {
    const analyse_task *task;
    pthread_mutex_t lock;
    uint32_t nodes;
    unsigned next; /* task */
    unsigned done, all;
    FILE *journal; /* or NULL */
    progress shown;
    bool no_memory, not_written;
} crew;

static bool is_due(const crew *c, unsigned number)
{
    return analyse_is_wanted(c->task, number) && !an_is_assessed(c->task->game, number);
}

/* The next task that nobody has taken; the number of tasks: none. */
static unsigned take_task(crew *c)
{
    const unsigned tasks = c->task->game->tasks;
    pthread_mutex_lock(&c->lock);
    while (c->next < tasks && !is_due(c, c->next))
        c->next++;
    const unsigned taken = c->not_written ? tasks : c->next;
    c->next++;
    pthread_mutex_unlock(&c->lock);
    return taken < tasks ? taken : tasks;
}

static void hand_in(crew *c, unsigned number)
{
    pthread_mutex_lock(&c->lock);
    c->done++;
    if (c->journal && !analyse_journal_add(c->journal, c->task->game, number))
        c->not_written = true;
    progress_show(&c->shown, c->done, c->all, NULL);
    pthread_mutex_unlock(&c->lock);
}

static bool has_expired(void *data)
{
    const uint64_t *deadline = data;
    return ar_now() >= *deadline;
}

/* If the time is up before anything is known, a few playouts are made all the same. */
static void assess(const crew *c, unsigned number, bot_assessor *room)
{
    const analyse_task *task = c->task;
    uint64_t deadline = ar_now() + (uint64_t)task->about.ms * 1000000u;
    const bot_host host = {.expired = has_expired, .data = &deadline};
    an_budget budget = {.judge = &task->judge,
                        .host = task->about.ms ? &host : NULL,
                        .seed = task->about.seed,
                        .nodes = c->nodes};
    an_assess(task->game, number, &budget, room);
    if (an_is_assessed(task->game, number))
        return;
    budget.host = NULL;
    budget.nodes = NODES_MIN;
    an_assess(task->game, number, &budget, room);
}

static void work(void *data)
{
    crew *c = data;
    const unsigned tasks = c->task->game->tasks;
    bot_assessor *room = malloc(sizeof *room);
    for (unsigned number; room && (number = take_task(c)) < tasks;) {
        assess(c, number, room);
        hand_in(c, number);
    }
    if (!room) {
        pthread_mutex_lock(&c->lock);
        c->no_memory = true;
        pthread_mutex_unlock(&c->lock);
    }
    free(room);
}

/* Threads without memory leave their tasks to others. */
static bool is_complete(const crew *c)
{
    for (unsigned i = 0; i < c->task->game->tasks; i++)
        if (is_due(c, i) && c->no_memory)
            return false;
    return true;
}

static bool assess_all(crew *c, rec_error *error)
{
    const analyse_task *task = c->task;
    for (unsigned i = 0; i < task->game->tasks; i++) {
        c->all += analyse_is_wanted(task, i);
        c->done += analyse_is_wanted(task, i) && !is_due(c, i);
    }
    progress_show(&c->shown, c->done, c->all, NULL);
    ar_work_on_threads(task->threads, c->all - c->done, work, c);
    if (c->not_written)
        return rec_fail(error, "bad-journal", "%.120s cannot be written.", task->journal);
    return is_complete(c) || rec_fail(error, "no-memory", "There is not enough memory.");
}

/* The playouts for a time: as many as the probe promises, and never more than the time allows. */
static uint32_t nodes_for(const analyse_task *task, const probe *found)
{
    const uint64_t nodes = (uint64_t)task->about.ms * found->rate;
    if (!task->about.ms)
        return task->about.nodes;
    return nodes < NODES_MIN ? NODES_MIN : nodes > INT32_MAX ? INT32_MAX : (uint32_t)nodes;
}

bool analyse_run(const analyse_task *task, rec_error *error)
{
    crew c = {.task = task, .shown = {.unit = "decisions and cards"}};
    probe found = {.play = 0};
    if ((task->journal || task->about.ms) && !try_some(task, &found))
        return rec_fail(error, "no-memory", "There is not enough memory.");
    c.nodes = nodes_for(task, &found);
    if (task->journal && !(c.journal = analyse_journal_open(task, found.play, error)))
        return false;
    kept_in = task->journal;
    signal(SIGINT, on_interrupt);
    pthread_mutex_init(&c.lock, NULL);
    const bool ok = assess_all(&c, error);
    pthread_mutex_destroy(&c.lock);
    signal(SIGINT, SIG_DFL);
    if (c.journal)
        fclose(c.journal);
    an_summarize(task->game);
    return ok;
}
