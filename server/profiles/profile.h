/*
 * Profiles of accounts: who a player is, their ratings, results and games, and leader boards.
 *
 * A player decides what others see (enum sv_hidden); the player sees all of it. Hidden ratings are
 * shown nowhere: not in the profile, on leader boards, at the results of games, or in the standings
 * of tournaments. Hidden games stay in the lists of the others who played in them.
 */
#ifndef ELEKTRO_SERVER_PROFILES_PROFILE_H
#define ELEKTRO_SERVER_PROFILES_PROFILE_H

#include "dispatch.h"
#include "profiles/store_profiles.h"

/* The account that a request names in "name". Fails with "no-such-user". */
SV_CHECKED bool sv_player_of_call(sv_call *call, sv_user *player);
/* Whether the user of a request may see what the player may hide; error says that not. */
SV_CHECKED bool sv_may_see(sv_call *call, const sv_user *player, enum sv_hidden what);

/* Parts of a profile as JSON; sv_tallies_json gives NULL with error. */
json_t *sv_visibility_json(unsigned hidden);
json_t *sv_tallies_json(sv_store *store, int64_t person, rec_error *error);
/* Adds what a user can see of their own profile to their exported data. */
SV_CHECKED bool sv_profile_export(sv_call *call, json_t *data);

sv_handler sv_on_profile, sv_on_rating_chart, sv_on_visibility;
sv_handler sv_on_games, sv_on_my_games, sv_on_archive, sv_on_leaders;

#endif
