#include "gpu.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "open_gpu.h"

enum { PTX_BYTES_MAX = 64 << 20 };

static const char *const kernel_names[GP_KERNELS] = {
#define ROW(name, function) #function,
    GP_KERNEL_WORDS(ROW)
#undef ROW
};

/* Registers that a thread may use, so that enough threads fit; 0: any number. */
static const unsigned registers_max[GP_KERNELS] = {
    [GP_RANDOM_GAMES] = 40,
    [GP_NORMAL_GAMES] = 64,
    [GP_SEARCHES] = 64,
};

/* The stack of a thread, if the compiler cannot tell it: searches call functions by pointers. It
 * counts 43 KB without these; tests/gpu/ptx.py compares. */
static const unsigned stack_bytes[GP_KERNELS] = {[GP_SAMPLES] = 56 << 10, [GP_SEARCHES] = 56 << 10};

static bool open_device(gp_gpu *gpu, unsigned process, gp_error *error)
{
    const gp_driver *d = &gpu->driver;
    int count = 0;
    if (!gp_done(d, d->device_count(&count), "count the GPUs", error))
        return false;
    if (count <= 0)
        return gp_fail(error, "The driver finds no GPU on this machine. Leave out --gpu.");
    return gp_done(d, d->device_get(&gpu->device, (int)(process % (unsigned)count)), "open the GPU",
                   error) &&
           gp_done(d, d->device_name(gpu->name, sizeof gpu->name, gpu->device),
                   "ask the GPU for its name", error) &&
           gp_done(d, d->device_attribute(&gpu->multiprocessors, GP_MULTIPROCESSORS, gpu->device),
                   "ask the GPU for its size", error) &&
           gp_done(d, d->device_attribute(&gpu->warp, GP_WARP_SIZE, gpu->device),
                   "ask the GPU for its size", error) &&
           gp_done(d, d->context_retain(&gpu->context, gpu->device), "open the GPU", error) &&
           gp_done(d, d->context_use(gpu->context), "use the GPU", error);
}

/* The kernels as text that ends with a zero byte; free it. */
static char *read_kernels(const char *path, gp_error *error)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size = 0;
    if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0 && size < PTX_BYTES_MAX &&
        fseek(file, 0, SEEK_SET) == 0)
        text = calloc(1, (size_t)size + 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    if (!text)
        gp_fail(error,
                "Cannot read the code for the GPU, %s. Install clang and llvm and build Elektro "
                "again: the build makes this file where it finds them.",
                path);
    return text;
}

/* Each kernel is a module of its own, under a line that names it. In a file without such lines the
 * kernels are one module. */
static void find_images(gp_gpu *gpu)
{
    char line[64];
    for (unsigned i = 0; i < GP_KERNELS; i++) {
        snprintf(line, sizeof line, "// kernel %s\n", kernel_names[i]);
        gpu->image[i] = strstr(gpu->text, line);
    }
    for (unsigned i = 0; i < GP_KERNELS; i++) {
        if (!gpu->image[i]) {
            gpu->image[i] = gpu->text;
            continue;
        }
        *gpu->image[i] = '\0'; /* ends the one before */
        gpu->image[i] += strcspn(gpu->image[i] + 1, "\n") + 1;
    }
}

/* The driver compiles a kernel. That takes some seconds, but it remembers the result. */
static bool compile(gp_gpu *gpu, enum gp_kernel kernel, gp_error *error)
{
    enum { JIT_REGISTERS = 0, JIT_ERROR_LOG = 5, JIT_ERROR_LOG_BYTES = 6 };
    const gp_driver *d = &gpu->driver;
    char log[2048] = "";
    int options[] = {JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES, JIT_REGISTERS};
    void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1),
                      (void *)(uintptr_t)registers_max[kernel]};
    if (gp_done(d,
                d->module_load(&gpu->module[kernel], gpu->image[kernel],
                               registers_max[kernel] ? 3 : 2, options, values),
                "compile the code for the GPU", error))
        return true;
    const size_t length = strlen(error->text);
    if (log[0])
        snprintf(error->text + length, sizeof error->text - length, "\n%s", log);
    return false;
}

static bool reserve_stacks(const gp_gpu *gpu, enum gp_kernel kernel, gp_error *error)
{
    enum { LIMIT_STACK = 0 };
    const gp_driver *d = &gpu->driver;
    return stack_bytes[kernel] == 0 ||
           gp_done(d, d->context_limit(LIMIT_STACK, stack_bytes[kernel]),
                   "get stacks for the threads of the GPU", error);
}

bool gp_prepare(gp_gpu *gpu, enum gp_kernel kernel, gp_error *error)
{
    const gp_driver *d = &gpu->driver;
    void **function = &gpu->kernel[kernel];
    if (!gp_done(d, d->context_use(gpu->context), "use the GPU", error))
        return false;
    return *function ||
           (reserve_stacks(gpu, kernel, error) && compile(gpu, kernel, error) &&
            gp_done(d, d->module_function(function, gpu->module[kernel], kernel_names[kernel]),
                    "find a kernel in the code for the GPU", error));
}

static bool open_with(gp_gpu *gpu, const char *path, unsigned process, gp_error *error)
{
    if (!gp_driver_load(&gpu->driver, error) || !(gpu->text = read_kernels(path, error)) ||
        !open_device(gpu, process, error))
        return false;
    find_images(gpu);
    return true;
}

gp_gpu *gp_open(const char *kernels, unsigned process, gp_error *error)
{
    static const char name[] = "elektro.ptx";
    char path[PATH_MAX];
    gp_gpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu) {
        gp_fail(error, "Out of memory.");
        return NULL;
    }
    if (!kernels)
        kernels = cli_find_beside(name, path, sizeof path) ? path : name;
    if (open_with(gpu, kernels, process, error))
        return gpu;
    gp_close(gpu);
    return NULL;
}

void gp_close(gp_gpu *gpu)
{
    for (unsigned i = 0; i < GP_KERNELS; i++)
        if (gpu->module[i])
            gpu->driver.module_unload(gpu->module[i]);
    if (gpu->context)
        gpu->driver.context_release(gpu->device);
    free(gpu->text);
    free(gpu);
}

const char *gp_name(const gp_gpu *gpu)
{
    return gpu->name;
}
