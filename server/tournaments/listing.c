#include "tournaments/listing.h"

#include <stdio.h>
#include <time.h>

#include "tournaments/rules.h"
#include "tournaments/store_tournaments.h"

enum { PRINTED_MAX = 1000 };

static void print_time(int64_t at)
{
    char text[32];
    struct tm tm;
    const time_t seconds = (time_t)(at / 1000);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", gmtime_r(&seconds, &tm));
    printf("  begins %s UTC", text);
}

/* Of one that is damaged nobody knows how many rounds it has. */
static void print(void *data, const sv_tournament *row, const char *settings)
{
    sv_tournament *t = sv_tournament_of_row(row, settings);
    *(bool *)data = true;
    printf("%s  %-7s  round %u of %u  %u people", row->code,
           row->state < SV_TOURNAMENT_STATES ? sv_tournament_state_words[row->state] : "?",
           row->round, t ? sv_tournament_rounds(t) : 0, row->people);
    if (row->begins)
        print_time(row->begins);
    printf("  \"%s\"\n", row->name);
    sv_tournament_free(t);
}

bool sv_tournaments_print(sv_store *store, bool *any, rec_error *error)
{
    *any = false;
    return sv_tournaments_all(store, PRINTED_MAX, print, any, error);
}

static void note_state(void *data, const sv_tournament *row, const char *settings)
{
    (void)settings;
    *(int *)data = row->state;
}

bool sv_tournament_can_stop(sv_store *store, const char *code, const char **why, rec_error *error)
{
    int state = -1;
    if (!sv_tournament_find(store, code, false, note_state, &state, error))
        return false;
    *why = state < 0                      ? "no tournament has this code"
           : state >= SV_TOURNAMENT_ENDED ? "the tournament is over"
                                          : NULL;
    return true;
}
