#include "notices/push.h"

#include "core.h"
#include "net/vapid.h"

static const sv_config *config;

void sv_push_open(const sv_config *settings)
{
    config = settings;
}

const sv_config *sv_push_config(void)
{
    return config;
}

bool sv_push_configure(sv_core *core, const sv_config *settings)
{
    char why[SV_VAPID_WHY];
    sv_vapid *fresh = NULL;
    if (settings->push_key[0] &&
        !(fresh = sv_vapid_open(settings->push_key, settings->push_contact, why)))
        return cli_complain(sv_serve_verb.name, "%s", why);
    sv_vapid_close(core->vapid);
    core->vapid = fresh;
    return true;
}

void sv_push_close(sv_core *core)
{
    sv_vapid_close(core->vapid);
    core->vapid = NULL;
}
