/* What the text and the annotated record say of one decision or card. */
#include <stdio.h>

#include "analyse.h"
#include "reason_text.h"
#include "story.h"

double analyse_percent(int32_t parts)
{
    return (double)parts * 100 / AN_PARTS;
}

/* A seat's chance after a turn. */
static double chance_of(const analyse_task *task, const an_decision *d, const bot_turn *turn)
{
    int32_t parts[EK_SEATS];
    an_round(turn->chance, task->game->players, parts);
    return analyse_percent(parts[d->seat]);
}

void analyse_verdict_text(const analyse_task *task, const an_decision *d,
                          char text[ANALYSE_TEXT_MAX])
{
    const bot_turn *best = &d->found.best;
    char better[AN_TURN_MAX], limit[32] = "";
    if (d->verdict == AN_BEST) {
        snprintf(text, ANALYSE_TEXT_MAX, "%s: %.1f %% to win", an_verdict_words[d->verdict],
                 chance_of(task, d, &d->found.played));
        return;
    }
    an_turn_text(task->about.options->board, d, best->plan, best->count, better);
    if (best->limit)
        snprintf(limit, sizeof limit, ", up to %u", best->limit);
    snprintf(text, ANALYSE_TEXT_MAX, "%s: %.1f %% to win instead of %.1f %%; better: %s%s",
             an_verdict_words[d->verdict], chance_of(task, d, &d->found.played),
             chance_of(task, d, best), better, limit);
}

unsigned analyse_reasons_told(const an_decision *d)
{
    return d->verdict == AN_BEST && d->reasons > 0 ? 1 : d->reasons;
}

void analyse_reason_text(const analyse_task *task, const an_decision *d, unsigned i,
                         char text[REC_STORY_MAX])
{
    an_reason_text(task->about.options, &d->reason[i], text);
}

void analyse_luck_text(const analyse_task *task, const an_card *card, char text[ANALYSE_TEXT_MAX])
{
    int32_t parts[EK_SEATS];
    size_t length = (size_t)snprintf(text, ANALYSE_TEXT_MAX, "luck:");
    an_round(card->change, task->game->players, parts);
    for (unsigned seat = 0; seat < task->game->players; seat++) {
        char name[REC_NAME_MAX];
        const bool is_little = parts[seat] > -AN_PARTS / 2000 && parts[seat] < AN_PARTS / 2000;
        rec_seat_text(task->about.options, seat, name);
        length += (size_t)snprintf(text + length, ANALYSE_TEXT_MAX - length,
                                   is_little ? "%s %s %.1f" : "%s %s %+.1f", seat ? "," : "", name,
                                   is_little ? 0.0 : analyse_percent(parts[seat]));
    }
}
