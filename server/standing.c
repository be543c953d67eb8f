#include "standing.h"

typedef struct turn {
    bool here; /* it is this seat's turn, and a person plays it */
    int64_t due;
} turn;

static turn turn_of(const sv_table *table, unsigned seat)
{
    const sv_standing *s = &table->seat[seat].standing;
    if (!table->has_game)
        return (turn){s->to_move && table->status == SV_RUNNING, s->due};
    if (sv_table_to_move(table) != seat || sv_seat_is_automatic(table, seat))
        return (turn){0};
    return (turn){true, sv_clock_due(table)};
}

bool sv_standing_ranks(const sv_table *table, uint8_t rank[EK_SEATS])
{
    ek_rank ranking[EK_SEATS];
    const unsigned players = table->setting.players;
    for (unsigned i = 0; i < players; i++)
        rank[i] = table->seat[i].standing.rank;
    if (table->status != SV_ENDED || !table->has_game)
        return table->status == SV_ENDED && table->seat[0].standing.ranked;
    const ek_state *state = &table->game.now.state;
    const bool complete = ek_phase(state) == EK_PHASE_ENDED;
    ek_ranking(table->game.now.rules, state, ranking);
    for (unsigned i = 0; i < players; i++)
        rank[ranking[i].seat] = complete ? ranking[i].rank : 0;
    return true;
}

void sv_standing_store(const sv_table *table, unsigned seat, json_t *object)
{
    uint8_t rank[EK_SEATS];
    const turn t = turn_of(table, seat);
    if (t.here)
        json_object_set_new(object, "turn", json_integer(t.due));
    if (sv_standing_ranks(table, rank))
        json_object_set_new(object, "rank", json_integer(rank[seat]));
}

void sv_standing_read(sv_seat *seat, const json_t *object)
{
    const json_t *due = json_object_get(object, "turn");
    const json_t *rank = json_object_get(object, "rank");
    seat->standing = (sv_standing){.due = json_integer_value(due),
                                   .to_move = due != NULL,
                                   .ranked = rank != NULL,
                                   .rank = (uint8_t)json_integer_value(rank)};
}

static json_t *turn_json(const sv_table *table, int64_t now)
{
    for (unsigned i = 0; i < table->setting.players; i++) {
        const turn t = turn_of(table, i);
        if (t.here)
            return json_pack("{s:i, s:I, s:I}", "seat", (int)i + 1, "due", (json_int_t)t.due, "now",
                             (json_int_t)now);
    }
    return json_null();
}

static json_t *winners_json(const sv_table *table)
{
    uint8_t rank[EK_SEATS];
    if (!sv_standing_ranks(table, rank))
        return json_null();
    json_t *list = json_array();
    for (unsigned i = 0; i < table->setting.players; i++)
        if (rank[i] == 1)
            json_array_append_new(list, json_integer(i + 1));
    return list;
}

void sv_standing_add(const sv_table *table, int64_t now, json_t *info)
{
    json_object_set_new(info, "turn", turn_json(table, now));
    json_object_set_new(info, "winners", winners_json(table));
}
