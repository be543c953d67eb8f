/*
 * Frames that cost the server more than the client, and bring nothing: pings, settings, priorities,
 * openings of the window by a byte, empty pieces of a body, streams that are reset as soon as they
 * have begun. A client has credit for some of them at once, and for some more each second. Credit
 * for windows is also earned by reading. A session without credit ends.
 *
 * Requests with a head of usual length are free here: they are counted by the address that makes
 * them (limit.h). A proxy carries the requests of many clients on one connection, so the errors and
 * the long heads of one of them are free there, too: they must not end the streams of the others.
 */
#include "log.h"
#include "net/http2_session.h"

enum {
    CREDIT_MAX = 4000,
    CREDIT_PER_SECOND = 200,
    FRAME_COST = 1,
    EXPENSIVE_FRAME_COST = 10, /* each costs work on all streams, or the work for a request */
    SMALL_DATA = 16,           /* bytes that are hardly worth a frame */
    FAIR_DATA = 64 /* bytes whose reader may open the windows of stream and connection */
};

static void add(sv_http2_credit *c, size_t more)
{
    c->left = more < CREDIT_MAX - c->left ? c->left + (unsigned)more : CREDIT_MAX;
}

static void add_for_time(sv_http2_session *s)
{
    sv_http2_credit *c = &s->credit;
    const uint64_t now = uv_now(&s->peer->net->loop);
    const uint64_t more = (now - c->since) * CREDIT_PER_SECOND / 1000;
    if (more == 0)
        return;
    add(c, more);
    c->since += more * 1000 / CREDIT_PER_SECOND;
}

void sv_http2_credit_begin(sv_http2_session *s)
{
    s->credit = (sv_http2_credit){.left = CREDIT_MAX, .since = uv_now(&s->peer->net->loop)};
}

static void pay(sv_http2_session *s, unsigned price)
{
    add_for_time(s);
    if (s->credit.left >= price) {
        s->credit.left -= price;
        return;
    }
    if (s->abused)
        return;
    s->abused = true;
    sv_log("warning", "too many frames without content on a connection", "address",
           s->peer->address, NULL);
    nghttp2_session_terminate_session(s->frames, NGHTTP2_ENHANCE_YOUR_CALM);
}

static unsigned price_of_error(const sv_http2_session *s)
{
    return s->peer->net->config.proxied ? 0 : EXPENSIVE_FRAME_COST;
}

/* Every byte of a compressed head may stand for a field, also where the request is refused. */
static unsigned price_of_fields(const sv_http2_session *s, const nghttp2_frame_hd *frame)
{
    enum { BYTES_FOR_CREDIT = 1024 };
    return s->peer->net->config.proxied ? 0 : (unsigned)(frame->length / BYTES_FOR_CREDIT);
}

static unsigned price_of(const sv_http2_session *s, const nghttp2_frame_hd *frame)
{
    switch (frame->type) {
    case NGHTTP2_HEADERS:
        return price_of_fields(s, frame);
    case NGHTTP2_DATA:
        return frame->length >= SMALL_DATA || (frame->flags & NGHTTP2_FLAG_END_STREAM) ? 0
                                                                                       : FRAME_COST;
    case NGHTTP2_RST_STREAM:
        return price_of_error(s);
    case NGHTTP2_CONTINUATION:
        return EXPENSIVE_FRAME_COST + price_of_fields(s, frame);
    case NGHTTP2_SETTINGS:
        return EXPENSIVE_FRAME_COST;
    default:
        return FRAME_COST;
    }
}

void sv_http2_pay_for_frame(sv_http2_session *s, const nghttp2_frame_hd *frame)
{
    pay(s, price_of(s, frame));
}

void sv_http2_pay_for_error(sv_http2_session *s)
{
    pay(s, price_of_error(s));
}

void sv_http2_earn(sv_http2_session *s, size_t bytes)
{
    enum { WINDOWS = 2, BYTES_PER_CREDIT = 256 };
    if (bytes >= FAIR_DATA)
        add(&s->credit, WINDOWS + bytes / BYTES_PER_CREDIT);
}
