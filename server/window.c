#include "window.h"

#include <string.h>

#include "errors.h"

enum { PARTS_MAX = 1000 }; /* rests and times between them that are looked at */

void sv_window_read(sv_window *w, int64_t from, int64_t to, const char *zone)
{
    *w = (sv_window){.zone = ""};
    if (from < 0 || from >= 1440 || to < 0 || to >= 1440 || !zone || strlen(zone) >= SV_ZONE_MAX)
        return;
    w->from = (uint16_t)from;
    w->to = (uint16_t)to;
    memcpy(w->zone, zone, strlen(zone) + 1);
}

json_t *sv_window_json(const sv_window *w)
{
    return w->zone[0] ? json_pack("{s:i, s:i, s:s}", "from", w->from, "to", w->to, "zone", w->zone)
                      : json_null();
}

void sv_window_of_json(sv_window *w, const json_t *json)
{
    sv_window_read(w, json_integer_value(json_object_get(json, "from")),
                   json_integer_value(json_object_get(json, "to")),
                   json_string_value(json_object_get(json, "zone")));
}

static unsigned minutes_of(const sv_window *w)
{
    return (w->to + 1440u - w->from) % 1440;
}

bool sv_window_check(const sv_window *w, rec_error *error)
{
    if (minutes_of(w) < SV_WINDOW_MIN)
        return sv_fail(error, SV_ERROR_BAD_REQUEST,
                       "\"window\": expected at least %d hours from \"from\" to \"to\".",
                       SV_WINDOW_MIN / 60);
    return sv_zone_check(w->zone, error);
}

/* The time until it is this minute of the day, more than 0. */
static int64_t until_minute(int64_t local, unsigned minute)
{
    const int64_t wait = sv_time_of_day((int64_t)minute * SV_MINUTE_MS - sv_time_of_day(local));
    return wait ? wait : SV_DAY_MS;
}

/* Whether the window is open at a moment; *edge is when that changes. A change of the zone's offset
 * until then moves the edge. */
static bool look(const sv_window *w, int64_t moment, int64_t *edge)
{
    const int64_t offset = sv_zone_offset(w->zone, moment);
    const int64_t local = moment + offset;
    const bool open = sv_time_of_day(local - (int64_t)w->from * SV_MINUTE_MS) <
                      (int64_t)minutes_of(w) * SV_MINUTE_MS;
    *edge = moment + until_minute(local, open ? w->to : w->from);
    *edge += offset - sv_zone_offset(w->zone, *edge);
    if (*edge <= moment)
        *edge = moment + SV_MINUTE_MS;
    return open;
}

int64_t sv_window_after(const sv_window *w, int64_t moment, int64_t milliseconds)
{
    for (unsigned i = 0; w->zone[0] && i < PARTS_MAX; i++) {
        int64_t edge;
        const bool open = look(w, moment, &edge);
        if (open && edge - moment >= milliseconds)
            break;
        if (open)
            milliseconds -= edge - moment;
        moment = edge;
    }
    return moment + milliseconds;
}

bool sv_window_rest(const sv_window *w, int64_t moment, sv_rest *rest)
{
    if (!w->zone[0])
        return false;
    rest->from = moment;
    if (look(w, moment, &rest->until)) {
        rest->from = rest->until;
        if (look(w, rest->from, &rest->until))
            return false;
    }
    return true;
}
