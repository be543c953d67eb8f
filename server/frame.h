/*
 * A frame: one message on its way out, serialized once and shared by all clients that get it.
 *
 * It carries what the transport must know about it, so that nobody reads the text again: its
 * content type, and the number of the last journal entry it tells of.
 */
#ifndef ELEKTRO_SERVER_FRAME_H
#define ELEKTRO_SERVER_FRAME_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

enum { SV_NO_SEQ = -1 };

enum sv_content { SV_CONTENT_JSON, SV_CONTENT_TEXT };

typedef struct sv_frame {
    unsigned holders;
    enum sv_content content;
    int seq; /* the last journal entry it tells of; SV_NO_SEQ: it tells of no game */
    size_t length;
    char text[]; /* ends with 0 */
} sv_frame;

/* Each makes a frame with one holder; NULL without memory, also if there was none for object. */
sv_frame *sv_frame_of(const json_t *object, int seq);
sv_frame *sv_frame_of_text(const char *text);
/* An object with one more field at its end, whose value is JSON already. */
sv_frame *sv_frame_with(const json_t *object, const char *key, const char *json, int seq);

/* A frame lives until its last holder drops it. Holding or dropping NULL does nothing. */
sv_frame *sv_frame_hold(sv_frame *frame);
void sv_frame_drop(sv_frame *frame);

#endif
