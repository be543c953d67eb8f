/*
 * The CUDA driver, loaded when the program runs: whoever has no GPU needs nothing of this to build,
 * test or play. Only the few functions that Elektro calls are declared here.
 */
#ifndef ELEKTRO_GPU_DRIVER_H
#define ELEKTRO_GPU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GP_ERROR_MAX = 4096 };

/* Why something failed, in words. */
typedef struct gp_error {
    char text[GP_ERROR_MAX];
} gp_error;

typedef uint64_t gp_address; /* in the memory of the GPU */

/* Attributes of a device in the driver's interface. */
enum { GP_WARP_SIZE = 10, GP_MULTIPROCESSORS = 16 };

/* X(name, symbol, arguments): the functions; all of them return 0 or an error. */
/* clang-format off */
#define GP_DRIVER_FUNCTIONS(X)                                                                     \
    X(init, "cuInit", (unsigned flags))                                                            \
    X(error_text, "cuGetErrorString", (int error, const char **text))                              \
    X(device_count, "cuDeviceGetCount", (int *count))                                              \
    X(device_get, "cuDeviceGet", (int *device, int ordinal))                                       \
    X(device_name, "cuDeviceGetName", (char *name, int size, int device))                          \
    X(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, int device))           \
    X(context_retain, "cuDevicePrimaryCtxRetain", (void **context, int device))                    \
    X(context_release, "cuDevicePrimaryCtxRelease_v2", (int device))                               \
    X(context_use, "cuCtxSetCurrent", (void *context))                                             \
    X(context_limit, "cuCtxSetLimit", (int limit, size_t value))                                   \
    X(synchronize, "cuCtxSynchronize", (void))                                                     \
    X(module_load, "cuModuleLoadDataEx",                                                           \
      (void **module, const void *image, unsigned count, int *options, void **values))             \
    X(module_unload, "cuModuleUnload", (void *module))                                             \
    X(module_function, "cuModuleGetFunction", (void **function, void *module, const char *name))   \
    X(blocks_resident, "cuOccupancyMaxActiveBlocksPerMultiprocessor",                              \
      (int *blocks, void *function, int threads, size_t shared))                                   \
    X(memory, "cuMemGetInfo_v2", (size_t *free_bytes, size_t *all_bytes))                          \
    X(allocate, "cuMemAlloc_v2", (gp_address *address, size_t size))                               \
    X(release, "cuMemFree_v2", (gp_address address))                                               \
    X(copy_in, "cuMemcpyHtoD_v2", (gp_address to, const void *from, size_t size))                  \
    X(copy_out, "cuMemcpyDtoH_v2", (void *to, gp_address from, size_t size))                       \
    X(launch, "cuLaunchKernel",                                                                    \
      (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,        \
       unsigned block_y, unsigned block_z, unsigned shared, void *stream, void **arguments,        \
       void **extra))
/* clang-format on */

#define GP_ROW_(name, symbol, arguments) int(*name) arguments;
typedef struct gp_driver {
    void *library;
    GP_DRIVER_FUNCTIONS(GP_ROW_)
} gp_driver;
#undef GP_ROW_

/* Writes why something failed; returns false. */
__attribute__((format(printf, 2, 3))) bool gp_fail(gp_error *error, const char *format, ...);

/* Loads the driver's library; false with the reason. */
bool gp_driver_load(gp_driver *driver, gp_error *error);

/* Whether a call of the driver succeeded; otherwise says what could not be done and why. */
bool gp_done(const gp_driver *driver, int status, const char *what, gp_error *error);

#endif
