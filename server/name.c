/* Names of users: which are valid, and what a new name changes. */
#include "name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "people/store_invitations.h"
#include "requests.h"
#include "reseat.h"
#include "skeleton.h"

/* -------------------------------------------------------------------------------- good names */

void sv_fold_name(const char *name, char folded[SV_NAME_MAX])
{
    size_t i = 0;
    for (; name[i] && i < SV_NAME_MAX - 1; i++)
        folded[i] = (char)tolower((unsigned char)name[i]);
    folded[i] = '\0';
}

bool sv_name_is_valid(const char *name, rec_error *error)
{
    const size_t length = strlen(name);
    if (sv_has_invisible(name))
        return sv_fail(error, SV_ERROR_BAD_NAME,
                       "The name contains characters that cannot be seen, or unusual spaces.");
    if (sv_has_stray_marks(name))
        return sv_fail(error, SV_ERROR_BAD_NAME,
                       "The name has accents without a letter, or too many on one letter.");
    if (name[0] == ' ' || name[length - 1] == ' ')
        return sv_fail(error, SV_ERROR_BAD_NAME, "A name cannot begin or end with a space.");
    /* Clients shorten such a path before they send it: nobody could ask for the profile. */
    if (strcmp(name, "..") == 0)
        return sv_fail(error, SV_ERROR_BAD_NAME, "A name cannot be two full stops.");
    return true;
}

bool sv_name_is_guests(const sv_call *call, rec_error *error)
{
    const sv_user *user = &call->client->user;
    return user->kind != SV_GUEST || sv_name_is_free(&call->core->store, user->name, error);
}

bool sv_account_by_name(sv_store *store, const char *name, sv_user *user,
                        char password[SV_PASSWORD_MAX], bool *found, rec_error *error)
{
    char folded[SV_NAME_MAX];
    sv_skeletons s;
    sv_fold_name(name, folded);
    if (!sv_user_by_name(store, folded, user, password, found, error))
        return false;
    return *found || !sv_skeletons_of(name, &s) ||
           sv_user_by_skeleton(store, s.folded, user, password, found, error);
}

/* ------------------------------------------------------------------------------------- tables */

static void rename_seat(sv_seat *seat, const void *data)
{
    const sv_user *user = data;
    snprintf(seat->name, SV_NAME_MAX, "%s", user->name);
    seat->account = user->kind == SV_GUEST ? SV_MARK_NO : SV_MARK_YES;
}

/* The user has the new name already: if it cannot be shown, the turn is aborted. */
bool sv_show_name(sv_core *core, const sv_user *user, rec_error *error)
{
    return sv_reseat(core, user->id, rename_seat, user, error) &&
           ((sv_chat_rename(&core->store, user, error) &&
             sv_invitations_rename(&core->store, user, error)) ||
            sv_store_abort(&core->store, error));
}

json_t *sv_on_rename(sv_call *call)
{
    sv_core *core = call->core;
    sv_user user = call->client->user;
    snprintf(user.name, sizeof user.name, "%s", sv_call_text(call, "name"));
    if (!sv_name_is_valid(user.name, &call->error) ||
        !sv_name_is_free(&core->store, user.name, &call->error))
        return NULL;
    if (!sv_claim_tables_of(core, user.id, false, &call->error))
        return sv_wait_for_claim(call), NULL;
    if (!sv_user_rename(&core->store, &user, &call->error) ||
        !sv_show_name(core, &user, &call->error))
        return NULL;
    sv_user_becomes(core, &user);
    return json_pack("{s:o}", "you", sv_user_json(&user));
}
