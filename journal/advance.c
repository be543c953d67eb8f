#include "advance.h"

void jn_append_events(ek_events *all, const ek_events *more)
{
    for (unsigned i = 0; all && i < more->count && all->count < EK_EVENTS_MAX; i++)
        all->list[all->count++] = more->list[i];
}

/* ----------------------------------------------------------------------------------- tentative */

/* Makes everything before line number at final. */
static void settle(jn_point *p, unsigned at)
{
    p->base = p->state;
    p->base_at = at;
    p->live = p->undone = 0;
}

/* A move stays tentative while its seat goes on deciding and no card was turned up; cards of a seed
 * change the generator. */
static void note_move(jn_point *p, const ek_state *before, unsigned at, bool card)
{
    const ek_state *s = &p->state;
    const bool same = ek_to_move(before) == ek_to_move(s) && ek_phase(before) == ek_phase(s) &&
                      before->round == s->round && before->random == s->random;
    if (!same || card || p->live == JN_TURN_MAX)
        settle(p, at + 1);
    else
        p->live++;
}

/* Replays the turn without its last move. Between base_at and at there are only moves and JN_UNDO
 * lines. */
static void take_back(const jn_game *game, jn_point *p, unsigned at)
{
    ek_move turn[JN_TURN_MAX];
    unsigned moves = 0;
    for (unsigned i = p->base_at; i < at; i++) {
        if (jn_is_move(game->line[i]))
            turn[moves++] = game->line[i];
        else
            moves--;
    }
    p->state = p->base;
    p->live--;
    p->undone++;
    for (unsigned i = 0; i + 1 < moves; i++)
        ek_play(p->rules, &p->state, turn[i], NULL);
}

/* -------------------------------------------------------------------------------------- script */

/* The next card of the script shows its back on top of the deck. */
static void show_scripted_back(const jn_game *game, jn_point *p)
{
    const unsigned plant = game->setup.script[p->script_at];
    if (p->state.top_back == EK_BACK_UNKNOWN)
        ek_show_back(p->rules, &p->state,
                     ek_tables.plug >> plant & 1 ? EK_BACK_PLUG : EK_BACK_SOCKET);
}

/* Turns up the cards of the script; at its end the seed takes over. */
static ek_reason draw_from_script(const jn_game *game, jn_point *p, ek_events *events,
                                  unsigned *refused)
{
    const jn_setup *s = &game->setup;
    ek_events more;
    if (s->script_count == 0)
        return EK_REASON_OK;
    while (p->script_at < s->script_count && ek_card_awaited(&p->state)) {
        const ek_reason reason = ek_draw(p->rules, &p->state, s->script[p->script_at++], &more);
        if (reason != EK_REASON_OK) {
            if (refused)
                *refused = p->script_at;
            return reason;
        }
        jn_append_events(events, &more);
    }
    if (p->state.chance == EK_CHANCE_ASK && p->script_at < s->script_count) {
        show_scripted_back(game, p);
    } else if (p->state.chance == EK_CHANCE_ASK && s->chance == JN_CHANCE_SEED) {
        ek_reseed(p->rules, &p->state, p->state.random, &more);
        jn_append_events(events, &more);
    }
    return EK_REASON_OK;
}

/* --------------------------------------------------------------------------------------- start */

ek_reason jn_set_up(const jn_game *game, jn_point *p, ek_events *events)
{
    const jn_setup *s = &game->setup;
    const bool told_all = s->chance == JN_CHANCE_TOLD_ALL;
    ek_setup setup = {.seed = s->seed,
                      .market = s->market,
                      .chance = told_all ? EK_CHANCE_ASK : EK_CHANCE_SEED,
                      .order_given = s->order_given};
    ek_reason reason = EK_REASON_OK;
    for (unsigned i = 0; i < EK_SEATS; i++)
        setup.order[i] = s->order[i];
    *p = (jn_point){.rules = game->first};
    if (events)
        events->count = 0;
    if (game->saved)
        p->state = *game->saved;
    else
        reason = ek_start(p->rules, &setup, &p->state, events);
    if (reason != EK_REASON_OK)
        return reason;
    if (!game->saved && (s->script_count || s->chance != JN_CHANCE_SEED))
        ek_ask(&p->state);
    reason = draw_from_script(game, p, events, NULL);
    settle(p, 0);
    return reason;
}

/* --------------------------------------------------------------------------------------- lines */

static unsigned apply_chance(const jn_game *game, jn_point *p, uint32_t line, ek_events *events)
{
    const unsigned value = jn_line_value(line);
    switch (jn_line_type(line)) {
    case JN_DRAW:
        return ek_draw(p->rules, &p->state, value, events);
    case JN_BACK:
        return ek_show_back(p->rules, &p->state, (enum ek_back)value);
    default:
        if (value >= game->seeds)
            return JN_DAMAGED;
        ek_reseed(p->rules, &p->state, game->seed[value], events);
        return EK_REASON_OK;
    }
}

/* Switches to the rules for a zone that has just been drafted, and draws cards of the script. */
static unsigned go_on(const jn_game *game, jn_point *p, ek_events *events, unsigned *refused)
{
    if (ek_rules_wanted(p->rules, &p->state)) {
        if (!game->zoned || game->zoned->config.zone != p->state.zone)
            return JN_RULES_WANTED;
        p->rules = game->zoned;
    }
    return draw_from_script(game, p, events, refused);
}

unsigned jn_advance(const jn_game *game, jn_point *p, uint32_t line, unsigned at, ek_events *events,
                    unsigned *refused)
{
    const ek_state before = p->state;
    const unsigned script_at = p->script_at;
    if (events)
        events->count = 0;
    if (jn_line_type(line) == JN_UNDO) {
        if (p->live == 0)
            return JN_DAMAGED;
        take_back(game, p, at);
        return EK_REASON_OK;
    }
    unsigned reason = jn_is_move(line) ? (unsigned)ek_apply(p->rules, &p->state, line, events)
                                       : apply_chance(game, p, line, events);
    if (reason == EK_REASON_OK)
        reason = go_on(game, p, events, refused);
    if (reason != EK_REASON_OK)
        return reason;
    if (jn_is_move(line))
        note_move(p, &before, at, p->script_at != script_at);
    else
        settle(p, at + 1);
    return EK_REASON_OK;
}
