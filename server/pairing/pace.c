#include "pairing/pace.h"

#include <sodium.h>
#include <string.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

const sv_pair_pace_row sv_pair_paces[SV_PAIR_PACES] = {
    [SV_PAIR_FAST] =
        {.word = "fast",
         .seconds = 300,
         .increment = 10,
         .live = true,
         .waits_ms = HOUR,
         .gather_ms = {[2] = 60 * SECOND, [3] = 30 * SECOND, [4] = 10 * SECOND, [5] = 5 * SECOND}},
    [SV_PAIR_LIVE] =
        {.word = "live",
         .seconds = 900,
         .increment = 20,
         .live = true,
         .waits_ms = HOUR,
         .gather_ms =
             {[2] = 120 * SECOND, [3] = 60 * SECOND, [4] = 15 * SECOND, [5] = 10 * SECOND}},
    [SV_PAIR_DAYS] =
        {.word = "days",
         .days = 2,
         .waits_ms = INT64_C(7) * DAY,
         .gather_ms = {[2] = 12 * HOUR, [3] = 2 * HOUR, [4] = 10 * MINUTE, [5] = 5 * MINUTE}},
};

/* Those of the printed game. */
static const char *const known_boards[] = {"germany", "usa"};

unsigned sv_pair_pace_of(const char *word)
{
    unsigned pace = 0;
    while (pace < SV_PAIR_PACES && strcmp(sv_pair_paces[pace].word, word) != 0)
        pace++;
    return pace;
}

json_t *sv_pair_pace_clock(unsigned pace)
{
    const sv_pair_pace_row *p = &sv_pair_paces[pace];
    return p->seconds ? json_pack("{s:s, s:i, s:i}", "kind", "game", "seconds", p->seconds,
                                  "increment", p->increment)
                      : json_pack("{s:s, s:i}", "kind", "days", "days", p->days);
}

json_t *sv_pair_pace_settings(unsigned pace, unsigned players, bool rated)
{
    const uint32_t board = randombytes_uniform(sizeof known_boards / sizeof *known_boards);
    return json_pack("{s:s, s:s, s:i, s:b, s:b, s:o}", "edition", "recharged", "board",
                     known_boards[board], "players", (int)players, "public", true, "rated", rated,
                     "clock", sv_pair_pace_clock(pace));
}
