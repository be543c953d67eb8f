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

static bool open_device(gp_gpu *gpu, gp_error *error)
{
    const gp_driver *d = &gpu->driver;
    int count = 0;
    if (!gp_done(d, d->device_count(&count), "count the GPUs", error))
        return false;
    if (count == 0)
        return gp_fail(error, "The driver finds no GPU on this machine. Leave out --gpu.");
    return gp_done(d, d->device_get(&gpu->device, 0), "open the GPU", error) &&
           gp_done(d, d->device_name(gpu->name, sizeof gpu->name, gpu->device),
                   "ask the GPU for its name", error) &&
           gp_done(d, d->device_attribute(&gpu->multiprocessors, GP_MULTIPROCESSORS, gpu->device),
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

/* The driver compiles the kernels. That takes some seconds, but it remembers the result. */
static bool load_kernels(gp_gpu *gpu, const char *text, gp_error *error)
{
    enum { JIT_ERROR_LOG = 5, JIT_ERROR_LOG_BYTES = 6 };
    const gp_driver *d = &gpu->driver;
    char log[2048] = "";
    int options[] = {JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES};
    void *values[] = {log, (void *)(uintptr_t)(sizeof log - 1)};
    if (!gp_done(d, d->module_load(&gpu->module, text, 2, options, values),
                 "compile the code for the GPU", error)) {
        const size_t length = strlen(error->text);
        if (log[0])
            snprintf(error->text + length, sizeof error->text - length, "\n%s", log);
        return false;
    }
    for (unsigned i = 0; i < GP_KERNELS; i++)
        if (!gp_done(d, d->module_function(&gpu->kernel[i], gpu->module, kernel_names[i]),
                     "find a kernel in the code for the GPU", error))
            return false;
    return true;
}

static bool open_with(gp_gpu *gpu, const char *path, gp_error *error)
{
    char *text = NULL;
    const bool ok = gp_driver_load(&gpu->driver, error) && (text = read_kernels(path, error)) &&
                    open_device(gpu, error) && load_kernels(gpu, text, error);
    free(text);
    return ok;
}

gp_gpu *gp_open(const char *kernels, gp_error *error)
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
    if (open_with(gpu, kernels, error))
        return gpu;
    gp_close(gpu);
    return NULL;
}

void gp_close(gp_gpu *gpu)
{
    if (gpu->module)
        gpu->driver.module_unload(gpu->module);
    if (gpu->context)
        gpu->driver.context_release(gpu->device);
    free(gpu);
}

const char *gp_name(const gp_gpu *gpu)
{
    return gpu->name;
}
