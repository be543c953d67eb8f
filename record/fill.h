/* Sentences of the catalog: templates whose fields are filled in. Internal to record/.
 *
 * A field is {name}, or for a number with forms {name, plural, =0 {none} one {# city} other {#
 * cities}}: # is the number. Forms have no fields inside. */
#ifndef ELEKTRO_FILL_H
#define ELEKTRO_FILL_H

#include "lines.h"

/* The fields of a sentence. */
typedef struct rec_filler {
    /* Adds the text of a field; false if there is none of this name. */
    bool (*add)(rec_out *out, const void *about, const char *name);
    /* The number of a field, for its forms; NULL: no field has forms. */
    int (*number)(const void *about, const char *name);
    const void *about;
} rec_filler;

/* Copies a template, its fields filled in. Fields without a value stay as they are. */
void rec_fill(rec_out *out, const char *template, const rec_filler *filler);

#endif
