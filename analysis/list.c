/* Lists the decisions and cards of a game. */
#include <stdlib.h>

#include "analysis.h"

/* Room for one more element of a list; NULL without memory. */
static void *grow(void *list, unsigned count, unsigned *room, size_t size)
{
    if (count < *room)
        return list;
    const unsigned more = *room ? *room * 2 : 64;
    void *grown = realloc(list, more * size);
    if (grown)
        *room = more;
    return grown;
}

static bool add_task(an_game *g, uint32_t task)
{
    uint32_t *grown = grow(g->task, g->tasks, &g->tasks_room, sizeof *grown);
    if (!grown)
        return false;
    g->task = grown;
    g->task[g->tasks++] = task;
    return true;
}

enum an_phase an_phase_of(const ek_state *state)
{
    switch (ek_phase(state)) {
    case EK_PHASE_RESOURCES:
        return AN_PHASE_FUEL;
    case EK_PHASE_BUILDING:
        return AN_PHASE_BUILDING;
    case EK_PHASE_BUREAUCRACY:
        return AN_PHASE_POWERING;
    default:
        return AN_PHASE_AUCTION;
    }
}

/* ------------------------------------------------------------------------------------ decisions */

/* Whether a move belongs to the turn of the decision before it. */
static bool goes_on(const an_decision *d, const jn_cursor *c)
{
    const enum ek_decision pending = ek_pending(&c->before);
    return (pending == EK_DECISION_BUY || pending == EK_DECISION_BUILD) &&
           pending == ek_pending(&d->state) && d->seat == c->seat &&
           d->state.round == c->before.round && d->count < BOT_PLAN_MAX;
}

static bool add_decision(an_game *g, const jn_cursor *c)
{
    an_decision *grown = grow(g->decision, g->decisions, &g->decisions_room, sizeof *grown);
    if (!grown)
        return false;
    g->decision = grown;
    grown[g->decisions] = (an_decision){.rules = c->now.rules,
                                        .state = c->before,
                                        .number = g->moves,
                                        .last = g->moves,
                                        .count = 1,
                                        .seat = (uint8_t)c->seat,
                                        .phase = (uint8_t)an_phase_of(&c->before),
                                        .played = {c->line}};
    return add_task(g, g->decisions++);
}

/* open: the last decision may go on. */
static bool add_move(an_game *g, const jn_cursor *c, bool open)
{
    g->moves++;
    if (c->before.round == 0)
        return true;
    an_decision *d = open && g->decisions > 0 ? &g->decision[g->decisions - 1] : NULL;
    if (!d || !goes_on(d, c))
        return add_decision(g, c);
    d->played[d->count++] = c->line;
    d->last = g->moves;
    return true;
}

/* ---------------------------------------------------------------------------------------- cards */

/* The place of a card in the list of tasks is marked; an_list turns it into a number that follows
 * those of the decisions. */
static const uint32_t card_mark = UINT32_C(1) << 31;

static bool add_card(an_game *g, const ek_rules *rules, ek_state *state, unsigned plant)
{
    const ek_state waiting = *state;
    if (ek_draw(rules, state, plant, NULL) != EK_REASON_OK || waiting.round == 0)
        return true;
    an_card *grown = grow(g->card, g->cards, &g->cards_room, sizeof *grown);
    if (!grown)
        return false;
    g->card = grown;
    grown[g->cards] = (an_card){.rules = rules,
                                .waiting = waiting,
                                .after = *state,
                                .number = g->moves,
                                .plant = (uint8_t)plant};
    return add_task(g, g->cards++ | card_mark);
}

/* Makes the line once more, in a game that asks for its cards, to see the game wait for each. */
static bool add_cards(an_game *g, const jn_cursor *c)
{
    ek_state state = c->before;
    bool ok = true;
    ek_ask(&state);
    if (jn_is_move(c->line))
        ek_play(c->now.rules, &state, c->line, NULL);
    for (unsigned i = 0; ok && i < c->events.count; i++) {
        const ek_event *event = &c->events.list[i];
        if (event->type != EK_EVENT_PLANT_DRAWN)
            continue;
        ok = add_card(g, c->now.rules, &state, event->a);
        if (event->b != EK_BACK_UNKNOWN)
            ek_show_back(c->now.rules, &state, (enum ek_back)event->b);
    }
    return ok;
}

/* ------------------------------------------------------------------------------------- the game */

static void note_result(an_game *g, const jn_point *end)
{
    ek_rank ranking[EK_SEATS];
    int winners = 0;
    g->ended = ek_phase(&end->state) == EK_PHASE_ENDED;
    if (!g->ended)
        return;
    ek_ranking(end->rules, &end->state, ranking);
    for (unsigned i = 0; i < g->players; i++)
        winners += ranking[i].rank == 1;
    for (unsigned i = 0; i < g->players; i++)
        if (ranking[i].rank == 1)
            g->result[ranking[i].seat] = BOT_CHANCE_ONE / winners;
}

static void number_cards(an_game *g)
{
    for (unsigned i = 0; i < g->tasks; i++)
        if (g->task[i] & card_mark)
            g->task[i] = (g->task[i] & ~card_mark) + g->decisions;
}

bool an_list(an_game *g, const jn_game *journal)
{
    jn_cursor c;
    bool ok = true;
    *g = (an_game){.journal = journal, .players = journal->setup.config.players};
    jn_begin(&c, journal);
    while (ok && jn_next_settled(&c)) {
        const bool open = g->tasks > 0 && !(g->task[g->tasks - 1] & card_mark);
        if (jn_is_move(c.line))
            ok = add_move(g, &c, open);
        ok = ok && add_cards(g, &c);
    }
    if (ok) {
        number_cards(g);
        note_result(g, &c.now);
    } else {
        an_free(g);
    }
    return ok;
}

void an_free(an_game *g)
{
    free(g->decision);
    free(g->card);
    free(g->task);
    *g = (an_game){.decision = NULL};
}
