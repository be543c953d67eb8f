/*
 * How a module describes its structs and words to JavaScript, which reads the tables from the
 * module's memory. All numbers in them are 32 bits, little endian; a text is the address of bytes
 * that end with 0; a table ends with a row whose first text is 0.
 *
 *   ek_wasm_layout  struct, field, offset in bytes, size of one element in bytes, elements
 *                   the field is "" in the row with the size of the whole struct
 *   ek_wasm_words   list, word, number
 *   ek_wasm_fields  member of ek_event, name, number of the event's type, number of the field's
 *                   type; only in elektro.wasm
 */
#ifndef ELEKTRO_WASM_LAYOUT_H
#define ELEKTRO_WASM_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

typedef struct layout_row {
    const char *type, *field;
    uint32_t offset, size, count;
} layout_row;

typedef struct word_row {
    const char *list, *word;
    uint32_t number;
} word_row;

typedef struct field_row {
    const char *member, *name;
    uint32_t event, type;
} field_row;

const layout_row *ek_wasm_layout(void);
const word_row *ek_wasm_words(void);
const field_row *ek_wasm_fields(void);

/* clang-format off */
#define WHOLE(type) {#type, "", 0, sizeof(type), 1}
#define ONE(type, name) {#type, #name, offsetof(type, name), sizeof(((type *)0)->name), 1}
#define MANY(type, name)                                                                           \
    {#type, #name, offsetof(type, name), sizeof(((type *)0)->name[0]),                             \
     sizeof(((type *)0)->name) / sizeof(((type *)0)->name[0])}

/* Rows of the words that both modules have. */
#define EDITION(name, word)     {"edition", word, EK_##name},
#define OPTION(name, word, key) {"option", word, EK_##name},
#define CHANCE(name, word)      {"chance", word, EK_CHANCE_##name},
#define BACK(name, word)        {"back", word, EK_BACK_##name},
/* clang-format on */

#endif
