#include "story.h"

#include <stdio.h>
#include <string.h>

#include "event_fields.h"
#include "lines.h"
#include "words_text.h"

/* ----------------------------------------------------------------------------------- sentences */

/* Finds the value for the name of a field; false if there is none of that name. */
typedef bool add_value(rec_out *out, const void *about, const char *name);

/* Copies a template, its {fields} filled in. */
static void fill(rec_out *out, const char *template, add_value *add, const void *about)
{
    char name[32];
    while (*template) {
        const size_t plain = strcspn(template, "{");
        rec_add(out, "%.*s", (int)plain, template);
        template += plain;
        const size_t length = strcspn(template, "}");
        if (!*template)
            return;
        snprintf(name, sizeof name, "%.*s", (int)length - 1, template + 1);
        if (!add(out, about, name))
            rec_add(out, "{%s}", name);
        template += template[length] ? length + 1 : length;
    }
}

static bool add_seat_number(rec_out *out, const void *about, const char *name)
{
    const unsigned *seat = about;
    rec_add(out, "%u", *seat + 1);
    return strcmp(name, "number") == 0;
}

void rec_seat_text(const rec_options *options, unsigned seat, char text[REC_NAME_MAX])
{
    rec_out out = {.text = text, .room = REC_NAME_MAX};
    if (options->name[seat][0])
        rec_add(&out, "%s", options->name[seat]);
    else
        fill(&out, rec_message("seat.unnamed"), add_seat_number, &seat);
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
    const ek_event *event;
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

static bool add_event_value(rec_out *out, const void *about, const char *name)
{
    const told *t = about;
    rec_event_value values[REC_EVENT_VALUES_MAX];
    const unsigned count = rec_event_values(t->event, values);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(name, values[i].field.name) == 0) {
            add_field(out, t->options, &values[i]);
            return true;
        }
    return false;
}

void rec_event_text(const rec_options *options, const ek_event *event, char text[REC_STORY_MAX])
{
    char key[64];
    rec_out out = {.text = text, .room = REC_STORY_MAX};
    const told about = {options, event};
    snprintf(key, sizeof key, "event.%s", rec_event_word(event->type));
    text[0] = '\0';
    fill(&out, rec_message(key), add_event_value, &about);
}
