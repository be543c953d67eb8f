/* The weights of the judge that Elektro plays with, from data/weights/judge.bin; for
 * bot_judge_load. Native programs contain them. A page fetches them when a searching bot plays, so
 * elektro.wasm does not. */
#ifndef ELEKTRO_BOTS_WEIGHTS_H
#define ELEKTRO_BOTS_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

extern const uint8_t bot_weights[];
extern const size_t bot_weights_size;

#endif
