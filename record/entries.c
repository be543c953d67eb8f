#include "entries.h"

#include <stdlib.h>

static bool add(rec_entries *e, enum rec_entry_kind kind, uint32_t value, unsigned seat)
{
    if (e->count == e->room) {
        const unsigned room = e->room ? e->room * 2 : 64;
        rec_entry *grown = realloc(e->list, room * sizeof *grown);
        if (!grown)
            return false;
        e->list = grown;
        e->room = room;
    }
    e->list[e->count++] = (rec_entry){.value = value, .kind = (uint8_t)kind, .seat = (uint8_t)seat};
    return true;
}

/* Adds the cards that were turned up and the backs that became known; sets *back to the last back.
 */
static bool add_cards(rec_entries *e, const rec_applied_line *h, unsigned *back)
{
    bool ok = true;
    for (unsigned i = 0; ok && i < h->events->count; i++) {
        const ek_event *event = &h->events->list[i];
        const bool drawn = event->type == EK_EVENT_PLANT_DRAWN;
        if (!drawn && event->type != EK_EVENT_DECK_SHUFFLED)
            continue;
        if (drawn)
            ok = add(e, REC_DRAW, event->a, EK_NOBODY);
        *back = event->b;
        if (*back != EK_BACK_UNKNOWN)
            ok = ok && add(e, REC_BACK, *back, EK_NOBODY);
    }
    return ok;
}

bool rec_add_entries(rec_entries *e, const rec_applied_line *h)
{
    const unsigned count = e->count;
    unsigned back = h->before->top_back;
    bool ok = !jn_is_move(h->line) || add(e, REC_MOVE, h->line, h->seat);
    ok = ok && add_cards(e, h, &back);
    /* A back that the caller or the script told has no event. */
    if (back == EK_BACK_UNKNOWN && h->after->top_back != EK_BACK_UNKNOWN)
        ok = ok && add(e, REC_BACK, h->after->top_back, EK_NOBODY);
    if (!ok)
        e->count = count;
    return ok;
}

rec_applied_line rec_line_of(const jn_cursor *c)
{
    return (rec_applied_line){c->line, c->seat, &c->before, &c->now.state, &c->events};
}

bool rec_list_entries(rec_entries *entries, const jn_game *game)
{
    jn_cursor cursor;
    bool ok = true;
    jn_begin(&cursor, game);
    while (ok && jn_next_settled(&cursor)) {
        const rec_applied_line line = rec_line_of(&cursor);
        ok = rec_add_entries(entries, &line);
    }
    return ok;
}
