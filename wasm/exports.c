/*
 * What the WebAssembly module exports besides the functions of elektro.h, journal.h, bot.h,
 * judge.h, assess.h, reasons.h, waste.h and analysis.h (see visible.h): memory for the structs that
 * JavaScript hands to them, a description of these structs, of the engine's words and of the fields
 * of events (see layout.h), so that no offset or number is written twice, and the number of a seed
 * that is a text.
 */
#include "analysis.h"
#include "assess.h"
#include "bot.h"
#include "elektro.h"
#include "history.h"
#include "journal.h"
#include "judge.h"
#include "layout.h"
#include "waste.h"

uint64_t ek_wasm_seed(const char *text);

uint64_t ek_wasm_seed(const char *text)
{
    return rec_seed_of(text);
}

/* ---------------------------------------------------------------------------------- layout */

static const layout_row layout[] = {
    WHOLE(ek_config),
    ONE(ek_config, edition),
    ONE(ek_config, players),
    ONE(ek_config, options),
    ONE(ek_config, zone),

    WHOLE(ek_setup),
    ONE(ek_setup, seed),
    ONE(ek_setup, market),
    ONE(ek_setup, chance),
    ONE(ek_setup, order_given),
    MANY(ek_setup, order),

    LAYOUT_OF_STATE

        WHOLE(ek_event),
    ONE(ek_event, type),
    ONE(ek_event, seat),
    ONE(ek_event, a),
    ONE(ek_event, b),
    ONE(ek_event, n),

    WHOLE(ek_events),
    ONE(ek_events, count),
    MANY(ek_events, list),

    WHOLE(ek_route),
    ONE(ek_route, total),
    ONE(ek_route, place),
    ONE(ek_route, path_cost),
    ONE(ek_route, length),
    MANY(ek_route, path),

    WHOLE(ek_powering),
    MANY(ek_powering, burnt),
    ONE(ek_powering, capacity),
    ONE(ek_powering, supplied),

    WHOLE(ek_rank),
    ONE(ek_rank, money),
    ONE(ek_rank, seat),
    ONE(ek_rank, rank),
    ONE(ek_rank, powered),
    ONE(ek_rank, cities),

    /* JavaScript allocates these. It reads only the field that it needs before a game starts. */
    WHOLE(ek_rules),
    ONE(ek_rules, trust),
    WHOLE(ek_board),

    WHOLE(jn_setup),
    ONE(jn_setup, board),
    ONE(jn_setup, config.edition),
    ONE(jn_setup, config.players),
    ONE(jn_setup, config.options),
    ONE(jn_setup, config.zone),
    ONE(jn_setup, zone_choice),
    ONE(jn_setup, chance),
    ONE(jn_setup, order_given),
    MANY(jn_setup, order),
    ONE(jn_setup, seed),
    ONE(jn_setup, market),
    ONE(jn_setup, saved),
    ONE(jn_setup, saved_size),

    WHOLE(jn_game),
    ONE(jn_game, setup.config.zone),
    ONE(jn_game, now.rules),
    ONE(jn_game, now.state),
    ONE(jn_game, lines),
    ONE(jn_game, steps),

    WHOLE(jn_cursor),
    ONE(jn_cursor, at),
    ONE(jn_cursor, step),
    ONE(jn_cursor, line),
    ONE(jn_cursor, seat),
    ONE(jn_cursor, before),
    ONE(jn_cursor, now.rules),
    ONE(jn_cursor, now.state),
    ONE(jn_cursor, events),

    WHOLE(bot_parameters),
    WHOLE(bot_judge),
    WHOLE(bot),
    ONE(bot, nodes),
    ONE(bot, judge),

    WHOLE(bot_assessor),
    WHOLE(bot_question),
    ONE(bot_question, rules),
    ONE(bot_question, state),
    ONE(bot_question, judge),
    ONE(bot_question, seed),
    ONE(bot_question, nodes),
    ONE(bot_question, played),
    ONE(bot_question, played_count),

    WHOLE(bot_turn),
    MANY(bot_turn, plan),
    ONE(bot_turn, count),
    ONE(bot_turn, limit),
    MANY(bot_turn, chance),

    WHOLE(bot_assessment),
    ONE(bot_assessment, best),
    ONE(bot_assessment, second),
    ONE(bot_assessment, played),
    ONE(bot_assessment, lost),
    ONE(bot_assessment, rows),

    WHOLE(bot_reason),
    ONE(bot_reason, word),
    ONE(bot_reason, weight),
    MANY(bot_reason, value),

    WHOLE(bot_waste),
    ONE(bot_waste, word),
    MANY(bot_waste, value),
    ONE(bot_waste, kept),
    ONE(bot_waste, count),
    MANY(bot_waste, plan),

    WHOLE(an_decision),
    ONE(an_decision, state),
    ONE(an_decision, number),
    ONE(an_decision, last),
    ONE(an_decision, count),
    ONE(an_decision, seat),
    ONE(an_decision, phase),
    ONE(an_decision, verdict),
    ONE(an_decision, assessed),
    MANY(an_decision, played),
    ONE(an_decision, found),
    MANY(an_decision, reason),
    ONE(an_decision, reasons),

    WHOLE(an_card),
    ONE(an_card, number),
    ONE(an_card, plant),
    ONE(an_card, assessed),
    MANY(an_card, change),

    WHOLE(an_player),
    MANY(an_player, lost),
    MANY(an_player, accuracy),
    ONE(an_player, accuracy_of_all),
    ONE(an_player, luck_won),
    ONE(an_player, luck_lost),
    ONE(an_player, decisions),
    MANY(an_player, verdicts),
    MANY(an_player, turning),
    ONE(an_player, turnings),

    WHOLE(an_game),
    ONE(an_game, decision),
    ONE(an_game, card),
    ONE(an_game, decisions),
    ONE(an_game, cards),
    ONE(an_game, tasks),
    ONE(an_game, moves),
    ONE(an_game, ended),
    MANY(an_game, result),
    MANY(an_game, player),
    MANY(an_game, turning),
    ONE(an_game, turnings),

    WHOLE(an_budget),
    ONE(an_budget, judge),
    ONE(an_budget, seed),
    ONE(an_budget, nodes),

    {NULL, NULL, 0, 0, 0},
};

