/*
 * records.wasm: games as records and back, moves as words, and shuffles checked, by the same
 * code as the command line. The module exports the functions of history.h, record.h, notation.h,
 * position.h and shuffle_check.h that a page needs (meson.build lists them), memory, and the layout
 * of their structs.
 *
 * A page makes an instance for one record; see libc/README.md.
 */
#include "history.h"
#include "layout.h"
#include "position.h"
#include "record.h"
#include "shuffle_check.h"

static const layout_row layout[] = {
    WHOLE(rec_options),
    ONE(rec_options, board),
    ONE(rec_options, edition),
    ONE(rec_options, players),
    ONE(rec_options, options),
    ONE(rec_options, zone_choice),
    ONE(rec_options, zone),
    ONE(rec_options, order_given),
    MANY(rec_options, order),
    ONE(rec_options, market),
    ONE(rec_options, chance),
    ONE(rec_options, seed_known),
    ONE(rec_options, script_count),
    MANY(rec_options, seed),
    MANY(rec_options, name),
    MANY(rec_options, commitment),

    WHOLE(rec_entries),
    ONE(rec_entries, list),
    ONE(rec_entries, count),

    WHOLE(rec_entry),
    ONE(rec_entry, value),
    ONE(rec_entry, kind),

    WHOLE(rec_error),
    MANY(rec_error, code),
    MANY(rec_error, text),
    ONE(rec_error, line),
    ONE(rec_error, column),

    WHOLE(rec_fairness),
    ONE(rec_fairness, version),
    ONE(rec_fairness, cards),
    ONE(rec_fairness, attempt),
    ONE(rec_fairness, seals),
    ONE(rec_fairness, noted),

    WHOLE(ek_state),
    ONE(ek_state, market),
    MANY(ek_state, order),
    ONE(ek_state, zone),

    /* Of a position that was read. */
    WHOLE(ek_rules),
    ONE(ek_rules, config.edition),
    ONE(ek_rules, config.players),
    ONE(ek_rules, config.options),
    ONE(ek_rules, config.zone),

    WHOLE(bd_board),

    {NULL, NULL, 0, 0, 0},
};

const layout_row *ek_wasm_layout(void)
{
    return layout;
}

/* clang-format off */
static const word_row words[] = {
    EK_EDITION_WORDS(EDITION)
    EK_OPTION_WORDS(OPTION)
    EK_CHANCE_WORDS(CHANCE)
    EK_BACK_WORDS(BACK)

    {"zone-choice", "given", JN_ZONE_GIVEN},
    {"zone-choice", "draft", JN_ZONE_DRAFT},
    {"entry", "move", REC_MOVE},
    {"entry", "draw", REC_DRAW},
    {"entry", "back", REC_BACK},
    {"limit", "RECORD_MAX", REC_RECORD_MAX},
    {"limit", "MOVE_MAX", REC_MOVE_MAX},
    {"limit", "POSITION_MAX", REC_POSITION_MAX},
    {NULL, NULL, 0},
};
/* clang-format on */

const word_row *ek_wasm_words(void)
{
    return words;
}

/* --------------------------------------------------------------------------- user-made boards */

/* A page has no files to read. */
bd_board *bd_load_file(const char *path, bd_error *error)
{
    static const char text[] = "User-made boards cannot be opened here.";
    (void)path;
    __builtin_memcpy(error->text, text, sizeof text);
    return NULL;
}

/* No board is ever loaded here. */
void bd_free(bd_board *board)
{
    (void)board;
}
