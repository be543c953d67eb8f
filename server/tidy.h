#ifndef ELEKTRO_SERVER_TIDY_H
#define ELEKTRO_SERVER_TIDY_H

typedef struct sv_core sv_core;

/* Deletes a few sessions, tables and guests that are too old, if it is time to. */
void sv_tidy(sv_core *core);

#endif
