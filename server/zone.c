#include "zone.h"

#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ustring.h>

#include "errors.h"

/* The calendar of a zone; NULL without memory. The last one is kept: a table asks for the same
 * again and again. */
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

static bool is_known(const char *zone)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/_+-";
    UErrorCode status = U_ZERO_ERROR;
    UChar name[SV_ZONE_MAX], canonical[128];
    UBool system = 0;
    if (!zone[0] || strlen(zone) >= SV_ZONE_MAX || zone[strspn(zone, allowed)] != '\0')
        return false;
    u_uastrcpy(name, zone);
    ucal_getCanonicalTimeZoneID(name, -1, canonical, 128, &system, &status);
    return U_SUCCESS(status) && system;
}

bool sv_zone_check(const char *zone, rec_error *error)
{
    return is_known(zone) ||
           sv_fail(error, SV_ERROR_BAD_REQUEST,
                   "\"zone\": this server does not know the time zone '%.40s'.", zone);
}

int64_t sv_zone_offset(const char *zone, int64_t moment)
{
    UErrorCode status = U_ZERO_ERROR;
    UCalendar *calendar = calendar_of(zone);
    if (!calendar)
        return 0;
    ucal_setMillis(calendar, (UDate)moment, &status);
    const int64_t offset = (int64_t)ucal_get(calendar, UCAL_ZONE_OFFSET, &status) +
                           ucal_get(calendar, UCAL_DST_OFFSET, &status);
    return U_SUCCESS(status) ? offset : 0;
}

int64_t sv_zone_moment(const char *zone, int64_t local)
{
    /* A zone does not change its offset twice within two days. */
    const int64_t before = local - sv_zone_offset(zone, local - SV_DAY_MS);
    const int64_t after = local - sv_zone_offset(zone, local + SV_DAY_MS);
    const int64_t first = before < after ? before : after;
    const int64_t second = before < after ? after : before;
    if (first + sv_zone_offset(zone, first) == local)
        return first;
    if (second + sv_zone_offset(zone, second) == local)
        return second;
    return before;
}

int64_t sv_time_of_day(int64_t local)
{
    return (local % SV_DAY_MS + SV_DAY_MS) % SV_DAY_MS;
}
