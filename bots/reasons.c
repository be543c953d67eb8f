/* Choosing the reasons of a decision: the strongest parts first, each told by the first teller that
 * finds a fact for it. */
#include "reasons.h"

#include "tell.h"

enum {
    TELLERS = 12,    /* of a part, at most */
    WEIGHT_MIN = 33, /* parts that weigh less, in 1/65536, are not told */
    SHARE_MIN = 10   /* nor those with less than this part of the strongest */
};

const char *const bot_why_words[BOT_WHYS] = {
#define ROW(name, word) word,
    BOT_WHY_WORDS(ROW)
#undef ROW
};

const bot_why_field bot_why_fields[BOT_WHYS][BOT_REASON_VALUES] = {
#define ROW(why, at, name, type) [BOT_WHY_##why][at] = {name, EK_FIELD_##type},
    BOT_WHY_FIELDS(ROW)
#undef ROW
};

/* The tellers of each part, the most telling first. */
static teller *const tellers[PARTS][TELLERS] = {
    [PART_MONEY] = {bot_tell_too_dear, bot_tell_supplies_more, bot_tell_dark_cities,
                    bot_tell_fuel_supplies, bot_tell_pays_cities, bot_tell_money_left,
                    bot_tell_bargain, bot_tell_plants_enough},
    [PART_PLANTS] = {bot_tell_plant_scrapped, bot_tell_plant_larger, bot_tell_plant_supplies,
                     bot_tell_plant_waits, bot_tell_plant_coming, bot_tell_bargain,
                     bot_tell_plant_replaces, bot_tell_plant_free, bot_tell_plant_fuel,
                     bot_tell_rival_wants, bot_tell_money_left, bot_tell_supplies_more},
    [PART_FUEL] = {bot_tell_unfuelled, bot_tell_fuel_supplies, bot_tell_fuel_dearer,
                   bot_tell_fuel_stored, bot_tell_fuel_kept, bot_tell_fuel_scarce,
                   bot_tell_plant_free, bot_tell_plant_fuel, bot_tell_fuel_at_turn},
    [PART_CITIES] = {bot_tell_more_cities, bot_tell_city_later, bot_tell_next_city,
                     bot_tell_rival_city, bot_tell_fuel_supplies, bot_tell_pays_cities,
                     bot_tell_money_left},
    [PART_ORDER] = {bot_tell_order},
    [PART_RIVALS] = {bot_tell_rival_wants, bot_tell_rival_short, bot_tell_rival_city,
                     bot_tell_step2},
    [PART_MARKET] = {bot_tell_step2, bot_tell_plant_coming},
    [PART_PRICES] = {bot_tell_fuel_cheaper},
    [PART_END] = {bot_tell_end, bot_tell_unfuelled, bot_tell_fuel_supplies, bot_tell_more_cities,
                  bot_tell_pays_cities},
};

/* What holds for the whole position, and tells why the last rounds are different. */
static teller *const about_end[] = {bot_tell_last_round, bot_tell_can_end, bot_tell_rounds_left};

typedef struct reason_list {
    bot_reason *reason;
    unsigned count;
} reason_list;

static bool is_told(const reason_list *list, unsigned word)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->reason[i].word == word)
            return true;
    return false;
}

/* Adds what a teller finds, behind all reasons that weigh as much; false if it finds nothing new.
 */
static bool add(reason_list *list, teller *tell, const scene *s, int weight)
{
    bot_reason found;
    if (list->count == BOT_REASONS_MAX || !tell(s, &found) || is_told(list, found.word))
        return false;
    found.weight = weight;
    unsigned at = list->count++;
    for (; at > 0 && list->reason[at - 1].weight < weight; at--)
        list->reason[at] = list->reason[at - 1];
    list->reason[at] = found;
    return true;
}

/* The parts worth telling, the strongest first. */
static unsigned sort_parts(const contrast *c, enum part order[PARTS])
{
    unsigned count = 0;
    int strongest = 0;
    for (unsigned part = 0; part < PARTS; part++)
        strongest = max(strongest, c->weight[part]);
    for (unsigned part = 0; part < PARTS; part++) {
        if (c->weight[part] < max(WEIGHT_MIN, strongest / SHARE_MIN))
            continue;
        unsigned at = count++;
        for (; at > 0 && c->weight[order[at - 1]] < c->weight[part]; at--)
            order[at] = order[at - 1];
        order[at] = (enum part)part;
    }
    return count;
}

/* Tells each part once. */
static void tell_parts(reason_list *list, const scene *s, const enum part *order, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < TELLERS && tellers[order[i]][k]; k++)
            if (add(list, tellers[order[i]][k], s, s->c->weight[order[i]]))
                break;
}

/* More facts about the strongest part. */
static void tell_more(reason_list *list, const scene *s, enum part part)
{
    const int weight = s->c->weight[part];
    for (unsigned i = 0; i < sizeof about_end / sizeof *about_end; i++)
        if (add(list, about_end[i], s, weight))
            break;
    for (unsigned k = 0; k < TELLERS && tellers[part][k]; k++)
        add(list, tellers[part][k], s, weight);
}

unsigned bot_find_reasons(bot_assessor *room, const bot_assessment *found,
                          bot_reason reason[BOT_REASONS_MAX])
{
    const search *s = &room->desk.s;
    const unsigned other = found->lost > 0 ? room->played : room->second;
    enum part order[PARTS];
    contrast c;
    if (found->rows == 0 || other == CANDIDATES)
        return 0;
    bot_contrast_turns(s, &s->list[room->best], &s->list[other],
                       (unsigned)min(CONTRAST_ROWS, (int)found->rows), &c);
    const scene seen = {s->m, &c, &room->desk};
    reason_list list = {reason, 0};
    const unsigned count = sort_parts(&c, order);
    tell_parts(&list, &seen, order, count);
    if (list.count > 0)
        tell_more(&list, &seen, order[0]);
    return list.count;
}