const layout_row *ek_wasm_layout(void)
{
    return layout;
}

/* ----------------------------------------------------------------------------------- words */

/* clang-format off */
#define FUEL(name, word)    {"fuel", word, EK_##name},
#define KIND(name, word)    {"kind", word, EK_KIND_##name},
#define PHASE(name, word)   {"phase", word, EK_PHASE_##name},
#define DECISION(name, word) {"decision", word, EK_DECISION_##name},
#define MOVE(name, word)    {"move", word, EK_MOVE_##name},
#define EVENT(name, word)   {"event", word, EK_EVENT_##name},
#define FIELD(name, word, json) {"field", word, EK_FIELD_##name},
#define REMOVAL(name, word) {"removal", word, EK_REMOVAL_##name},
#define REASON(name, word)  {"reason", word, EK_REASON_##name},
#define LAW(name, word)     {"law", word, EK_LAW_##name},
#define JOURNAL(name, word) {"journal", word, JN_##name},
#define LEVEL(name, word)   {"level", word, BOT_##name},
#define STYLE(name, word)   {"style", word, BOT_##name},
#define VERDICT(name, word, limit) {"verdict", word, AN_##name},
#define WHY(name, word)     {"why", word, BOT_WHY_##name},
#define WASTE(name, word)   {"waste", word, BOT_WASTE_##name},
#define ANALYSIS_PHASE(name, word) {"analysis_phase", word, AN_PHASE_##name},
#define LIMIT(name)         {"limit", #name, EK_##name}

static const word_row words[] = {
    EK_EDITION_WORDS(EDITION)
    EK_FUEL_WORDS(FUEL)
    EK_KIND_WORDS(KIND)
    EK_PHASE_WORDS(PHASE)
    EK_DECISION_WORDS(DECISION)
    EK_MOVE_WORDS(MOVE)
    EK_EVENT_WORDS(EVENT)
    EK_FIELD_WORDS(FIELD)
    EK_OPTION_WORDS(OPTION)
    EK_CHANCE_WORDS(CHANCE)
    EK_BACK_WORDS(BACK)
    EK_REMOVAL_WORDS(REMOVAL)
    EK_REASON_WORDS(REASON)
    EK_LAW_WORDS(LAW)
    JN_REASON_WORDS(JOURNAL)
    BOT_LEVEL_WORDS(LEVEL)
    BOT_STYLE_WORDS(STYLE)
    AN_VERDICT_WORDS(VERDICT)
    AN_PHASE_WORDS(ANALYSIS_PHASE)
    BOT_WHY_WORDS(WHY)
    BOT_WASTE_WORDS(WASTE)

    {"line", "draw", JN_DRAW},
    {"line", "back", JN_BACK},
    {"line", "undo", JN_UNDO},
    {"line", "reseed", JN_RESEED},
    {"zone-choice", "random", JN_ZONE_RANDOM},
    {"zone-choice", "given", JN_ZONE_GIVEN},
    {"zone-choice", "draft", JN_ZONE_DRAFT},
    {"source", "seed", JN_CHANCE_SEED},
    {"source", "told", JN_CHANCE_TOLD},
    {"source", "told-all", JN_CHANCE_TOLD_ALL},
    {"limit", "EXPERT_MS", BOT_EXPERT_MS},
    {"limit", "CHANCE_ONE", BOT_CHANCE_ONE},
    {"limit", "REASONS", BOT_REASONS_MAX},
    {"limit", "ANALYSIS_VERSION", AN_VERSION},
    {"limit", "ANALYSIS_NODES", AN_NODES},
    LIMIT(RULES_VERSION),
    LIMIT(SEATS),
    LIMIT(TRUST),
    LIMIT(NOBODY),
    LIMIT(UNREACHABLE),
    LIMIT(BID_MAX),
    LIMIT(MOVES_MAX),
    LIMIT(EVENTS_MAX),
    LIMIT(ROUTE_MAX),
    LIMIT(ZONES_MAX),
    LIMIT(SAVED_MAX),

    {NULL, NULL, 0},
};
/* clang-format on */

const word_row *ek_wasm_words(void)
{
    return words;
}

/* ------------------------------------------------------------------------- fields of events */

/* clang-format off */
#define ROW(event, member, name, type, remark) {#member, name, EK_EVENT_##event, EK_FIELD_##type},

static const field_row fields[] = {
    EK_EVENT_FIELDS(ROW)

    {NULL, NULL, 0, 0},
};
/* clang-format on */

const field_row *ek_wasm_fields(void)
{
    return fields;
}
