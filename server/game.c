#include "game.h"

#include <stdlib.h>
#include <string.h>

#include "history.h"
#include "rules_cache.h"

/* Tells the follower, if there is one. */
static void tell(sv_happened *happened, void *data, const sv_game *game, unsigned seat,
                 uint32_t line, const ek_state *before, const ek_events *events)
{
    if (!happened)
        return;
    const sv_happening h = {.game = game,
                            .seq = game->lines,
                            .seat = seat,
                            .line = line,
                            .before = before,
                            .events = events};
    happened(data, &h);
}

/* ------------------------------------------------------------------------------------ the rules */

static bool compile(sv_game *game, unsigned zone, rec_error *error)
{
    const sv_setting *s = &game->setting;
    const ek_config config = {
        .edition = s->edition, .players = s->players, .options = s->options, .zone = (uint8_t)zone};
    const ek_rules *rules;
    const unsigned reason = jn_rules_get(s->board->ek, &config, &rules);
    if (reason != EK_REASON_OK)
        return reason < EK_REASONS ? rec_refuse(error, (ek_reason)reason)
                                   : rec_fail(error, "no-memory", "There is not enough memory.");
    jn_rules_give_back(game->rules);
    game->rules = rules;
    return true;
}

/* The zone that is given or drawn; 0 while it is to be drafted. */
static bool choose_zone(sv_game *game, unsigned *zone, rec_error *error)
{
    const sv_setting *s = &game->setting;
    const uint64_t random = jn_shuffle_bits(&game->shuffle);
    *zone = s->zone_way == REC_ZONE_GIVEN ? s->zone : 0;
    if (s->edition >= EK_EDITIONS || !(s->board->ek->editions >> s->edition & 1))
        return rec_refuse(error, EK_REASON_BAD_EDITION);
    if (s->players < 2 || s->players > EK_SEATS)
        return rec_refuse(error, EK_REASON_BAD_PLAYERS);
    if (s->zone_way == REC_ZONE_RANDOM)
        *zone = ek_random_zone(s->board->ek, s->edition, s->players, random);
    return *zone || s->zone_way == REC_ZONE_DRAFT || rec_refuse(error, EK_REASON_NO_ZONE);
}

/* --------------------------------------------------------------------------------- the journal */

static bool reserve(sv_game *game, unsigned lines, rec_error *error)
{
    if (game->lines + lines > SV_LINES_MAX)
        return rec_fail(error, "game-too-long", "A game has at most %d entries: it ends here.",
                        SV_LINES_MAX);
    if (game->lines + lines <= game->room)
        return true;
    const unsigned room = game->lines + lines + game->room / 4 + 32;
    uint32_t *grown = realloc(game->line, room * sizeof *grown);
    if (!grown)
        return rec_fail(error, "no-memory", "There is not enough memory.");
    game->line = grown;
    game->room = room;
    return true;
}

static void add_line(sv_game *game, uint32_t line)
{
    uint64_t mixed = game->sum ^ line;
    game->sum = ek_random(&mixed);
    game->line[game->lines++] = line;
}

/* ---------------------------------------------------------------------------------- tentative */

/* From here on nothing before can be taken back. */
static void settle(sv_game *game)
{
    game->base = game->state;
    game->live = game->undone = 0;
}

/* A move was made from before: it stays tentative while its seat goes on deciding. */
static void note_move(sv_game *game, const ek_state *before, ek_move move)
{
    const bool same = ek_to_move(before) == ek_to_move(&game->state) &&
                      ek_phase(before) == ek_phase(&game->state) &&
                      before->round == game->state.round;
    if (!same || game->live == SV_TURN_MAX)
        settle(game);
    else
        game->turn[game->live++] = move;
}

bool sv_game_can_undo(const sv_game *game, unsigned seat)
{
    return game->live > 0 && game->undone < SV_UNDOS_MAX && ek_to_move(&game->state) == seat;
}

static void take_back(sv_game *game)
{
    game->state = game->base;
    game->live--;
    game->undone++;
    for (unsigned i = 0; i < game->live; i++)
        ek_play(game->rules, &game->state, game->turn[i], NULL);
}

/* -------------------------------------------------------------------------------- single lines */

static bool damaged(const sv_game *game, rec_error *error)
{
    return rec_fail(error, "damaged-journal", "Entry %u of this game cannot follow.",
                    game->lines + 1);
}

static bool follow_move(sv_game *game, ek_move move, ek_events *events, rec_error *error)
{
    const ek_state before = game->state;
    if (ek_apply(game->rules, &game->state, move, events) != EK_REASON_OK)
        return damaged(game, error);
    if (ek_rules_wanted(game->rules, &game->state) && !compile(game, game->state.zone, error))
        return false;
    note_move(game, &before, move);
    return true;
}

static bool follow_chance(sv_game *game, uint32_t line, ek_events *events, rec_error *error)
{
    const unsigned value = sv_line_value(line);
    const ek_reason reason = sv_line_type(line) == SV_LINE_DRAW
                                 ? ek_draw(game->rules, &game->state, value, events)
                                 : ek_show_back(game->rules, &game->state, (enum ek_back)value);
    if (reason != EK_REASON_OK)
        return damaged(game, error);
    settle(game);
    return true;
}

