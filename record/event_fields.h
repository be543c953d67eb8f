/* What the fields of each event are called and mean (the comment at ek_event in elektro.h); the
 * names are those of the protocol and of the catalog of sentences. */
#ifndef ELEKTRO_EVENT_FIELDS_H
#define ELEKTRO_EVENT_FIELDS_H

#include "elektro.h"

enum rec_meaning {
    REC_A_NUMBER,
    REC_A_PLANT,
    REC_A_CITY,
    REC_A_REGION,
    REC_A_ZONE,
    REC_A_FUEL,
    REC_A_PLACE,
    REC_A_PHASE,
    REC_A_WHY,
    REC_A_BACK,
    REC_A_POSITION
};

typedef struct rec_event_field {
    const char *name; /* NULL: the event does not fill this field */
    enum rec_meaning meaning;
} rec_event_field;

typedef struct rec_event_fields {
    rec_event_field a, b, n;
} rec_event_fields;

extern const rec_event_fields rec_fields_of[EK_EVENT_TYPES];

#endif
