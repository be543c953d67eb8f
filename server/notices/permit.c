#include "notices/permit.h"

#include <stdio.h>

#include "core.h"

enum { PERMITS = 60 /* that a notice takes of once_a_minute */ };

static const sv_rate once_a_minute = {1, PERMITS};

typedef struct permit_key {
    char text[2 * SV_CODE_MAX];
} permit_key;

static permit_key key_of(const char *channel, const char *code)
{
    permit_key key;
    snprintf(key.text, sizeof key.text, "%s %s", channel, code);
    return key;
}

bool sv_notice_permit(sv_core *core, const char *channel, const char *code, int64_t user)
{
    return sv_limit_take(&core->limits, &once_a_minute, SV_LIMITED_NOTICES,
                         key_of(channel, code).text, user, PERMITS, core->now);
}

void sv_notice_permit_return(sv_core *core, const char *channel, const char *code, int64_t user)
{
    sv_limit_return(&core->limits, &once_a_minute, SV_LIMITED_NOTICES, key_of(channel, code).text,
                    user, PERMITS, core->now);
}
