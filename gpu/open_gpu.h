/* Shared by gpu.c and play.c: an open GPU. */
#ifndef ELEKTRO_OPEN_GPU_H
#define ELEKTRO_OPEN_GPU_H

#include "gpu.h"

struct gp_gpu {
    gp_driver driver;
    int device;
    void *context;
    void *module;
    void *kernel[GP_KERNELS];
    int multiprocessors;
    char name[128];
};

#endif
