#include "event_fields.h"

/* By the members of ek_event. */
typedef struct event_fields {
    rec_event_field seat, a, b, n;
} event_fields;

#define ROW(event, member, name, type, remark) [EK_EVENT_##event].member = {name, EK_FIELD_##type},
static const event_fields fields_of[EK_EVENT_TYPES] = {EK_EVENT_FIELDS(ROW)};
#undef ROW

void rec_event_fields(unsigned type, rec_event_field fields[REC_EVENT_VALUES_MAX])
{
    const event_fields *of = &fields_of[type];
    fields[0] = of->seat;
    fields[1] = of->a;
    fields[2] = of->b;
    fields[3] = of->n;
}

unsigned rec_event_values(const ek_event *event, rec_event_value values[REC_EVENT_VALUES_MAX])
{
    const event_fields *fields = &fields_of[event->type];
    const rec_event_value all[REC_EVENT_VALUES_MAX] = {
        {fields->seat, event->seat},
        {fields->a, event->a},
        {fields->b, event->b},
        {fields->n, event->n},
    };
    unsigned count = 0;
    for (unsigned i = 0; i < REC_EVENT_VALUES_MAX; i++)
        if (all[i].field.name &&
            !(all[i].field.type == EK_FIELD_SEAT_OR_NOBODY && all[i].value == EK_NOBODY))
            values[count++] = all[i];
    return count;
}
