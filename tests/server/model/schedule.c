#include "schedule.h"

#include <unistd.h>

#include "inbox.h"

enum { STEPS_MAX = 400, ACTIONS_MAX = 16 };

enum action_kind { BEGIN, RETRY, GO_ON, CRASH, END_SESSION };

typedef struct action {
    enum action_kind kind;
    unsigned node;
} action;

typedef struct progress {
    const plan *plan;
    unsigned begun[NODES]; /* turns of the plan */
    unsigned crashes, endings;
    unsigned steps;
    unsigned last, switches; /* the node of the last step; how often another one went on instead */
    unsigned tried[NODES];   /* the step in which a node last ended a turn */
} progress;

static bool keeps_items(const machine *n)
{
    return sv_inbox_pause(&n->core->inbox) >= 0;
}

/* A request that is tried again would find the same as before if nobody else has taken a step. */
static bool may_retry(const progress *s, unsigned node)
{
    return s->tried[node] < s->steps;
}

static void add(action list[ACTIONS_MAX], unsigned *count, enum action_kind kind, unsigned node)
{
    list[(*count)++] = (action){kind, node};
}

static unsigned list_steps(world *w, const progress *s, action list[ACTIONS_MAX], bool *blocked)
{
    unsigned count = 0;
    *blocked = false;
    for (unsigned i = 0; i < s->plan->nodes; i++) {
        machine *n = &w->node[i];
        const enum node_state state = node_state(n);
        if (state == NODE_READY)
            add(list, &count, GO_ON, i);
        else if (state == NODE_IDLE && keeps_items(n) && may_retry(s, i))
            add(list, &count, RETRY, i);
        else if (state == NODE_IDLE && !keeps_items(n) && s->begun[i] < s->plan->turns[i])
            add(list, &count, BEGIN, i);
        *blocked = *blocked || state == NODE_BLOCKED;
        if (state == NODE_BLOCKED && s->plan->never_blocks)
            world_break(w, "node %u waits for a lock", i);
    }
    return count;
}

/* Whether the node that took the last step must take the next one too, if it can. */
static bool is_bound(const progress *s, action list[ACTIONS_MAX], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].kind == GO_ON && list[i].node == s->last && s->plan->switches &&
            s->switches >= s->plan->switches) {
            list[0] = list[i];
            return true;
        }
    return false;
}

static void count_switch(progress *s, const world *w, unsigned next)
{
    if (next != s->last && w->node[s->last].core && w->node[s->last].fiber.paused &&
        !w->node[s->last].blocked)
        s->switches++;
    s->last = next;
}

static unsigned list_failures(world *w, const progress *s, action list[ACTIONS_MAX], unsigned count)
{
    for (unsigned i = 0; i < s->plan->nodes; i++) {
        const machine *n = &w->node[i];
        if (!n->core || !n->fiber.paused || n->hurt)
            continue;
        if (s->crashes < s->plan->crashes)
            add(list, &count, CRASH, i);
        if (s->endings < s->plan->endings)
            add(list, &count, END_SESSION, i);
    }
    return count;
}

static void begin(world *w, progress *s, unsigned node)
{
    const plan_turn *turn = &s->plan->turn[node][s->begun[node]++];
    for (unsigned i = 0; i < PLAN_QUESTIONS && turn->question[i].kind; i++)
        world_ask(w, node, &turn->question[i]);
    w->node[node].ticks = turn->ticks;
    w->node[node].notified = turn->hears;
    world_begin_turn(w, node);
}

static void retry(world *w, unsigned node)
{
    const int64_t pause = sv_inbox_pause(&w->node[node].core->inbox);
    if (pause > 0)
        usleep((useconds_t)pause + 50);
    world_begin_turn(w, node);
}

static void take(world *w, progress *s, action a)
{
    s->steps++;
    switch (a.kind) {
    case BEGIN:
        begin(w, s, a.node);
        break;
    case RETRY:
        retry(w, a.node);
        break;
    case GO_ON:
        world_go_on(w, a.node);
        break;
    case CRASH:
        s->crashes++;
        world_crash(w, a.node);
        break;
    case END_SESSION:
        s->endings++;
        world_end_session(w, a.node);
        break;
    }
    if (w->node[a.node].core && !w->node[a.node].fiber.paused)
        s->tried[a.node] = s->steps;
}

static void take_next(world *w, progress *s, action a)
{
    if (a.kind <= GO_ON)
        count_switch(s, w, a.node);
    take(w, s, a);
}

/* Between two steps PostgreSQL may let one go on that has waited for a lock. */
static bool is_waiting_for_nobody(world *w, const progress *s)
{
    action list[ACTIONS_MAX];
    bool blocked;
    for (unsigned i = 0; i < 20; i++) {
        if (list_steps(w, s, list, &blocked) > 0 || !blocked)
            return false;
        usleep(1000);
    }
    return true;
}

static void run(world *w, progress *s, chooser *c)
{
    action list[ACTIONS_MAX];
    bool blocked;
    while (!w->broken) {
        unsigned count = list_steps(w, s, list, &blocked);
        if (count == 0 && blocked && is_waiting_for_nobody(w, s)) {
            world_break(w, "the nodes wait for each other");
            return;
        }
        if (count == 0 && blocked)
            continue;
        if (count == 0)
            return;
        if (is_bound(s, list, count))
            count = 1;
        count = list_failures(w, s, list, count);
        take_next(w, s, list[choose(c, count)]);
        if (s->steps == STEPS_MAX)
            world_break(w, "the schedule does not end");
    }
}

bool schedule_run(world *w, const plan *p, chooser *c)
{
    progress s = {.plan = p};
    if (!world_begin(w)) {
        world_break(w, "the nodes could not be started");
        return false;
    }
    p->prepare(w);
    w->ticks = p->ticks;
    run(w, &s, c);
    if (!w->broken)
        world_calm(w);
    if (!w->broken)
        laws_of_end(w);
    world_end(w);
    return !w->broken;
}
