/*
 * A driver without a GPU: libcuda.so.1 for the tests. Its memory is that of the process, and it
 * runs the kernels, compiled for the CPU, in threads of the process; its warps are small. So the
 * tests play the games of the kernels, and run all code of gpu/ that talks to the driver.
 *
 * With FAKE_GPU_FAILS=SYMBOL in the environment, the function of this name reports an error. With
 * FAKE_GPU_PLAYS=wrong, games start from other seeds. With FAKE_GPU_TELLS, it names the GPU that is
 * opened.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "lanes.h"

enum { FAILURE = 999, NO_FUNCTION = 500, NO_IMAGE = 200, NO_DEVICE = 101 };
enum { GPUS = 2, WARP = 4, WARP_SIZE = 10 /* the attribute */ };

typedef void kernel(const gp_work *work);

/* A function of the table below: data and function pointers are not the same in C. */
typedef struct function {
    const char *name;
    kernel *run;
} function;

static function functions[] = {
#define ROW(name, function) {#function, function},
    GP_KERNEL_WORDS(ROW)
#undef ROW
};

/* ------------------------------------------------------------------------------------- threads */

/* A thread of a launch. */
typedef struct thread {
    pthread_t id;
    kernel *run;
    const gp_work *work;
    pthread_barrier_t *meetings; /* of each warp */
    uint32_t number;
} thread;

static _Thread_local const thread *self;

uint32_t gp_thread(void)
{
    return self->number;
}

void gp_meet(uint32_t lanes)
{
    (void)lanes; /* all of its warp */
    pthread_barrier_wait(&self->meetings[self->number / WARP]);
}

static void *begin(void *data)
{
    self = data;
    self->run(self->work);
    return NULL;
}

static void run_threads(kernel *run, const gp_work *work, unsigned count)
{
    const unsigned warps = count / WARP;
    thread *threads = calloc(count, sizeof *threads);
    pthread_barrier_t *meetings = calloc(warps, sizeof *meetings);
    for (unsigned i = 0; i < warps; i++)
        pthread_barrier_init(&meetings[i], NULL, WARP);
    for (unsigned i = 0; i < count; i++) {
        threads[i] = (thread){.run = run, .work = work, .meetings = meetings, .number = i};
        if (pthread_create(&threads[i].id, NULL, begin, &threads[i]) != 0)
            abort();
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i].id, NULL);
    for (unsigned i = 0; i < warps; i++)
        pthread_barrier_destroy(&meetings[i]);
    free(meetings);
    free(threads);
}

/* ------------------------------------------------------------------------------------ functions */

static int status_of(const char *symbol)
{
    const char *failing = getenv("FAKE_GPU_FAILS");
    return failing && strcmp(failing, symbol) == 0 ? FAILURE : 0;
}

#define STATUS status_of(__func__)

#pragma GCC visibility push(default)

int cuInit(unsigned flags)
{
    (void)flags;
    return STATUS;
}

int cuGetErrorString(int error, const char **text)
{
    *text = error == FAILURE ? "the fake driver fails on purpose" : "an error of the fake driver";
    return STATUS;
}

int cuDeviceGetCount(int *count)
{
    *count = GPUS;
    return STATUS;
}

int cuDeviceGet(int *device, int ordinal)
{
    *device = ordinal;
    return ordinal < GPUS ? STATUS : NO_DEVICE;
}

int cuDeviceGetName(char *name, int size, int device)
{
    (void)device;
    strncpy(name, "fake GPU", (size_t)size);
    return STATUS;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    (void)device;
    *value = attribute == WARP_SIZE ? WARP : 2;
    return STATUS;
}

int cuDevicePrimaryCtxRetain(void **context, int device)
{
    static int some;
    *context = &some;
    if (getenv("FAKE_GPU_TELLS"))
        fprintf(stderr, "fake GPU %d\n", device);
    return STATUS;
}

int cuDevicePrimaryCtxRelease_v2(int device)
{
    (void)device;
    return STATUS;
}

int cuCtxSetCurrent(void *context)
{
    (void)context;
    return STATUS;
}

int cuCtxSetLimit(int limit, size_t value)
{
    (void)limit;
    (void)value;
    return STATUS;
}

int cuCtxSynchronize(void)
{
    return STATUS;
}

/* Like the driver, it reads the text to its end. */
int cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options,
                       void **values)
{
    enum { JIT_ERROR_LOG = 5, LINE = 100 };
    static int some;
    for (unsigned i = 0; i < count; i++)
        if (options[i] == JIT_ERROR_LOG)
            strncpy(values[i], STATUS ? "a line of the fake compiler" : "", LINE);
    *module = &some;
    return strstr(image, ".version") ? STATUS : NO_IMAGE;
}

int cuModuleUnload(void *module)
{
    (void)module;
    return STATUS;
}

int cuModuleGetFunction(void **found, void *module, const char *name)
{
    (void)module;
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i].name, name) == 0) {
            *found = &functions[i];
            return STATUS;
        }
    return NO_FUNCTION;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *called, int threads,
                                                size_t shared)
{
    (void)called;
    (void)threads;
    (void)shared;
    *blocks = 1;
    return STATUS;
}

int cuMemGetInfo_v2(size_t *free_bytes, size_t *all_bytes)
{
    *free_bytes = *all_bytes = (size_t)64 << 20;
    return STATUS;
}

int cuMemAlloc_v2(uint64_t *address, size_t size)
{
    *address = (uint64_t)(uintptr_t)malloc(size);
    return *address ? STATUS : FAILURE;
}

int cuMemFree_v2(uint64_t address)
{
    free((void *)(uintptr_t)address);
    return STATUS;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size)
{
    memcpy((void *)(uintptr_t)to, from, size);
    return STATUS;
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size)
{
    memcpy(to, (const void *)(uintptr_t)from, size);
    return STATUS;
}

int cuLaunchKernel(void *called, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                   void *stream, void **arguments, void **extra)
{
    (void)grid_y, (void)grid_z, (void)block_y, (void)block_z;
    (void)shared, (void)stream, (void)extra;
    const gp_work *work = (const gp_work *)(uintptr_t) * (const uint64_t *)arguments[0];
    if (getenv("FAKE_GPU_PLAYS"))
        ((gp_game *)(uintptr_t)work->games)[0].setup.seed++;
    run_threads(((function *)called)->run, work, grid_x * block_x);
    return STATUS;
}

#pragma GCC visibility pop
