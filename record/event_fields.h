/* The fields of an event with their names and values, by EK_EVENT_FIELDS; the names are those of
 * the protocol and of the catalog of sentences. */
#ifndef ELEKTRO_EVENT_FIELDS_H
#define ELEKTRO_EVENT_FIELDS_H

#include "elektro.h"

typedef struct rec_event_field {
    const char *name; /* NULL: events of this type do not use the member */
    enum ek_field type;
} rec_event_field;

/* A field of one event with its value. */
typedef struct rec_event_value {
    rec_event_field field;
    int value;
} rec_event_value;

enum { REC_EVENT_VALUES_MAX = 4 };

/* The fields of a type of events, in the order of the members of ek_event: seat, a, b, n. Those
 * that it does not use have no name. */
void rec_event_fields(unsigned type, rec_event_field fields[REC_EVENT_VALUES_MAX]);

/* Lists the fields of an event in the order of ek_event; returns how many there are. Leaves out a
 * seat that is EK_NOBODY. */
unsigned rec_event_values(const ek_event *event, rec_event_value values[REC_EVENT_VALUES_MAX]);

#endif
