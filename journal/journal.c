#include "journal.h"

#include <stdlib.h>

#include "advance.h"
#include "rules_cache.h"

/* ----------------------------------------------------------------------------------- the lines */

static unsigned reserve(jn_game *game, unsigned lines)
{
    game->refused_card = 0;
    if (game->lines + lines > game->setup.lines_max)
        return JN_TOO_LONG;
    if (game->lines + lines <= game->room)
        return EK_REASON_OK;
    const unsigned room = game->lines + lines + game->room / 4 + 32;
    uint32_t *grown = realloc(game->line, room * sizeof *grown);
    if (!grown)
        return JN_NO_MEMORY;
    game->line = grown;
    game->room = room;
    return EK_REASON_OK;
}

/* Adds a line that has been applied, and counts it. */
static void add_line(jn_game *game, uint32_t line)
{
    const bool undo = jn_line_type(line) == JN_UNDO;
    uint64_t mixed = game->sum ^ line;
    game->sum = ek_random(&mixed);
    game->line[game->lines++] = line;
    if (game->now.base_at == game->lines)
        game->base_sum = game->sum;
    game->undos += undo;
    game->steps += !undo && !jn_is_joined(line);
    game->steps -= undo;
    if (game->setup.chance == JN_CHANCE_SHUFFLE)
        game->setup.shuffle.used += jn_is_chance(line);
}

/* Removes the last line and no longer counts it. The caller restores now and sum. */
static void remove_line(jn_game *game)
{
    const uint32_t line = game->line[--game->lines];
    const bool undo = jn_line_type(line) == JN_UNDO;
    game->undos -= undo;
    game->steps -= !undo && !jn_is_joined(line);
    game->steps += undo;
    if (game->setup.chance == JN_CHANCE_SHUFFLE)
        game->setup.shuffle.used -= jn_is_chance(line);
}

/* Compiles the rules for a zone whose draft is complete. */
static unsigned compile_zone(jn_game *game, unsigned zone)
{
    const ek_rules *rules;
    ek_config config = game->setup.config;
    config.zone = (uint8_t)zone;
    const unsigned reason = jn_rules_get(game->setup.board, &config, &rules);
    if (reason != EK_REASON_OK)
        return reason;
    jn_rules_release(game->zoned);
    game->zoned = rules;
    return EK_REASON_OK;
}

/* Applies and adds a line. The caller has reserved room for it. */
static unsigned append(jn_game *game, uint32_t line, ek_events *events)
{
    jn_point next = game->now;
    unsigned reason = jn_advance(game, &next, line, game->lines, events, &game->refused_card);
    if (reason == JN_RULES_WANTED) {
        reason = compile_zone(game, next.state.zone);
        if (reason != EK_REASON_OK)
            return reason;
        next = game->now;
        reason = jn_advance(game, &next, line, game->lines, events, &game->refused_card);
    }
    if (reason != EK_REASON_OK)
        return reason;
    game->now = next;
    add_line(game, line);
    return EK_REASON_OK;
}

static unsigned reserve_and_append(jn_game *game, uint32_t line, ek_events *events)
{
    const unsigned reason = reserve(game, 1);
    return reason == EK_REASON_OK ? append(game, line, events) : reason;
}

/* --------------------------------------------------------------------------------------- start */

static unsigned choose_zone(jn_setup *s)
{
    const uint64_t random =
        s->chance == JN_CHANCE_SHUFFLE ? jn_shuffle_bits(&s->shuffle) : ~s->seed;
    ek_config *c = &s->config;
    if (c->edition >= EK_EDITIONS || !(s->board->editions >> c->edition & 1))
        return EK_REASON_BAD_EDITION;
    if (c->players < 2 || c->players > EK_SEATS)
        return EK_REASON_BAD_PLAYERS;
    if (s->zone_choice == JN_ZONE_DRAFT) {
        c->zone = 0;
        return EK_REASON_OK;
    }
    if (s->zone_choice == JN_ZONE_RANDOM)
        c->zone = ek_random_zone(s->board, c->edition, c->players, random);
    return c->zone ? EK_REASON_OK : EK_REASON_NO_ZONE;
}

