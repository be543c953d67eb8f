#include "people/silence.h"

#include <stdio.h>

#include "core.h"
#include "errors.h"
#include "people/store_moderated.h"

bool sv_may_speak(sv_call *call)
{
    const sv_user *user = &call->client->user;
    char words[SV_REPORT_WORDS_MAX];
    if (user->silent_until <= call->core->now)
        return true;
    if (!sv_silence_words(&call->core->store, user->id, words, &call->error))
        return false;
    call->details = json_pack("{s:I, s:s}", "until", (json_int_t)user->silent_until, "why", words);
    return sv_fail(&call->error, SV_ERROR_SILENCED,
                   "A moderator has silenced you for some time: no chat, invitations, requests to "
                   "be friends, titles of tables or names of tournaments.");
}
