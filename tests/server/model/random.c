#include "random.h"

static void two_tables(world *w)
{
    world_add_table(w, TABLE_OF_TWO);
    world_add_table(w, TABLE_WITH_BOT);
    for (unsigned i = 0; i < w->nodes; i++)
        for (unsigned t = 0; t < w->tables; t++)
            world_watch(w, i, CLEO, t);
}

/* Most moves are refused because another one was faster: then they must not be in the journal. */
static question random_move(chooser *c)
{
    static const char *const moves[] = {"nominate 4 4", "nominate 5 5", "pass", "bid 6"};
    static const char *const clients[] = {"c0", "c1", "c2", "c3"};
    const unsigned which = choose(c, 4);
    const unsigned seq = choose(c, 4);
    return (question){.kind = ASK_MOVE,
                      .person = (enum person_name)choose(c, 2),
                      .table = choose(c, TABLES),
                      .move = moves[which],
                      .client = clients[choose(c, 3) ? which : choose(c, 4)],
                      .seq = seq ? seq - 1 : 0};
}

static question random_question(chooser *c)
{
    static const enum ask_kind kinds[] = {ASK_CHAT,  ASK_POSITION,  ASK_CHAT_LIST, ASK_TABLE,
                                          ASK_LEAVE, ASK_COME_BACK, ASK_CHAT};
    if (choose(c, 2))
        return random_move(c);
    return (question){.kind = kinds[choose(c, sizeof kinds / sizeof *kinds)],
                      .person = (enum person_name)choose(c, 2),
                      .table = choose(c, TABLES)};
}

static void random_turn(plan_turn *t, chooser *c)
{
    const unsigned count = choose(c, PLAN_QUESTIONS + 1);
    *t = (plan_turn){.ticks = choose(c, 4) == 0, .hears = choose(c, 2)};
    for (unsigned i = 0; i < count; i++)
        t->question[i] = random_question(c);
}

void random_plan(plan *p, chooser *c)
{
    *p = (plan){.name = "random", .nodes = NODES, .prepare = two_tables, .ticks = true};
    for (unsigned i = 0; i < NODES; i++) {
        p->turns[i] = 1 + choose(c, PLAN_TURNS);
        for (unsigned t = 0; t < p->turns[i]; t++)
            random_turn(&p->turn[i][t], c);
    }
    p->crashes = choose(c, 8) == 0;
    p->endings = choose(c, 8) == 0;
}
