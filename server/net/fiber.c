#include "net/fiber.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* As much as a thread has: what the core calls need not know that it runs on a fiber. Memory is
 * taken for the pages that are used. */
#define STACK ((size_t)8 << 20)

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

#ifdef HAS_ASAN
#include <sanitizer/common_interface_defs.h>
#define BEGIN_SWITCH(fake, stack, size) __sanitizer_start_switch_fiber(fake, stack, size)
#define END_SWITCH(fake, stack, size)   __sanitizer_finish_switch_fiber(fake, stack, size)
#else
#define BEGIN_SWITCH(fake, stack, size) ((void)(fake))
#define END_SWITCH(fake, stack, size)   ((void)(fake))
#endif

static size_t guard_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

bool sv_fiber_open(sv_fiber *fiber)
{
    void *memory = mmap(NULL, STACK + guard_size(), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *fiber = (sv_fiber){.stack = NULL};
    if (memory == MAP_FAILED)
        return false;
    if (mprotect(memory, guard_size(), PROT_NONE) != 0) {
        munmap(memory, STACK + guard_size());
        return false;
    }
    fiber->stack = memory;
    return true;
}

void sv_fiber_close(sv_fiber *fiber)
{
    if (fiber->stack)
        munmap(fiber->stack, STACK + guard_size());
    fiber->stack = NULL;
}

/* makecontext passes only ints: a pointer comes in two halves. */
static void enter(unsigned high, unsigned low)
{
    sv_fiber *fiber = (sv_fiber *)(uintptr_t)((uint64_t)high << 32 | low);
    END_SWITCH(NULL, &fiber->outside_stack, &fiber->outside_size);
    fiber->run(fiber->data);
    fiber->running = false;
    BEGIN_SWITCH(NULL, fiber->outside_stack, fiber->outside_size);
    swapcontext(&fiber->inside, &fiber->outside);
}

static void switch_in(sv_fiber *fiber)
{
    fiber->running = true;
    fiber->paused = false;
    BEGIN_SWITCH(&fiber->fake_outside, (char *)fiber->stack + guard_size(), STACK);
    swapcontext(&fiber->outside, &fiber->inside);
    END_SWITCH(fiber->fake_outside, NULL, NULL);
}

void sv_fiber_start(sv_fiber *fiber, void (*run)(void *data), void *data)
{
    const uint64_t self = (uintptr_t)fiber;
    fiber->run = run;
    fiber->data = data;
    getcontext(&fiber->inside);
    fiber->inside.uc_stack.ss_sp = (char *)fiber->stack + guard_size();
    fiber->inside.uc_stack.ss_size = STACK;
    fiber->inside.uc_link = NULL;
    makecontext(&fiber->inside, (void (*)(void))enter, 2, (unsigned)(self >> 32), (unsigned)self);
    switch_in(fiber);
}

void sv_fiber_resume(sv_fiber *fiber)
{
    switch_in(fiber);
}

void sv_fiber_pause(sv_fiber *fiber)
{
    fiber->running = false;
    fiber->paused = true;
    BEGIN_SWITCH(&fiber->fake_inside, fiber->outside_stack, fiber->outside_size);
    swapcontext(&fiber->inside, &fiber->outside);
    END_SWITCH(fiber->fake_inside, &fiber->outside_stack, &fiber->outside_size);
}
