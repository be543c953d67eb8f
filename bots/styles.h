/*
 * Styles: how a bot plays, as its level says how strongly. A style is a set of parameters for the
 * rules of thumb of normal; hard and expert follow them where that costs them little.
 */
#ifndef ELEKTRO_BOTS_STYLES_H
#define ELEKTRO_BOTS_STYLES_H

#include "parameters.h"

/* X(NAME, "word"). Words are stable. */
#define BOT_STYLE_WORDS(X)                                                          \
    X(PLAIN, "plain")     /* the default parameters */                              \
    X(HOARDER, "hoarder") /* buys far more fuel than it burns */                    \
    X(RUSHER, "rusher")   /* builds early, with little regard for money or order */ \
    X(MISER, "miser")     /* bids little, keeps its money */                        \
    X(SPENDER, "spender") /* outbids others */                                      \
    X(BLOCKER, "blocker") /* takes cities and fuel that others need */

#define BOT_ROW_(name, word) BOT_##name,
enum bot_style { BOT_STYLE_WORDS(BOT_ROW_) BOT_STYLES };
#undef BOT_ROW_

/* Their words and parameters, by style. */
extern const char *const bot_style_words[BOT_STYLES];
extern const bot_parameters bot_style_parameters[BOT_STYLES];

#endif
