/* Assessing the decisions and cards of a game, and what follows for each player. */
#include "analysis.h"

const char *const an_verdict_words[AN_VERDICTS] = {
#define ROW(name, word, limit) word,
    AN_VERDICT_WORDS(ROW)
#undef ROW
};

const char *const an_phase_words[AN_PHASES] = {
#define ROW(name, word) word,
    AN_PHASE_WORDS(ROW)
#undef ROW
};

an_decision *an_decision_of(const an_game *g, unsigned task)
{
    return g->task[task] < g->decisions ? &g->decision[g->task[task]] : NULL;
}

an_card *an_card_of(const an_game *g, unsigned task)
{
    return g->task[task] < g->decisions ? NULL : &g->card[g->task[task] - g->decisions];
}

bool an_is_assessed(const an_game *g, unsigned task)
{
    const an_decision *d = an_decision_of(g, task);
    return d ? d->assessed : an_card_of(g, task)->assessed;
}

enum an_verdict an_verdict_of(int32_t lost)
{
    static const int32_t limit[AN_VERDICTS] = {
#define ROW(name, word, limit) (limit),
        AN_VERDICT_WORDS(ROW)
#undef ROW
    };
    if (lost <= 0)
        return AN_BEST;
    unsigned verdict = AN_GOOD;
    while (verdict < AN_BLUNDER && (int64_t)lost * 1000 >= (int64_t)limit[verdict] * BOT_CHANCE_ONE)
        verdict++;
    return (enum an_verdict)verdict;
}

/* ------------------------------------------------------------------------------------- assessing
 */

void an_assess(an_game *g, unsigned task, const an_budget *budget, bot_assessor *room)
{
    an_decision *d = an_decision_of(g, task);
    an_card *card = an_card_of(g, task);
    uint64_t seed = budget->seed + task;
    bot_question q = {.rules = d ? d->rules : card->rules,
                      .judge = budget->judge,
                      .host = budget->host,
                      .seed = ek_random(&seed),
                      .nodes = budget->nodes ? budget->nodes : AN_NODES};
    if (d) {
        q.state = &d->state;
        q.played = d->played;
        q.played_count = d->count;
        bot_assess(&q, room, &d->found);
        d->verdict = (uint8_t)an_verdict_of(d->found.lost);
        d->assessed = d->found.rows > 0;
        d->reasons = bot_find_reasons(room, &d->found, d->reason);
    } else {
        card->assessed = bot_assess_card(&q, &card->waiting, &card->after, room, card->change);
    }
}

/* ----------------------------------------------------------------------------------- summing up */

/* Puts a decision among those that lost most. */
static unsigned insert(const an_game *g, uint32_t turning[AN_TURNING_POINTS], unsigned count,
                       unsigned decision)
{
    const int32_t lost = g->decision[decision].found.lost;
    unsigned at = count < AN_TURNING_POINTS ? count : AN_TURNING_POINTS - 1;
    if (count == AN_TURNING_POINTS && g->decision[turning[at]].found.lost >= lost)
        return count;
    for (; at > 0 && g->decision[turning[at - 1]].found.lost < lost; at--)
        turning[at] = turning[at - 1];
    turning[at] = decision;
    return count < AN_TURNING_POINTS ? count + 1 : count;
}

static void sum_decision(an_game *g, unsigned i)
{
    const an_decision *d = &g->decision[i];
    an_player *p = &g->player[d->seat];
    p->decisions++;
    p->verdicts[d->verdict]++;
    p->lost[d->phase] += d->found.lost;
    p->stake[d->phase] += d->found.stake;
    if (d->verdict >= AN_INACCURACY) {
        p->turnings = insert(g, p->turning, p->turnings, i);
        g->turnings = insert(g, g->turning, g->turnings, i);
    }
}

static void sum_card(an_game *g, const an_card *card)
{
    for (unsigned seat = 0; seat < g->players; seat++) {
        g->player[seat].luck_won += card->change[seat] > 0 ? card->change[seat] : 0;
        g->player[seat].luck_lost -= card->change[seat] < 0 ? card->change[seat] : 0;
    }
}

static int32_t accuracy(int64_t lost, int64_t stake)
{
    return stake > 0 ? (int32_t)(BOT_CHANCE_ONE - lost * BOT_CHANCE_ONE / stake) : BOT_CHANCE_ONE;
}

static void find_accuracy(an_player *p)
{
    int64_t lost = 0;
    int64_t stake = 0;
    for (unsigned phase = 0; phase < AN_PHASES; phase++) {
        p->accuracy[phase] = accuracy(p->lost[phase], p->stake[phase]);
        lost += p->lost[phase];
        stake += p->stake[phase];
    }
    p->accuracy_of_all = accuracy(lost, stake);
}

void an_summarize(an_game *g)
{
    g->turnings = 0;
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        g->player[seat] = (an_player){.decisions = 0};
    for (unsigned i = 0; i < g->decisions; i++)
        if (g->decision[i].assessed)
            sum_decision(g, i);
    for (unsigned i = 0; i < g->cards; i++)
        if (g->card[i].assessed)
            sum_card(g, &g->card[i]);
    for (unsigned seat = 0; seat < g->players; seat++)
        find_accuracy(&g->player[seat]);
}
