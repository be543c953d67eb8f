/* Events as JSON, read: the opposite of rec_event_json. */
#include "event_fields.h"
#include "state_json.h"
#include "words_text.h"

static int place_of(json_int_t price)
{
    for (int place = 0; place < EK_STEPS; place++)
        if (ek_tables.place_cost[place] == price)
            return place;
    return -1;
}

/* The set of regions of a list; -1 if one of them is not on the board. */
static int zone_of(const bd_board *board, const json_t *list)
{
    int zone = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *id = json_string_value(json_array_get(list, i));
        const int region = id ? bd_region_named(board, id) : -1;
        if (region < 0)
            return -1;
        zone |= 1 << region;
    }
    return json_is_array(list) ? zone : -1;
}

static int back_of(const json_t *json)
{
    if (json_is_null(json))
        return EK_BACK_UNKNOWN;
    return json_is_string(json) ? rec_back_named(json_string_value(json)) : -1;
}

/* A value that is given by a word; -1 if it is none that fits. */
static int word_value(const bd_board *board, enum ek_field type, const char *word)
{
    switch (type) {
    case EK_FIELD_REGION:
        return bd_region_named(board, word);
    case EK_FIELD_CITY:
        return bd_city_named(board, word);
    case EK_FIELD_FUEL:
        return rec_fuel_named(word);
    case EK_FIELD_PHASE:
        return rec_phase_named(word);
    case EK_FIELD_REMOVAL:
        return rec_removal_named(word);
    default:
        return -1;
    }
}

/* A value that is given by a number; -1 if it does not fit into max. */
static int number_value(enum ek_field type, json_int_t number, int max)
{
    switch (type) {
    case EK_FIELD_SEAT:
    case EK_FIELD_SEAT_OR_NOBODY:
    case EK_FIELD_POSITION:
        return number >= 1 && number <= EK_SEATS ? (int)number - 1 : -1;
    case EK_FIELD_PLACE:
        return place_of(number);
    case EK_FIELD_PLANT:
        return number >= 0 && number < EK_PLANT_NUMBERS ? (int)number : -1;
    case EK_FIELD_NUMBER:
    case EK_FIELD_COUNT:
    case EK_FIELD_MONEY:
    case EK_FIELD_FLAG:
        return number >= 0 && number <= max ? (int)number : -1;
    default:
        return -1;
    }
}

/* -1 if the value is missing or not of its type. */
static int value_of(const bd_board *board, rec_event_field field, const json_t *json, int max)
{
    if (!json)
        return field.type == EK_FIELD_SEAT_OR_NOBODY ? EK_NOBODY : -1;
    if (field.type == EK_FIELD_ZONE)
        return zone_of(board, json);
    if (field.type == EK_FIELD_BACK)
        return back_of(json);
    if (json_is_string(json))
        return word_value(board, field.type, json_string_value(json));
    return json_is_integer(json) ? number_value(field.type, json_integer_value(json), max) : -1;
}

bool rec_event_read(const bd_board *board, const json_t *json, ek_event *event, rec_error *error)
{
    enum { N = REC_EVENT_VALUES_MAX - 1 }; /* the member that has more than eight bits */
    rec_event_field fields[REC_EVENT_VALUES_MAX];
    int values[REC_EVENT_VALUES_MAX] = {EK_NOBODY};
    const char *word = json_string_value(json_object_get(json, "event"));
    const int type = word ? rec_event_named(word) : -1;
    if (type < 0)
        return rec_fail(error, "bad-event", "There is no event \"%.40s\".", word ? word : "");
    rec_event_fields((unsigned)type, fields);
    for (unsigned i = 0; i < REC_EVENT_VALUES_MAX; i++) {
        if (!fields[i].name)
            continue;
        values[i] = value_of(board, fields[i], json_object_get(json, fields[i].name),
                             i == N ? INT32_MAX : UINT8_MAX);
        if (values[i] < 0)
            return rec_fail(error, "bad-event", "The event \"%s\" needs another \"%s\".", word,
                            fields[i].name);
    }
    *event = (ek_event){.type = (uint8_t)type,
                        .seat = (uint8_t)values[0],
                        .a = (uint8_t)values[1],
                        .b = (uint8_t)values[2],
                        .n = values[N]};
    return true;
}
