#include "describe.h"

#include "actions.h"
#include "observation.h"

/* clang-format off */
static const layout_row layout[] = {
    LAYOUT_OF_STATE

    WHOLE(env_result),
    ONE(env_result, reward),
    ONE(env_result, money),
    ONE(env_result, rank),
    ONE(env_result, powered),
    ONE(env_result, cities),
    ONE(env_result, spare),
    {NULL, NULL, 0, 0, 0}};

/* The members of a block follow each other without gaps: offsets are those of a struct. */
#define MEMBER(name, count) int16_t name[count];
struct decision_block { ENV_DECISION_FIELDS(MEMBER) };
struct seat_block { BOT_SEAT_FEATURES(MEMBER) };
struct shared_block { BOT_SHARED_FEATURES(MEMBER) };
#undef MEMBER

#define COLUMN(block, name, count, first) \
    {#block, #name, (first) + offsetof(struct block##_block, name) / sizeof(int16_t), 1, count},
#define DECISION(name, count) COLUMN(decision, name, count, 0)
#define SEAT(name, count)     COLUMN(seat, name, count, ENV_DECISION_INPUTS)
#define SHARED(name, count)   \
    COLUMN(shared, name, count, ENV_DECISION_INPUTS + EK_SEATS * BOT_SEAT_INPUTS)
static const layout_row columns[] = {
    ENV_DECISION_FIELDS(DECISION) BOT_SEAT_FEATURES(SEAT) BOT_SHARED_FEATURES(SHARED)
    {NULL, NULL, 0, 0, 0}};

#define LEVEL(name, word)         {"level", word, BOT_##name},
#define STYLE(name, word)         {"style", word, BOT_##name},
#define PHASE(name, word)         {"phase", word, EK_PHASE_##name},
#define KIND(name, word)          {"kind", word, EK_KIND_##name},
#define FUEL(name, word)          {"fuel", word, EK_##name},
#define MOVE(name, word)          {"move", word, EK_MOVE_##name},
#define STAGE(name, word)         {"decision", word, EK_DECISION_##name},
#define GROUP(name, word, count)  {"action", word, ENV_##name},
static const word_row words[] = {
    EK_EDITION_WORDS(EDITION) EK_OPTION_WORDS(OPTION) BOT_LEVEL_WORDS(LEVEL) BOT_STYLE_WORDS(STYLE)
    EK_PHASE_WORDS(PHASE) EK_KIND_WORDS(KIND) EK_FUEL_WORDS(FUEL) EK_MOVE_WORDS(MOVE)
    EK_PLAYER_DECISION_WORDS(STAGE) ENV_ACTION_GROUPS(GROUP)
    {"size", "actions", ENV_ACTIONS},
    {"size", "observation", ENV_OBSERVATION},
    {"size", "seat", BOT_SEAT_INPUTS},
    {"size", "seats", EK_SEATS},
    {"size", "moves", EK_MOVES_MAX},
    {"size", "largest", BOT_INPUT_MAX},
    {NULL, NULL, 0}};
/* clang-format on */

const layout_row *env_layout(void)
{
    return layout;
}

const layout_row *env_columns(void)
{
    return columns;
}

const word_row *env_words(void)
{
    return words;
}