bool sv_game_follow(sv_game *game, uint32_t line, sv_happened *happened, void *data,
                    rec_error *error)
{
    const ek_state before = game->state;
    const unsigned type = sv_line_type(line);
    const unsigned seat =
        type == SV_LINE_DRAW || type == SV_LINE_BACK ? (unsigned)EK_NOBODY : ek_to_move(&before);
    ek_events events = {.count = 0};
    if (!reserve(game, 1, error))
        return false;
    if (type == SV_LINE_UNDO) {
        if (game->live == 0)
            return damaged(game, error);
        take_back(game);
    } else if (type == SV_LINE_DRAW || type == SV_LINE_BACK) {
        if (!follow_chance(game, line, &events, error))
            return false;
        game->shuffle.used++;
    } else if (!follow_move(game, line, &events, error)) {
        return false;
    }
    add_line(game, line);
    tell(happened, data, game, seat, line, &before, &events);
    return true;
}

/* -------------------------------------------------------------------------------------- chance */

static bool back_is_open(const sv_game *game)
{
    const ek_state *s = &game->state;
    return game->setting.edition == EK_RECHARGED && s->top_back == EK_BACK_UNKNOWN &&
           s->deck_plug + s->deck_socket > 0;
}

/* The next line of chance; 0 if there is none. Asking does not use up the number: following does.
 */
static uint32_t next_chance(const sv_game *game)
{
    jn_shuffle shuffle = game->shuffle;
    const ek_plants awaited = ek_card_awaited(&game->state);
    if (back_is_open(game))
        return (uint32_t)SV_LINE_BACK << 28 | (uint32_t)jn_shuffle_back(&shuffle, &game->state);
    if (awaited)
        return (uint32_t)SV_LINE_DRAW << 28 | jn_shuffle_card(&shuffle, awaited);
    return 0;
}

/* Turns up what is awaited. */
static bool feed(sv_game *game, sv_happened *happened, void *data, rec_error *error)
{
    uint32_t line;
    while ((line = next_chance(game)))
        if (!sv_game_follow(game, line, happened, data, error))
            return false;
    return true;
}

/* --------------------------------------------------------------------------------------- start */

static bool set_up(sv_game *game, ek_events *events, rec_error *error)
{
    unsigned zone;
    if (!choose_zone(game, &zone, error) || !compile(game, zone, error))
        return false;
    ek_setup setup = {.seed = jn_shuffle_bits(&game->shuffle), .order_given = game->setting.seated};
    for (unsigned i = 0; i < game->setting.players; i++)
        setup.order[i] = (uint8_t)i;
    const ek_reason reason = ek_start(game->rules, &setup, &game->state, events);
    if (reason != EK_REASON_OK)
        return rec_refuse(error, reason);
    ek_ask(&game->state);
    settle(game);
    return true;
}

bool sv_game_start(sv_game *game, const sv_setting *setting, const jn_shuffle *shuffle,
                   sv_happened *happened, void *data, rec_error *error)
{
    ek_events events = {.count = 0};
    *game = (sv_game){.setting = *setting, .shuffle = *shuffle};
    if (!set_up(game, &events, error)) {
        sv_game_free(game);
        return false;
    }
    tell(happened, data, game, EK_NOBODY, 0, &game->state, &events);
    return true;
}

void sv_game_free(sv_game *game)
{
    jn_rules_give_back(game->rules);
    free(game->line);
    *game = (sv_game){.line = NULL};
}

/* ---------------------------------------------------------------------------------------- play */

bool sv_game_play(sv_game *game, unsigned seat, ek_move move, sv_happened *happened, void *data,
                  rec_error *error)
{
    const ek_reason reason = ek_why(game->rules, &game->state, seat, move);
    if (reason != EK_REASON_OK)
        return rec_refuse_move(error, game->setting.board, game->rules, reason);
    if (!reserve(game, 1 + SV_CHANCE_MAX, error))
        return false;
    return sv_game_follow(game, move, happened, data, error) && feed(game, happened, data, error);
}

bool sv_game_undo(sv_game *game, unsigned seat, sv_happened *happened, void *data, rec_error *error)
{
    if (!sv_game_can_undo(game, seat))
        return rec_fail(error, "nothing-to-undo",
                        "There is nothing you can take back: a turn that is over, a card that was "
                        "turned up and another player's decision stay, and %d times in a turn "
                        "are enough.",
                        SV_UNDOS_MAX);
    if (!reserve(game, 1 + SV_CHANCE_MAX, error))
        return false;
    return sv_game_follow(game, (uint32_t)SV_LINE_UNDO << 28, happened, data, error);
}

bool sv_game_replay(const sv_game *game, sv_happened *happened, void *data, rec_error *error)
{
    sv_game again;
    jn_shuffle fresh = game->shuffle;
    fresh.used = 0;
    if (!sv_game_start(&again, &game->setting, &fresh, happened, data, error))
        return false;
    bool ok = true;
    for (unsigned i = 0; ok && i < game->lines; i++)
        ok = sv_game_follow(&again, game->line[i], happened, data, error);
    sv_game_free(&again);
    return ok;
}

uint32_t *sv_game_settled(const sv_game *game, unsigned *count)
{
    uint32_t *list = malloc((game->lines + 1) * sizeof *list);
    *count = 0;
    for (unsigned i = 0; list && i < game->lines; i++) {
        if (sv_line_type(game->line[i]) == SV_LINE_UNDO)
            (*count)--;
        else
            list[(*count)++] = game->line[i];
    }
    return list;
}
