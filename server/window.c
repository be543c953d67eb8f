#include "window.h"

#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ustring.h>

#include "errors.h"

#define MINUTE INT64_C(60000)
#define DAY    (1440 * MINUTE)

enum { PARTS_MAX = 1000 }; /* rests and times between them that are looked at */

/* --------------------------------------------------------------------------------------- zones */

/* The calendar of a zone, opened by the one thread that owns the core; NULL without memory. The
 * last one is kept: a table asks for the same again and again. */
static UCalendar *calendar_of(const char *zone)
{
    static UCalendar *opened;
    static char kept[SV_ZONE_MAX];
    UErrorCode status = U_ZERO_ERROR;
    UChar name[SV_ZONE_MAX];
    if (opened && strcmp(kept, zone) == 0)
        return opened;
    if (opened)
        ucal_close(opened);
    u_uastrcpy(name, zone);
    opened = ucal_open(name, -1, "en", UCAL_GREGORIAN, &status);
    memcpy(kept, zone, strlen(zone) + 1);
    return opened;
}

/* Local time minus UTC. */
static int64_t offset_at(UCalendar *calendar, int64_t moment)
{
    UErrorCode status = U_ZERO_ERROR;
    ucal_setMillis(calendar, (UDate)moment, &status);
    const int64_t offset = (int64_t)ucal_get(calendar, UCAL_ZONE_OFFSET, &status) +
                           ucal_get(calendar, UCAL_DST_OFFSET, &status);
    return U_SUCCESS(status) ? offset : 0;
}

static bool is_known(const char *zone)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/_+-";
    UErrorCode status = U_ZERO_ERROR;
    UChar name[SV_ZONE_MAX], canonical[128];
    UBool system = 0;
    if (!zone[0] || zone[strspn(zone, allowed)] != '\0')
        return false;
    u_uastrcpy(name, zone);
    ucal_getCanonicalTimeZoneID(name, -1, canonical, 128, &system, &status);
    return U_SUCCESS(status) && system;
}

/* ------------------------------------------------------------------------------------- windows */

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
    return is_known(w->zone) ||
           sv_fail(error, SV_ERROR_BAD_REQUEST,
                   "\"zone\": this server does not know the time zone '%.40s'.", w->zone);
}

/* Milliseconds since midnight. */
static int64_t time_of_day(int64_t local)
{
    return (local % DAY + DAY) % DAY;
}

/* The time until it is this minute of the day, more than 0. */
static int64_t until_minute(int64_t local, unsigned minute)
{
    const int64_t wait = time_of_day((int64_t)minute * MINUTE - time_of_day(local));
    return wait ? wait : DAY;
}

/* Whether the window is open at a moment; *edge is when that changes. A change of the zone's offset
 * until then moves the edge. */
static bool look(const sv_window *w, UCalendar *calendar, int64_t moment, int64_t *edge)
{
    const int64_t offset = offset_at(calendar, moment);
    const int64_t local = moment + offset;
    const bool open =
        time_of_day(local - (int64_t)w->from * MINUTE) < (int64_t)minutes_of(w) * MINUTE;
    *edge = moment + until_minute(local, open ? w->to : w->from);
    *edge += offset - offset_at(calendar, *edge);
    if (*edge <= moment)
        *edge = moment + MINUTE;
    return open;
}

int64_t sv_window_after(const sv_window *w, int64_t moment, int64_t milliseconds)
{
    UCalendar *calendar = w->zone[0] ? calendar_of(w->zone) : NULL;
    for (unsigned i = 0; calendar && i < PARTS_MAX; i++) {
        int64_t edge;
        const bool open = look(w, calendar, moment, &edge);
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
    UCalendar *calendar = w->zone[0] ? calendar_of(w->zone) : NULL;
    if (!calendar)
        return false;
    rest->from = moment;
    if (look(w, calendar, moment, &rest->until)) {
        rest->from = rest->until;
        if (look(w, calendar, rest->from, &rest->until))
            return false;
    }
    return true;
}
