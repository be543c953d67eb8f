#include "notices/push.h"

#include "core.h"
#include "net/vapid.h"

bool sv_push_configure(sv_core *core, const sv_config *settings)
{
    char why[SV_VAPID_WHY];
    sv_vapid *fresh = NULL;
    if (settings->push_key[0] &&
        !(fresh = sv_vapid_open(settings->push_key, settings->push_contact, why)))
        return cli_complain(sv_serve_verb.name, "%s", why);
    sv_vapid_close(core->vapid);
    core->vapid = fresh;
    core->channel[SV_CHANNEL_PUSH] = fresh ? &sv_push_channel : NULL;
    return true;
}

void sv_push_close(sv_core *core)
{
    sv_vapid_close(core->vapid);
    core->vapid = NULL;
}
