/* Live games and games over days: they are rated separately, and told about in other ways. */
#ifndef ELEKTRO_SERVER_GAME_PACE_H
#define ELEKTRO_SERVER_GAME_PACE_H

enum sv_pace { SV_PACE_LIVE, SV_PACE_DAYS, SV_PACES };
extern const char *const sv_pace_words[SV_PACES];

#endif