/* Reads a saved state under the rules for one zone. */
static unsigned load_in(jn_game *game, unsigned zone)
{
    const jn_setup *s = &game->setup;
    const ek_rules *rules;
    ek_config config = s->config;
    config.zone = (uint8_t)zone;
    unsigned reason = jn_rules_get(s->board, &config, &rules);
    if (reason != EK_REASON_OK)
        return reason;
    reason = ek_load(rules, s->saved, s->saved_size, game->saved);
    if (reason == EK_REASON_OK)
        game->first = rules;
    else
        jn_rules_release(rules);
    return reason;
}

/* If the state was saved during a draft, its rules have no zone. */
static unsigned load(jn_game *game)
{
    game->saved = malloc(sizeof *game->saved);
    if (!game->saved)
        return JN_NO_MEMORY;
    const unsigned reason = load_in(game, game->setup.config.zone);
    if (reason == EK_REASON_OK || game->setup.config.zone == 0 ||
        game->setup.zone_choice != JN_ZONE_DRAFT)
        return reason;
    return load_in(game, 0);
}

static unsigned prepare(jn_game *game)
{
    jn_setup *s = &game->setup;
    if (s->lines_max == 0 || s->lines_max > JN_LINES_MAX)
        s->lines_max = JN_LINES_MAX;
    if (s->saved)
        return load(game);
    unsigned reason = choose_zone(s);
    if (reason == EK_REASON_OK)
        reason = jn_rules_get(s->board, &s->config, &game->first);
    if (reason == EK_REASON_OK && s->chance == JN_CHANCE_SHUFFLE)
        s->seed = jn_shuffle_bits(&s->shuffle);
    return reason;
}

unsigned jn_start(jn_game *game, const jn_setup *setup, ek_events *events)
{
    *game = (jn_game){.setup = *setup};
    unsigned reason = prepare(game);
    if (reason == EK_REASON_OK)
        reason = jn_set_up(game, &game->now, events);
    if (reason != EK_REASON_OK)
        jn_free(game);
    game->setup.saved = NULL;
    return reason;
}

void jn_free(jn_game *game)
{
    jn_rules_release(game->first);
    jn_rules_release(game->zoned);
    free(game->line);
    free(game->seed);
    free(game->saved);
    *game = (jn_game){.line = NULL};
}

/* -------------------------------------------------------------------------------------- chance */

static bool back_is_open(const jn_game *game)
{
    const ek_state *s = &game->now.state;
    return game->setup.config.edition == EK_RECHARGED && s->top_back == EK_BACK_UNKNOWN &&
           s->deck_plug + s->deck_socket > 0;
}

/* The next line of the shuffle; 0 if the game waits for neither card nor back. The number is used
 * up only when the line is added. */
static uint32_t next_chance(const jn_game *game)
{
    jn_shuffle shuffle = game->setup.shuffle;
    const ek_plants awaited = ek_card_awaited(&game->now.state);
    if (back_is_open(game))
        return (uint32_t)JN_BACK << 28 | (uint32_t)jn_shuffle_back(&shuffle, &game->now.state);
    if (awaited)
        return (uint32_t)JN_DRAW << 28 | jn_shuffle_card(&shuffle, awaited);
    return 0;
}

/* Adds all cards and backs that the game waits for. The caller has reserved room for them. */
static unsigned deal(jn_game *game, ek_events *events)
{
    ek_events more;
    uint32_t line;
    while ((line = next_chance(game))) {
        const unsigned reason = append(game, line, &more);
        if (reason != EK_REASON_OK)
            return reason;
        jn_append_events(events, &more);
    }
    return EK_REASON_OK;
}

/* The most lines that a decision can add. */
static unsigned lines_of_decision(const jn_game *game)
{
    return game->setup.chance == JN_CHANCE_SHUFFLE ? 1 + JN_CHANCE_MAX : 1;
}

/* ---------------------------------------------------------------------------------------- play */

unsigned jn_play(jn_game *game, unsigned seat, ek_move move, ek_events *events)
{
    unsigned reason = ek_why(game->now.rules, &game->now.state, seat, move);
    game->refused_card = 0;
    if (reason == EK_REASON_OK)
        reason = reserve(game, lines_of_decision(game));
    if (reason == EK_REASON_OK)
        reason = append(game, move, events);
    if (reason == EK_REASON_OK && game->setup.chance == JN_CHANCE_SHUFFLE)
        reason = deal(game, events);
    return reason;
}

