#include "story.h"

#include <stdio.h>
#include <string.h>

#include "fill.h"
#include "words_text.h"

/* ----------------------------------------------------------------------------------- sentences */

static bool add_seat_number(rec_out *out, const void *about, const char *name)
{
    const unsigned *seat = about;
    rec_add(out, "%u", *seat + 1);
    return strcmp(name, "number") == 0;
}

void rec_seat_text(const rec_options *options, unsigned seat, char text[REC_NAME_MAX])
{
    rec_out out = {.text = text, .room = REC_NAME_MAX};
    const rec_filler filler = {.add = add_seat_number, .about = &seat};
    if (options->name[seat][0])
        rec_add(&out, "%s", options->name[seat]);
    else
        rec_fill(&out, rec_message("seat.unnamed"), &filler);
}

static void add_zone(rec_out *out, const bd_board *board, unsigned zone)
{
    const char *comma = "";
    for (unsigned r = 0; r < board->ek->regions; r++)
        if (zone >> r & 1) {
            rec_add(out, "%s%s", comma, board->region[r].id);
            comma = ", ";
        }
}

typedef struct told {
    const rec_options *options;
    const rec_event_value *value;
    unsigned count;
} told;

static void add_seat(rec_out *out, const rec_options *options, unsigned seat)
{
    char text[REC_NAME_MAX];
    rec_seat_text(options, seat, text);
    rec_add(out, "%s", text);
}

static void add_removal(rec_out *out, unsigned why)
{
    char key[64];
    snprintf(key, sizeof key, "removal.%s", rec_removal_word(why));
    rec_add(out, "%s", rec_message(key));
}

static void add_field(rec_out *out, const rec_options *options, const rec_event_value *of)
{
    const bd_board *board = options->board;
    const unsigned value = (unsigned)of->value;
    switch (of->field.type) {
    case EK_FIELD_SEAT:
    case EK_FIELD_SEAT_OR_NOBODY:
        add_seat(out, options, value);
        return;
    case EK_FIELD_REGION:
        rec_add(out, "%s", board->region[value].id);
        return;
    case EK_FIELD_ZONE:
        add_zone(out, board, value);
        return;
    case EK_FIELD_CITY:
        rec_add(out, "%s", board->city[value].name);
        return;
    case EK_FIELD_PLACE:
        rec_add(out, "%u", ek_tables.place_cost[value]);
        return;
    case EK_FIELD_FUEL:
        rec_add(out, "%s", rec_fuel_word(value));
        return;
    case EK_FIELD_PHASE:
        rec_add(out, "%s", rec_phase_word(value));
        return;
    case EK_FIELD_POSITION:
        rec_add(out, "%u", value + 1);
        return;
    case EK_FIELD_BACK:
        rec_add(out, "%s", rec_back_word(value));
        return;
    case EK_FIELD_REMOVAL:
        add_removal(out, value);
        return;
    case EK_FIELD_PLANT:
    case EK_FIELD_NUMBER:
    case EK_FIELD_COUNT:
    case EK_FIELD_MONEY:
    case EK_FIELD_FLAG:
        rec_add(out, "%d", of->value);
        return;
    }
}

static const rec_event_value *find_value(const told *t, const char *name)
{
    for (unsigned i = 0; i < t->count; i++)
        if (strcmp(name, t->value[i].field.name) == 0)
            return &t->value[i];
    return NULL;
}

static bool add_value(rec_out *out, const void *about, const char *name)
{
    const told *t = about;
    const rec_event_value *value = find_value(t, name);
    if (value)
        add_field(out, t->options, value);
    return value;
}

static int number_of(const void *about, const char *name)
{
    const rec_event_value *value = find_value(about, name);
    return value ? value->value : 0;
}

void rec_tell(const rec_options *options, const char *key, const rec_event_value *values,
              unsigned count, char text[REC_STORY_MAX])
{
    rec_out out = {.text = text, .room = REC_STORY_MAX};
    const told about = {options, values, count};
    const rec_filler filler = {.add = add_value, .number = number_of, .about = &about};
    text[0] = '\0';
    rec_fill(&out, rec_message(key), &filler);
}

void rec_event_text(const rec_options *options, const ek_event *event, char text[REC_STORY_MAX])
{
    char key[64];
    rec_event_value values[REC_EVENT_VALUES_MAX];
    const unsigned count = rec_event_values(event, values);
    snprintf(key, sizeof key, "event.%s", rec_event_word(event->type));
    rec_tell(options, key, values, count, text);
}
