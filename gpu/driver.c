#include "driver.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *symbol;
    size_t offset;
} functions[] = {
#define ROW(name, symbol, arguments) {symbol, offsetof(gp_driver, name)},
    GP_DRIVER_FUNCTIONS(ROW)
#undef ROW
};

bool gp_fail(gp_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

bool gp_driver_load(gp_driver *driver, gp_error *error)
{
    memset(driver, 0, sizeof *driver);
    driver->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver->library)
        return gp_fail(error,
                       "There is no driver of an NVIDIA GPU on this machine. Install it, or leave "
                       "out --gpu. (%s)",
                       dlerror());
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *symbol = dlsym(driver->library, functions[i].symbol);
        if (!symbol)
            return gp_fail(error,
                           "The driver of the GPU is too old: it has no function %s. Install a "
                           "newer one.",
                           functions[i].symbol);
        memcpy((char *)driver + functions[i].offset, &symbol, sizeof symbol);
    }
    return gp_done(driver, driver->init(0), "start the GPU", error);
}

bool gp_done(const gp_driver *driver, int status, const char *what, gp_error *error)
{
    const char *text = NULL;
    if (status == 0)
        return true;
    if (driver->error_text(status, &text) != 0 || !text)
        text = "unknown error";
    return gp_fail(error, "Cannot %s: %s (CUDA error %d).", what, text, status);
}
