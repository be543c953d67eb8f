/*
 * A model checker for servers that share a database.
 *
 * It runs the real code of several servers (claims, news, leases of bots, presence, chat) in one
 * process, each with a PostgreSQL session of its own, and decides at every wait for the database
 * which of them goes on. So it produces all orders of "statement carried out, answer taken, commit"
 * between them, with a crash of a node or the end of its session at any wait, and checks after each
 * schedule that the laws hold (laws.c).
 *
 * - plans [NAME]: all schedules of small plans (plans.c). A plan has two nodes, one or two tables,
 *   two to four turns of one or two requests, and at most one failure. Most plans limit how often a
 *   node that could go on is made to wait for another one. There are about 6,500 schedules.
 * - planted: bugs are planted (planted.c), and the plans must find each of them.
 * - random [SECONDS [SEED]]: random schedules of three nodes, two tables, a bot, up to 27 requests,
 *   ticks and failures, about 20 schedules a second. Each law that is broken is printed with the
 *   seed of its schedule.
 *
 * What happens after each step is printed with a broken law. ELEKTRO_MODEL_LOG shows the log of the
 * nodes too. All nodes share the clock of the process; a silent node is one whose row in the
 * database says so.
 */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "log.h"
#include "measure.h"
#include "plans.h"
#include "planted.h"
#include "random.h"

static const char *url;

/* -------------------------------------------------------------------------------------- all of a
 * plan
 */

static world *open_world(unsigned nodes)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    assert_true(world_open(w, url, nodes));
    return w;
}

static unsigned explore(const plan *p, world *w)
{
    chooser c = {.random = 0};
    unsigned schedules = 0;
    do
        schedules++;
    while (schedule_run(w, p, &c) && choose_next(&c));
    return schedules;
}

static void explore_plan(void **state)
{
    const plan *p = *state;
    const int64_t from = sv_milliseconds();
    world *w = open_world(p->nodes);
    const unsigned schedules = explore(p, w);
    printf("# %u schedules in %lld ms\n", schedules, (long long)(sv_milliseconds() - from));
    if (w->broken)
        printf("# %s\n%s\n", w->law, w->trace);
    const bool broken = w->broken;
    world_close(w);
    free(w);
    assert_false(broken);
}

/* ---------------------------------------------------------------------------------- planted bugs
 */

static bool has_failures(const plan *p)
{
    return p->crashes || p->endings;
}

/* Some plan must break a law. */
static void find_planted(void **state)
{
    bool found = false;
    planted = *(const enum planted *)*state;
    for (unsigned i = 0; i < plan_count && !found; i++) {
        if (has_failures(&plans[i]) != planted_needs_failures())
            continue;
        world *w = open_world(plans[i].nodes);
        const unsigned schedules = explore(&plans[i], w);
        found = w->broken;
        if (found)
            printf("# found by schedule %u of \"%s\": %s\n", schedules, plans[i].name, w->law);
        world_close(w);
        free(w);
    }
    planted = PLANTED_NOTHING;
    assert_true(found);
}

/* ---------------------------------------------------------------------------------------- random
 */

static int64_t seconds = 20;
static uint64_t seed;

static void explore_at_random(void **state)
{
    plan p;
    chooser c = {.random = seed ? seed : (uint64_t)sv_microseconds() | 1};
    const int64_t from = sv_milliseconds(), until = from + seconds * 1000;
    unsigned schedules = 0;
    uint64_t before = c.random;
    world *w = open_world(NODES);
    (void)state;
    printf("# seed %llu\n", (unsigned long long)c.random);
    do {
        before = c.random;
        random_plan(&p, &c);
        schedules++;
    } while (schedule_run(w, &p, &c) && sv_milliseconds() < until);
    printf("# %u schedules in %lld ms\n", schedules, (long long)(sv_milliseconds() - from));
    if (w->broken)
        printf("# seed %llu: %s\n%s\n", (unsigned long long)before, w->law, w->trace);
    const bool broken = w->broken;
    world_close(w);
    free(w);
    assert_false(broken);
}

/* ------------------------------------------------------------------------------------------ main
 */

enum { TESTS_MAX = 64 };

static unsigned list_plans(struct CMUnitTest *test, const char *name)
{
    unsigned count = 0;
    for (unsigned i = 0; i < plan_count && count < TESTS_MAX; i++)
        if (!name || strstr(plans[i].name, name))
            test[count++] = (struct CMUnitTest){.name = plans[i].name,
                                                .test_func = explore_plan,
                                                .initial_state = (void *)&plans[i]};
    return count;
}

static unsigned list_planted(struct CMUnitTest *test)
{
    static enum planted kinds[PLANTED_KINDS];
    unsigned count = 0;
    for (unsigned i = PLANTED_NOTHING + 1; i < PLANTED_KINDS; i++) {
        kinds[i] = (enum planted)i;
        test[count++] = (struct CMUnitTest){
            .name = planted_names[i], .test_func = find_planted, .initial_state = &kinds[i]};
    }
    return count;
}

/* Nodes that fail say so in the log, often. */
static bool begin_quietly(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    sv_log_quietly(true);
    return getenv("ELEKTRO_MODEL_LOG") || freopen("/dev/null", "w", stderr);
}

int main(int argc, char **argv)
{
    struct CMUnitTest test[TESTS_MAX] = {{.name = NULL}};
    unsigned count = 1;
    const char *what = argc > 1 ? argv[1] : "plans";
    url = getenv("ELEKTRO_TEST_POSTGRES");
    if (!url || sodium_init() < 0 || !begin_quietly())
        return 1;
    if (strcmp(what, "planted") == 0) {
        count = list_planted(test);
    } else if (strcmp(what, "random") == 0) {
        seconds = argc > 2 ? strtoll(argv[2], NULL, 10) : seconds;
        seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
        test[0] = (struct CMUnitTest){.name = "random schedules", .test_func = explore_at_random};
    } else {
        count = list_plans(test, argc > 2 ? argv[2] : NULL);
    }
    return _cmocka_run_group_tests("model", test, count, NULL, NULL);
}
