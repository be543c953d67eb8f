#include "device.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "account.h"
#include "core.h"
#include "errors.h"
#include "journal.h"
#include "skeleton.h"

#define DAYS INT64_C(86400000)

enum { ATTEMPT = 2 /* permits */ };

/* The address of a client, as it is stored: for each account another hash. */
static void hash_address(const sv_client *client, int64_t account, char hash[SV_HEX_MAX])
{
    char text[SV_ADDRESS_MAX + 32];
    snprintf(text, sizeof text, "address %" PRId64 " %s", account, client->address);
    sv_token_hash(text, hash);
}

static bool take(sv_call *call, enum sv_limited what, const char *key)
{
    sv_limits *l = &call->core->limits;
    return sv_limit_take(l, &l->logins, what, key, 0, ATTEMPT, call->core->now) ||
           sv_fail(&call->error, SV_ERROR_TOO_MANY, "Too many attempts. Wait a moment.");
}

/* By its skeleton, because an account is found by several spellings. */
static bool take_as_stranger(sv_call *call, const char *name)
{
    sv_skeletons s;
    return take(call, SV_LIMITED_NAME, sv_skeletons_of(name, &s) ? s.folded : name);
}

bool sv_within_attempts(sv_call *call, int64_t account, const char *name)
{
    sv_store *store = &call->core->store;
    const sv_client *client = call->client;
    char device[SV_HEX_MAX], address[SV_HEX_MAX];
    bool known = false;
    sv_token_hash(client->device, device);
    hash_address(client, account, address);
    if (account && client->device[0] &&
        !sv_device_find(store, device, account, call->core->now, &known, &call->error))
        return false;
    if (known)
        return take(call, SV_LIMITED_DEVICE, device);
    if (account && !sv_device_find(store, address, account, call->core->now, &known, &call->error))
        return false;
    return sv_within_logins(call, ATTEMPT) &&
           (known ? take(call, SV_LIMITED_DEVICE, address) : take_as_stranger(call, name));
}

/* Several people may log in on one device: it keeps its token. */
static bool keep_token(sv_core *core, sv_client *client, rec_error *error)
{
    char hash[SV_HEX_MAX];
    bool known = false;
    sv_token_hash(client->device, hash);
    if (client->device[0] && !sv_device_find(&core->store, hash, 0, core->now, &known, error))
        return false;
    if (!known)
        jn_seed_make(client->device);
    return true;
}

bool sv_device_remember(sv_core *core, sv_client *client, int64_t account, rec_error *error)
{
    char device[SV_HEX_MAX], address[SV_HEX_MAX];
    const int64_t expires = core->now + SV_DEVICE_DAYS * DAYS;
    if (!keep_token(core, client, error))
        return false;
    sv_token_hash(client->device, device);
    hash_address(client, account, address);
    client->sets_device = true;
    return sv_device_add(&core->store, device, account, expires, error) &&
           sv_device_add(&core->store, address, account, expires, error) &&
           sv_devices_trim(&core->store, account, error);
}

bool sv_device_forget_others(sv_core *core, const sv_client *client, int64_t account,
                             rec_error *error)
{
    char device[SV_HEX_MAX], address[SV_HEX_MAX];
    sv_token_hash(client->device, device);
    hash_address(client, account, address);
    return sv_devices_drop(&core->store, account, device, address, error);
}
