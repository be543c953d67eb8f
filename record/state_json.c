#include "state_json.h"

#include <stdio.h>
#include <string.h>

#include "record_parts.h"
#include "words_text.h"

/* --------------------------------------------------------------------------------------- pieces */

/* Sets a key to a new value. Returns NULL on failure, also if object is NULL already. */
static json_t *with(json_t *object, const char *key, json_t *value)
{
    if (object && value && json_object_set_new(object, key, value) == 0)
        return object;
    if (!object)
        json_decref(value);
    json_decref(object);
    return NULL;
}

static json_t *with_item(json_t *array, json_t *value)
{
    if (array && value && json_array_append_new(array, value) == 0)
        return array;
    if (!array)
        json_decref(value);
    json_decref(array);
    return NULL;
}

json_t *rec_plants_json(ek_plants plants)
{
    json_t *list = json_array();
    for (ek_plants rest = plants & ~EK_STEP3_CARD; rest; rest &= rest - 1)
        list = with_item(list, json_integer(__builtin_ctzll(rest)));
    if (plants & EK_STEP3_CARD)
        list = with_item(list, json_string("step3"));
    return list;
}

static json_t *fuel_json(const uint8_t fuel[EK_FUELS])
{
    json_t *object = json_object();
    for (unsigned i = 0; i < EK_FUELS; i++)
        object = with(object, rec_fuel_word(i), json_integer(fuel[i]));
    return object;
}

static json_t *houses_json(const bd_board *board, const ek_owner *owner)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < owner->house_count; i++)
        list =
            with_item(list, json_pack("{s:s, s:i}", "city", board->city[owner->houses[i] & 63].id,
                                      "place", ek_tables.place_cost[owner->houses[i] >> 6]));
    return list;
}

static json_t *cities_json(const bd_board *board, ek_cities cities)
{
    json_t *list = json_array();
    for (; cities; cities &= cities - 1)
        list = with_item(list, json_string(board->city[__builtin_ctzll(cities)].id));
    return list;
}

static json_t *regions_json(const bd_board *board, unsigned zone)
{
    json_t *list = json_array();
    for (unsigned r = 0; r < board->ek->regions; r++)
        if (zone >> r & 1)
            list = with_item(list, json_string(board->region[r].id));
    return list;
}

/* Seats of a set, from 1. */
static json_t *seats_json(unsigned set)
{
    json_t *list = json_array();
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        if (set >> seat & 1)
            list = with_item(list, json_integer(seat + 1));
    return list;
}

static json_t *back_json(unsigned back)
{
    return back == EK_BACK_UNKNOWN ? json_null() : json_string(rec_back_word(back));
}

static int seat_number(unsigned seat)
{
    return seat == EK_NOBODY ? 0 : (int)seat + 1;
}

/* ---------------------------------------------------------------------------------------- state */

static json_t *seat_json(const bd_board *board, const ek_state *s, unsigned seat)
{
    const ek_owner *owner = &s->owner[seat];
    const bool hidden = s->hidden >> seat & 1;
    json_t *object = json_object();
    object = with(object, "money", hidden ? json_null() : json_integer(owner->money));
    object = with(object, "plants", rec_plants_json(owner->plants));
    object = with(object, "fuel", fuel_json(owner->fuel));
    object = with(object, "cities", houses_json(board, owner));
    object = with(object, "bought", json_boolean(s->bought >> seat & 1));
    object = with(object, "passed", json_boolean(s->passed >> seat & 1));
    return with(object, "supplied", json_integer(owner->supplied));
}

static json_t *all_seats_json(const bd_board *board, const ek_rules *rules, const ek_state *s)
{
    json_t *list = json_array();
    for (unsigned seat = 0; seat < rules->config.players; seat++)
        list = with_item(list, seat_json(board, s, seat));
    return list;
}

static json_t *order_json(const ek_rules *rules, const ek_state *s)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < rules->config.players; i++)
        list = with_item(list, json_integer(s->order[i] + 1));
    return list;
}

static json_t *market_json(const ek_rules *rules, const ek_state *s)
{
    json_t *object = json_object();
    object = with(object, "current", rec_plants_json(ek_current_market(rules, s)));
    object = with(object, "future", rec_plants_json(ek_future_market(rules, s)));
    object = with(object, "deck", json_integer(ek_deck_count(s)));
    return with(object, "top_back", back_json(s->top_back));
}

static json_t *supply_json(const ek_state *s)
{
    uint8_t supply[EK_FUELS];
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        supply[fuel] = (uint8_t)ek_supply(s, (enum ek_fuel)fuel);
    return fuel_json(supply);
}

/* null unless an auction is running. The nominator is the seat at turn. */
static json_t *auction_json(const ek_state *s)
{
    if (s->in_auction == 0)
        return json_null();
    json_t *object = json_object();
    object = with(object, "plant", json_integer(s->auction_plant));
    object = with(object, "bid", json_integer(s->bid));
    object = with(object, "bidder", json_integer(s->bidder + 1));
    object = with(object, "nominator", json_integer(s->order[s->turn] + 1));
    return with(object, "in", seats_json(s->in_auction));
}

