/*
 * A schedule: what the nodes of a world do, one step after the other, up to its end. A plan says
 * what each node is asked; a chooser decides who takes the next step, and whether somebody fails.
 */
#ifndef ELEKTRO_TESTS_SERVER_MODEL_SCHEDULE_H
#define ELEKTRO_TESTS_SERVER_MODEL_SCHEDULE_H

#include "chooser.h"
#include "world.h"

enum { PLAN_TURNS = 3, PLAN_QUESTIONS = 3 };

/* A turn of a node: what is in its inbox when it begins. */
typedef struct plan_turn {
    question question[PLAN_QUESTIONS]; /* those that ask something */
    bool ticks, hears;                 /* a turn without requests hears the news */
} plan_turn;

typedef struct plan {
    const char *name;
    unsigned nodes;
    void (*prepare)(world *w);
    plan_turn turn[NODES][PLAN_TURNS];
    unsigned turns[NODES];
    unsigned crashes, endings; /* of nodes, of sessions: at most so many in a schedule */
    unsigned switches; /* from a node that could go on to another one: at most so many; 0: any */
    bool never_blocks; /* no node waits for a lock */
    bool ticks;        /* all nodes tick in the end */
} plan;

/* Runs one schedule of a plan; false: a law is broken, see world->law and world->trace. */
bool schedule_run(world *w, const plan *p, chooser *c);

#endif
