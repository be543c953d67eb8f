/*
 * Copying and clearing on a GPU. LLVM makes loops over bytes of larger structures there, and reads
 * each byte only when the one before is written. gpu/link puts calls of these functions in their
 * place.
 */
#ifndef ELEKTRO_GPU_COPY_H
#define ELEKTRO_GPU_COPY_H

#include <stdint.h>

void gp_copy(unsigned char *to, const unsigned char *from, uint64_t size);
void gp_clear(unsigned char *bytes, uint64_t size);

#endif
