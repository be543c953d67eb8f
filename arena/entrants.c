/* Entrants of a match and their seats. */
#include <string.h>

#include "lines.h"
#include "seeds.h"

static bool read_entrant(const char *text, size_t length, ar_entrant *entrant, rec_error *error)
{
    *entrant = (ar_entrant){.is_program = false};
    if (length == 0 || length >= AR_NAME_MAX)
        return rec_fail(error, "bad-bots", "The name of a bot must have 1 to %d bytes.",
                        AR_NAME_MAX - 1);
    memcpy(entrant->name, text, length);
    if (!rec_is_plain_utf8(entrant->name))
        return rec_fail(error, "bad-bots", "The name of a bot must be plain text in UTF-8.");
    entrant->is_program = strncmp(entrant->name, AR_PROGRAM, strlen(AR_PROGRAM)) == 0;
    if (entrant->is_program)
        return length > strlen(AR_PROGRAM) ||
               rec_fail(error, "bad-bots", "'%s' needs a command, such as %s./mybot.", AR_PROGRAM,
                        AR_PROGRAM);
    return ar_read_bot(entrant->name, &entrant->bot, error);
}

bool ar_read_bots(const char *list, ar_entrant entrant[AR_ENTRANTS_MAX], unsigned *count,
                  rec_error *error)
{
    *count = 0;
    for (const char *at = list;; at++) {
        const size_t length = strcspn(at, ",");
        if (*count == AR_ENTRANTS_MAX)
            return rec_fail(error, "bad-bots", "At most %d bots can play.", AR_ENTRANTS_MAX);
        if (!read_entrant(at, length, &entrant[*count], error))
            return false;
        ++*count;
        at += length;
        if (!*at)
            return true;
    }
}

bool ar_read_entrants(ar_match *match, const char *list, rec_error *error)
{
    return ar_read_bots(list, match->entrant, &match->entrants, error) &&
           (match->entrants >= 2 || rec_fail(error, "bad-bots", "At least two bots must play."));
}

/* ------------------------------------------------------------------------------------ seating */

static bool is_same(const ar_entrant *a, const ar_entrant *b)
{
    return strcmp(a->name, b->name) == 0 && a->parameters == b->parameters;
}

/* With a, b, a, b the third rotation would repeat the first, move for move. */
unsigned ar_rotations(const ar_match *match)
{
    const unsigned players = match->table.players;
    if (match->entrants > players)
        return players;
    for (unsigned shift = 1; shift < players; shift++) {
        unsigned same = 0;
        while (same < players &&
               is_same(&match->entrant[same], &match->entrant[(same + shift) % players]))
            same++;
        if (same == players)
            return shift;
    }
    return players;
}

unsigned ar_deal_of(const ar_match *match, unsigned game)
{
    return game / ar_rotations(match);
}

unsigned ar_whole_deals(const ar_match *match, unsigned games)
{
    const unsigned rotations = ar_rotations(match);
    return (games + rotations - 1) / rotations * rotations;
}

uint64_t ar_seed_of(const ar_match *match, unsigned game)
{
    const unsigned group = ar_deal_of(match, game);
    uint64_t seed = match->seed ^ (uint64_t)(group + 1) * UINT64_C(0xd1342543de82ef95);
    return ek_random(&seed);
}

/* The group of a seed: all entrants in the order given, or a random choice of them. */
static void choose_group(const ar_match *match, unsigned game, uint8_t chosen[AR_ENTRANTS_MAX])
{
    uint64_t random = ~ar_seed_of(match, game); /* not the seed of the cards */
    for (unsigned i = 0; i < match->entrants; i++)
        chosen[i] = (uint8_t)i;
    if (match->entrants == match->table.players)
        return;
    for (unsigned i = 0; i < match->table.players; i++) {
        const unsigned j = i + ek_random_below(&random, match->entrants - i);
        const uint8_t other = chosen[i];
        chosen[i] = chosen[j];
        chosen[j] = other;
    }
}

void ar_seating(const ar_match *match, unsigned game, uint8_t entrant[EK_SEATS])
{
    const unsigned players = match->table.players;
    const unsigned rotation = game % ar_rotations(match);
    uint8_t chosen[AR_ENTRANTS_MAX];
    choose_group(match, game, chosen);
    for (unsigned seat = 0; seat < players; seat++)
        entrant[seat] = chosen[(seat + rotation) % players];
}