unsigned jn_draw(jn_game *game, unsigned plant, bool joined, ek_events *events)
{
    const uint32_t value = plant < 0xffff ? plant : 0xffff; /* not a plant either */
    return reserve_and_append(
        game, (uint32_t)JN_DRAW << 28 | (joined ? (uint32_t)JN_JOINED : 0) | value, events);
}

unsigned jn_show_back(jn_game *game, enum ek_back back, bool joined)
{
    const uint32_t line =
        (uint32_t)JN_BACK << 28 | (joined ? (uint32_t)JN_JOINED : 0) | ((uint32_t)back & 0xffff);
    game->refused_card = 0;
    if (joined && game->now.state.top_back != EK_BACK_UNKNOWN)
        return ek_show_back(game->now.rules, &game->now.state, back);
    return reserve_and_append(game, line, NULL);
}

unsigned jn_reseed(jn_game *game, uint64_t seed, ek_events *events)
{
    uint64_t *grown = realloc(game->seed, (game->seeds + 1) * sizeof *grown);
    if (!grown)
        return JN_NO_MEMORY;
    game->seed = grown;
    game->seed[game->seeds++] = seed;
    const unsigned reason = reserve_and_append(
        game, (uint32_t)JN_UNDO << 28 | (uint32_t)JN_SEEDED | (game->seeds - 1), events);
    if (reason != EK_REASON_OK)
        game->seeds--;
    return reason;
}

unsigned jn_append_stored(jn_game *game, uint32_t line)
{
    return reserve_and_append(game, line, NULL);
}

/* ---------------------------------------------------------------------------------------- undo */

bool jn_can_take_back(const jn_game *game, unsigned seat)
{
    return game->now.live > 0 && game->now.undone < JN_UNDOS_MAX &&
           ek_to_move(&game->now.state) == seat;
}

unsigned jn_take_back(jn_game *game, unsigned seat)
{
    if (!jn_can_take_back(game, seat))
        return JN_NOTHING_TO_UNDO;
    const unsigned reason = reserve(game, lines_of_decision(game));
    return reason == EK_REASON_OK ? append(game, (uint32_t)JN_UNDO << 28, NULL) : reason;
}

/* Goes back to the beginning of the turn. */
static void go_to_base(jn_game *game)
{
    jn_point *p = &game->now;
    p->state = p->base;
    p->live = p->undone = 0;
    game->sum = game->base_sum;
}

static void go_to_setup(jn_game *game)
{
    jn_set_up(game, &game->now, NULL);
    game->sum = game->base_sum = 0;
}

/* Keeps the first lines only. Replays them from the beginning of the turn if they reach so far,
 * otherwise all of them. They cannot fail: they were applied before. */
static void cut(jn_game *game, unsigned lines)
{
    const bool in_turn = lines >= game->now.base_at;
    const unsigned from = in_turn ? game->now.base_at : 0;
    unsigned seeds = game->seeds;
    for (unsigned i = lines; i < game->lines; i++)
        seeds -= jn_line_type(game->line[i]) == JN_RESEED;
    while (game->lines > from)
        remove_line(game);
    if (in_turn)
        go_to_base(game);
    else
        go_to_setup(game);
    for (unsigned i = from; i < lines; i++)
        append(game, game->line[i], NULL);
    game->seeds = seeds;
    if (game->now.rules != game->zoned) {
        jn_rules_release(game->zoned);
        game->zoned = NULL;
    }
}

unsigned jn_undo_to(jn_game *game, unsigned steps)
{
    unsigned at = game->lines;
    if (steps >= game->steps)
        return EK_REASON_OK;
    for (unsigned left = game->steps - steps; left > 0;) {
        at--;
        left -= jn_is_settled(game, at) && !jn_is_joined(game->line[at]);
    }
    cut(game, at);
    return EK_REASON_OK;
}

unsigned jn_undo(jn_game *game)
{
    return game->steps ? jn_undo_to(game, game->steps - 1) : (unsigned)JN_NOTHING_TO_UNDO;
}
