/*
 * Included before everything else when engine and bots are compiled for WebAssembly.
 *
 * All symbols are hidden there but those that elektro.h, journal.h, bot.h and judge.h declare, and
 * the linker exports all symbols that are not hidden. So these headers are the list of exports.
 * meson.build adds the functions of assess.h, reasons.h, waste.h and analysis.h, which cannot be
 * included everywhere: a bot_assessor holds structs of the search.
 */
#ifndef ELEKTRO_WASM_VISIBLE_H
#define ELEKTRO_WASM_VISIBLE_H

#pragma GCC visibility push(default)
#include "elektro.h"
#pragma GCC visibility pop

/* included here so that their functions stay hidden */
#include "feature.h"
#include "shuffle.h"

#pragma GCC visibility push(default)
#include "bot.h"
#include "journal.h"
#include "judge.h"
#pragma GCC visibility pop

#endif
