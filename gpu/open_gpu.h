/* Shared by gpu.c and play.c: an open GPU. */
#ifndef ELEKTRO_OPEN_GPU_H
#define ELEKTRO_OPEN_GPU_H

#include "gpu.h"

struct gp_gpu {
    gp_driver driver;
    int device;
    void *context;
    char *text;              /* of all kernels */
    char *image[GP_KERNELS]; /* the part of it that the driver compiles for each */
    void *module[GP_KERNELS];
    void *kernel[GP_KERNELS];  /* NULL: not compiled yet */
    int multiprocessors, warp; /* threads of a warp */
    char name[128];
};

/* Compiles a kernel if that is not done yet; false with the reason. */
bool gp_prepare(gp_gpu *gpu, enum gp_kernel kernel, gp_error *error);

#endif
