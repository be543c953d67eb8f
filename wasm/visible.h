/*
 * Included before everything else when engine and bots are compiled for WebAssembly.
 *
 * All symbols are hidden there but those that elektro.h, journal.h and bot.h declare, and the
 * linker exports what is not hidden: so the list of exports is the public headers themselves and
 * cannot fall behind them.
 */
#ifndef ELEKTRO_WASM_VISIBLE_H
#define ELEKTRO_WASM_VISIBLE_H

#pragma GCC visibility push(default)
#include "elektro.h"
#pragma GCC visibility pop

#include "shuffle.h" /* what journal.h needs of it is no business of a page */

#pragma GCC visibility push(default)
#include "bot.h"
#include "journal.h"
#pragma GCC visibility pop

#endif
