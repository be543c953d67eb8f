/* The weights of the judge that Elektro plays with, from data/weights/judge.bin; for
 * bot_judge_load. Native programs contain them. A page fetches them when a searching bot plays, so
 * elektro.wasm does not. */
#ifndef ELEKTRO_BOTS_WEIGHTS_H
#define ELEKTRO_BOTS_WEIGHTS_H

#include "judge.h"

extern const uint8_t bot_weights[];
extern const size_t bot_weights_size;

/* The judge that points into them. */
extern const bot_judge bot_native_judge;

#endif
