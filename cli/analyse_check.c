/* Checks what a journal says of decisions and cards: its file may be damaged. */
#include <string.h>

#include "analyse.h"

/* Whether numbers of all players have a sum; other seats have 0. */
static bool has_sum(const analyse_task *task, const int32_t number[EK_SEATS], int32_t expected)
{
    int32_t sum = 0;
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        if (seat >= task->game->players && number[seat] != 0)
            return false;
        sum += number[seat];
    }
    return sum == expected;
}

static bool are_chances(const analyse_task *task, const int32_t chance[EK_SEATS])
{
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        if (chance[seat] < 0)
            return false;
    return has_sum(task, chance, BOT_CHANCE_ONE);
}

/* Whether the moves of a turn are legal, as far as no card comes between. */
static bool is_legal(const an_decision *d, const bot_turn *turn)
{
    ek_state state = d->state;
    ek_ask(&state);
    for (unsigned i = 0; i < turn->count && ek_pending(&state) != EK_DECISION_CARD; i++)
        if (ek_to_move(&state) != d->seat ||
            ek_apply(d->rules, &state, turn->plan[i], NULL) != EK_REASON_OK)
            return false;
    return true;
}

static bool is_turn(const analyse_task *task, const an_decision *d, const bot_turn *turn)
{
    return turn->count > 0 && is_legal(d, turn) && are_chances(task, turn->chance);
}

static bool is_played(const an_decision *d, const bot_turn *turn)
{
    return turn->count == d->count &&
           memcmp(turn->plan, d->played, d->count * sizeof *d->played) == 0;
}

/* The values of a field are below this number. */
static int32_t bound_of(const analyse_task *task, enum ek_field type)
{
    switch (type) {
    case EK_FIELD_SEAT:
    case EK_FIELD_POSITION:
        return (int32_t)task->game->players;
    case EK_FIELD_CITY:
        return task->about.options->board->ek->cities;
    case EK_FIELD_FUEL:
        return EK_FUELS;
    default: /* money and counts */
        return UINT16_MAX;
    }
}

static bool is_reason(const analyse_task *task, const bot_reason *reason)
{
    for (unsigned i = 0; i < BOT_REASON_VALUES; i++) {
        const bot_why_field *field = &bot_why_fields[reason->word][i];
        if (field->name && (reason->value[i] < 0 ||
                            reason->value[i] >= bound_of(task, (enum ek_field)field->type)))
            return false;
    }
    return true;
}

bool analyse_is_possible(const analyse_task *task, const an_decision *d)
{
    const bot_assessment *found = &d->found;
    bool ok = found->rows > 0 && found->lost >= 0 && found->stake >= found->lost &&
              is_turn(task, d, &found->best) && is_turn(task, d, &found->played) &&
              is_played(d, &found->played) && are_chances(task, found->usual) &&
              (found->second.count == 0 || is_turn(task, d, &found->second));
    for (unsigned i = 0; ok && i < d->reasons; i++)
        ok = is_reason(task, &d->reason[i]);
    return ok;
}

bool analyse_is_possible_luck(const analyse_task *task, const an_card *card)
{
    return has_sum(task, card->change, 0);
}