static json_t *trust_json(const bd_board *board, const ek_rules *rules, const ek_state *s)
{
    const ek_owner *trust = &s->owner[EK_TRUST];
    if (!rules->trust)
        return json_null();
    json_t *object = json_object();
    object = with(object, "plants", rec_plants_json(trust->plants));
    object = with(object, "fuel", fuel_json(trust->fuel));
    object = with(object, "cities", houses_json(board, trust));
    return with(object, "stock", json_integer(ek_tables.trust_houses - trust->house_count));
}

static json_t *chance_json(const ek_state *s)
{
    const ek_plants awaited = ek_card_awaited(s);
    if (awaited == 0)
        return json_null();
    return with(with(json_object(), "ask", json_string("draw")), "plants",
                rec_plants_json(awaited));
}

static json_t *ranking_json(const ek_rules *rules, const ek_state *s)
{
    json_t *list = json_array();
    ek_rank ranking[EK_SEATS];
    if (ek_phase(s) != EK_PHASE_ENDED)
        return list;
    ek_ranking(rules, s, ranking);
    for (unsigned i = 0; i < rules->config.players; i++) {
        const ek_rank *r = &ranking[i];
        const bool hidden = s->hidden >> r->seat & 1;
        json_t *row = json_object();
        row = with(row, "seat", json_integer(r->seat + 1));
        row = with(row, "powered", json_integer(r->powered));
        row = with(row, "money", hidden ? json_null() : json_integer(r->money));
        row = with(row, "cities", json_integer(r->cities));
        list = with_item(list, with(row, "rank", json_integer(r->rank)));
    }
    return list;
}

json_t *rec_options_json(unsigned options)
{
    json_t *object = json_object();
    for (unsigned i = 0; i < EK_OPTIONS; i++)
        object = with(object, rec_option_keys[i], json_boolean(options >> i & 1));
    return object;
}

json_t *rec_state_json(const bd_board *board, const ek_rules *rules, const ek_state *s)
{
    json_t *o = json_object();
    o = with(o, "edition", json_string(rec_edition_word(rules->config.edition)));
    o = with(o, "board", json_string(rec_is_own_board(board) ? board->id : board->base));
    o = with(o, "players", json_integer(rules->config.players));
    o = with(o, "options", rec_options_json(rules->config.options));
    o = with(o, "zone", regions_json(board, s->zone));
    o = with(o, "round", json_integer(s->round));
    o = with(o, "phase", json_string(rec_phase_word(ek_phase(s))));
    o = with(o, "step", json_integer(s->step));
    o = with(o, "order", order_json(rules, s));
    o = with(o, "to_move", json_integer(seat_number(ek_to_move(s))));
    o = with(o, "chance", chance_json(s));
    o = with(o, "seats", all_seats_json(board, rules, s));
    o = with(o, "market", market_json(rules, s));
    o = with(o, "resources", fuel_json(s->fuel));
    o = with(o, "supply", supply_json(s));
    o = with(o, "discount", s->discount ? json_integer(s->discount) : json_null());
    o = with(o, "auction", auction_json(s));
    o = with(o, "trust", trust_json(board, rules, s));
    o = with(o, "marks", cities_json(board, s->marks));
    o = with(o, "uranium_stopped", json_boolean(s->uranium_stopped));
    o = with(o, "ended", json_boolean(ek_phase(s) == EK_PHASE_ENDED));
    return with(o, "ranking", ranking_json(rules, s));
}

/* --------------------------------------------------------------------------------------- events */

json_t *rec_value_json(const bd_board *board, const rec_event_value *of)
{
    const unsigned value = (unsigned)of->value;
    switch (of->field.type) {
    case EK_FIELD_SEAT:
    case EK_FIELD_SEAT_OR_NOBODY:
    case EK_FIELD_POSITION:
        return json_integer(of->value + 1);
    case EK_FIELD_REGION:
        return json_string(board->region[value].id);
    case EK_FIELD_ZONE:
        return regions_json(board, value);
    case EK_FIELD_CITY:
        return json_string(board->city[value].id);
    case EK_FIELD_PLACE:
        return json_integer(ek_tables.place_cost[value]);
    case EK_FIELD_FUEL:
        return json_string(rec_fuel_word(value));
    case EK_FIELD_PHASE:
        return json_string(rec_phase_word(value));
    case EK_FIELD_REMOVAL:
        return json_string(rec_removal_word(value));
    case EK_FIELD_BACK:
        return back_json(value);
    case EK_FIELD_PLANT:
    case EK_FIELD_NUMBER:
    case EK_FIELD_COUNT:
    case EK_FIELD_MONEY:
    case EK_FIELD_FLAG:
        break;
    }
    return json_integer(of->value);
}

json_t *rec_event_json(const bd_board *board, const ek_event *event)
{
    rec_event_value values[REC_EVENT_VALUES_MAX];
    const unsigned count = rec_event_values(event, values);
    json_t *o = with(json_object(), "event", json_string(rec_event_word(event->type)));
    for (unsigned i = 0; i < count; i++)
        o = with(o, values[i].field.name, rec_value_json(board, &values[i]));
    return o;
}

json_t *rec_events_json(const bd_board *board, const ek_events *events)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < events->count; i++)
        list = with_item(list, rec_event_json(board, &events->list[i]));
    return list;
}

json_t *rec_error_json(const rec_error *error)
{
    json_t *o = json_object();
    o = with(o, "code", json_string(error->code));
    o = with(o, "text", json_string(error->text));
    if (error->line) {
        o = with(o, "line", json_integer(error->line));
        o = with(o, "column", json_integer(error->column));
    }
    return o;
}
