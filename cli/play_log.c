/* The log: events as sentences. */
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "story.h"

void play_log_add(play *p, const char *sentence)
{
    if (p->log_count == p->log_room) {
        const unsigned room = p->log_room ? p->log_room * 2 : 256;
        char **grown = realloc(p->log, room * sizeof *grown);
        if (!grown)
            return; /* the game goes on; its record is complete without the log */
        p->log = grown;
        p->log_room = room;
    }
    char *copy = strdup(sentence);
    if (copy)
        p->log[p->log_count++] = copy;
}

void play_log_free(play *p)
{
    for (unsigned i = 0; i < p->log_count; i++)
        free(p->log[i]);
    free(p->log);
    p->log = NULL;
    p->log_count = p->log_room = 0;
}

/* Events that the table shows anyway, or that another event reports. */
static bool is_said_elsewhere(unsigned type)
{
    return type == EK_EVENT_ORDER || type == EK_EVENT_ROUTE || type == EK_EVENT_TURN_ENDED ||
           type == EK_EVENT_PLANT_RUN;
}

void play_log_step(play *p)
{
    const ek_events *events = rec_events(p->game);
    char text[REC_STORY_MAX];
    for (unsigned i = 0; i < events->count; i++) {
        if (is_said_elsewhere(events->list[i].type))
            continue;
        rec_event_text(rec_options_of(p->game), &events->list[i], text);
        play_log_add(p, text);
    }
}
