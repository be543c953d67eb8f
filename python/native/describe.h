/*
 * Tables that tell Python how structs, observations and actions are laid out, so that no offset or
 * number is written twice. They have the form of the tables of the WebAssembly modules (layout.h)
 * and end with a row whose first text is NULL.
 *
 *     env_layout   struct, field, offset and size in bytes, elements
 *     env_columns  block of an observation, field, first column, 1, columns
 *     env_words    list, word, number: editions, options, levels, styles, decisions, kinds, fuels,
 * the first action of each group, and sizes
 */
#ifndef ELEKTRO_ENV_DESCRIBE_H
#define ELEKTRO_ENV_DESCRIBE_H

#include "../../wasm/layout.h"
#include "batch.h"

ENV_EXPORT const layout_row *env_layout(void);
ENV_EXPORT const layout_row *env_columns(void);
ENV_EXPORT const word_row *env_words(void);

#endif
