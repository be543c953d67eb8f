#include "frame.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_SIZE = 32768 };

static sv_frame *new_frame(enum sv_content content, int seq, size_t length)
{
    sv_frame *frame = malloc(sizeof *frame + length + 1);
    if (!frame)
        return NULL;
    *frame = (sv_frame){.holders = 1, .content = content, .seq = seq, .length = length};
    frame->text[length] = '\0';
    return frame;
}

sv_frame *sv_frame_of(const json_t *object, int seq)
{
    /* Most frames fit here and are serialized once, not twice to measure them first. */
    static char usual[USUAL_SIZE];
    const size_t length = json_dumpb(object, usual, sizeof usual, JSON_COMPACT);
    sv_frame *frame = length ? new_frame(SV_CONTENT_JSON, seq, length) : NULL;
    if (!frame)
        return NULL;
    if (length <= sizeof usual)
        memcpy(frame->text, usual, length);
    else
        json_dumpb(object, frame->text, length, JSON_COMPACT);
    return frame;
}

sv_frame *sv_frame_with(const json_t *object, const char *key, const char *json, int seq)
{
    static const char *const around[] = {",\"", "\":", "}"};
    const size_t head = json_dumpb(object, NULL, 0, JSON_COMPACT);
    if (head == 0)
        return NULL;
    sv_frame *frame = new_frame(SV_CONTENT_JSON, seq, head - 1 + 5 + strlen(key) + strlen(json));
    if (!frame)
        return NULL;
    const char *const parts[] = {around[0], key, around[1], json, around[2]};
    char *at = frame->text + head - 1; /* in the place of its last brace */
    json_dumpb(object, frame->text, head, JSON_COMPACT);
    for (unsigned i = 0; i < 5; i++) {
        memcpy(at, parts[i], strlen(parts[i]));
        at += strlen(parts[i]);
    }
    return frame;
}

sv_frame *sv_frame_of_text(const char *text)
{
    sv_frame *frame = new_frame(SV_CONTENT_TEXT, SV_NO_SEQ, strlen(text));
    if (frame)
        memcpy(frame->text, text, frame->length);
    return frame;
}

sv_frame *sv_frame_hold(sv_frame *frame)
{
    if (frame)
        frame->holders++;
    return frame;
}

void sv_frame_drop(sv_frame *frame)
{
    if (frame && --frame->holders == 0)
        free(frame);
}
