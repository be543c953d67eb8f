/*
 * A fiber runs a function that can stop in the middle and go on later, on a stack of its own. Only
 * one thread uses it. So a turn of the core can wait for the database in the middle of a handler
 * while the loop serves the network (turns.h).
 */
#ifndef ELEKTRO_SERVER_NET_FIBER_H
#define ELEKTRO_SERVER_NET_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

typedef struct sv_fiber {
    ucontext_t inside, outside;
    void *stack; /* with a page below it that nobody can touch; NULL: not open */
    void (*run)(void *data);
    void *data;
    bool running; /* inside, just now */
    bool paused;
    /* For the address sanitizer, which has to know on which stack the program runs. */
    void *fake_inside, *fake_outside;
    const void *outside_stack;
    size_t outside_size;
} sv_fiber;

/* False without memory. */
bool sv_fiber_open(sv_fiber *fiber);
void sv_fiber_close(sv_fiber *fiber);

/* Runs a function until it pauses or returns. The fiber must not be paused. */
void sv_fiber_start(sv_fiber *fiber, void (*run)(void *data), void *data);
/* Lets a paused function go on until it pauses or returns. */
void sv_fiber_resume(sv_fiber *fiber);
/* From inside: goes back to start or resume. */
void sv_fiber_pause(sv_fiber *fiber);

#endif
