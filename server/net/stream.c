/* Event streams (text/event-stream): each frame of the queue is an event. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/conn.h"

/* A comment is the ping of a stream: the system of the reader must acknowledge it. */
static const char comment[] = ":\n\n";

/* Makes an event of the first frame of the queue. */
static bool make_event(sv_conn *conn)
{
    const sv_frame *frame = conn->out->frame;
    const size_t room = frame->length + 64;
    char id[24] = "";
    conn->event = malloc(room);
    if (!conn->event)
        return false;
    if (frame->seq != SV_NO_SEQ)
        snprintf(id, sizeof id, "id: %d\n", frame->seq);
    conn->event_length =
        (size_t)snprintf((char *)conn->event, room, "%sdata: %s\n\n", id, frame->text);
    conn->response.sent = 0;
    sv_conn_next(conn);
    return true;
}

static size_t pull_event(sv_conn *conn, unsigned char *room, size_t size)
{
    size_t *sent = &conn->response.sent;
    const size_t left = conn->event_length - *sent, part = left < size ? left : size;
    memcpy(room, conn->event + *sent, part);
    *sent += part;
    if (*sent == conn->event_length) {
        free(conn->event);
        conn->event = NULL;
        sv_conn_release_answer(conn);
        if (!conn->out)
            sv_conn_all_sent(conn);
    }
    return part;
}

size_t sv_stream_pull(sv_conn *conn, unsigned char *room, size_t size, bool *end)
{
    const size_t ping = sizeof comment - 1;
    if (!conn->event && conn->heartbeat == SV_PING_DUE && size >= ping) {
        memcpy(room, comment, ping);
        sv_conn_heard(conn);
        return ping;
    }
    if (!conn->event && !conn->out) {
        *end = conn->leaving;
        return 0;
    }
    if (!conn->event && !make_event(conn)) {
        sv_conn_close(conn);
        return 0;
    }
    return pull_event(conn, room, size);
}
