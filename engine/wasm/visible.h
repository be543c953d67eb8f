/*
 * Included before everything else when the engine is compiled for WebAssembly.
 *
 * All symbols are hidden there but those that elektro.h declares, and the linker exports what is
 * not hidden: so the list of exports is the public header itself and cannot fall behind it.
 */
#ifndef ELEKTRO_WASM_VISIBLE_H
#define ELEKTRO_WASM_VISIBLE_H

#pragma GCC visibility push(default)
#include "elektro.h"
#pragma GCC visibility pop

#endif
