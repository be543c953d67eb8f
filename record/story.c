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

static void add_meaning(rec_out *out, const bd_board *board, enum rec_meaning meaning, int value)
{
    char key[64];
    const unsigned v = (unsigned)value;
    switch (meaning) {
    case REC_A_CITY:
        rec_add(out, "%s", board->city[v].name);
        break;
    case REC_A_REGION:
        rec_add(out, "%s", board->region[v].id);
        break;
    case REC_A_ZONE:
        add_zone(out, board, v);
        break;
    case REC_A_FUEL:
        rec_add(out, "%s", rec_fuel_word(v));
        break;
    case REC_A_PLACE:
        rec_add(out, "%u", ek_tables.place_cost[v]);
        break;
    case REC_A_PHASE:
        rec_add(out, "%s", rec_phase_word(v));
        break;
    case REC_A_WHY:
        snprintf(key, sizeof key, "removal.%s", rec_removal_word(v));
        rec_add(out, "%s", rec_message(key));
        break;
    case REC_A_BACK:
        rec_add(out, "%s", rec_back_word(v));
        break;
    case REC_A_POSITION:
        rec_add(out, "%u", v + 1);
        break;
    default: /* REC_A_NUMBER, REC_A_PLANT */
        rec_add(out, "%d", value);
        break;
    }
}

typedef struct told {
    const rec_options *options;
    const ek_event *event;
} told;

static bool add_event_value(rec_out *out, const void *about, const char *name)
{
    const told *t = about;
    const ek_event *e = t->event;
    const rec_event_fields *f = &rec_fields_of[e->type];
    const rec_event_field fields[] = {f->a, f->b, f->n};
    const int values[] = {e->a, e->b, e->n};
    if (strcmp(name, "seat") == 0 && e->seat != EK_NOBODY) {
        char seat[REC_NAME_MAX];
        rec_seat_text(t->options, e->seat, seat);
        rec_add(out, "%s", seat);
        return true;
    }
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        if (fields[i].name && strcmp(name, fields[i].name) == 0) {
            add_meaning(out, t->options->board, fields[i].meaning, values[i]);
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

/* ------------------------------------------------------------------------------------ following */

/* Backs that somebody told are no steps of their own. */
static bool show_backs(rec_game *again, const rec_game *game, rec_error *error)
{
    unsigned count;
    unsigned at;
    const rec_entry *entry = rec_history(game, &count);
    for (;;) {
        rec_history(again, &at);
        if (at == count || entry[at].kind != REC_BACK)
            return true;
        if (!rec_show_back(again, (enum ek_back)entry[at].value, error))
            return false;
    }
}

rec_game *rec_again(const rec_game *game, rec_error *error)
{
    rec_options options = *rec_options_of(game);
    options.board_owned = false;
    rec_game *again = rec_new(&options, error);
    if (again && !show_backs(again, game, error)) {
        rec_free(again);
        return NULL;
    }
    return again;
}

bool rec_follow(rec_game *again, const rec_game *game, rec_error *error)
{
    unsigned count;
    unsigned at;
    const rec_entry *entry = rec_history(game, &count);
    rec_history(again, &at);
    const bool done = entry[at].kind == REC_MOVE ? rec_play(again, entry[at].value, error)
                                                 : rec_draw(again, entry[at].value, error);
    return done && show_backs(again, game, error);
}
