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

/* A game: ek_owner and ek_state. */
#define LAYOUT_OF_STATE                                                                            \
    WHOLE(ek_owner), ONE(ek_owner, plants), ONE(ek_owner, cities), ONE(ek_owner, money),           \
    MANY(ek_owner, fuel), MANY(ek_owner, houses), ONE(ek_owner, house_count),                      \
    ONE(ek_owner, supplied),                                                                       \
    WHOLE(ek_state), MANY(ek_state, owner), ONE(ek_state, market), ONE(ek_state, unseen),          \
    ONE(ek_state, buried), ONE(ek_state, removed), MANY(ek_state, places),                         \
    ONE(ek_state, marks), ONE(ek_state, bare_marks), ONE(ek_state, random),                        \
    ONE(ek_state, round), ONE(ek_state, bid), MANY(ek_state, fuel), MANY(ek_state, order),         \
    ONE(ek_state, zone), ONE(ek_state, stage), ONE(ek_state, step), ONE(ek_state, turn),           \
    ONE(ek_state, bought), ONE(ek_state, passed), ONE(ek_state, auction_plant),                    \
    ONE(ek_state, bidder), ONE(ek_state, bidding), ONE(ek_state, in_auction),                      \
    ONE(ek_state, discount), ONE(ek_state, discount_expired), ONE(ek_state, trust_acted),          \
    ONE(ek_state, step3), ONE(ek_state, market_size), ONE(ek_state, deck_plug),                    \
    ONE(ek_state, deck_socket), ONE(ek_state, deck_top), ONE(ek_state, top_back),                  \
    ONE(ek_state, chance), ONE(ek_state, hidden), ONE(ek_state, uranium_stopped),                  \
    MANY(ek_state, spare),
/* clang-format on */

#endif
