#include "shuffle_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shuffle_lines.h"

static bool differs(rec_error *error, const char *what)
{
    return rec_fail(error, "unfair", "The %s of the seed is not that of the record.", what);
}

/* The next card of the record, from entry *at on; 0 if there is none. */
static unsigned next_card(const rec_entries *entries, unsigned *at)
{
    while (*at < entries->count && entries->list[*at].kind != REC_DRAW)
        (*at)++;
    return *at < entries->count ? entries->list[(*at)++].value : 0;
}

/* Replays the moves of the record; the cards of the shuffle must be those of the record. */
static bool check_entries(jn_game *game, const bd_board *board, const rec_entries *entries,
                          uint32_t *cards, rec_error *error)
{
    unsigned at = 0;
    for (unsigned i = 0; i < entries->count; i++) {
        const rec_entry *entry = &entries->list[i];
        const unsigned from = game->lines;
        if (entry->kind != REC_MOVE)
            continue;
        const unsigned reason = jn_play(game, entry->seat, entry->value, NULL);
        if (reason != EK_REASON_OK)
            return rec_refuse_line(error, board, game->now.rules, reason);
        for (unsigned k = from; k < game->lines; k++) {
            if (jn_line_type(game->line[k]) != JN_DRAW)
                continue;
            if (next_card(entries, &at) != jn_line_value(game->line[k]))
                return differs(error, "card");
            ++*cards;
        }
    }
    return next_card(entries, &at) == 0 || differs(error, "number of cards");
}

static bool check_cards(jn_game *game, const rec_game *played, uint32_t *cards, rec_error *error)
{
    rec_entries entries = {.list = NULL};
    const bool fair = rec_list_entries(&entries, rec_journal(played))
                          ? check_entries(game, rec_board(played), &entries, cards, error)
                          : rec_refuse_line(error, NULL, NULL, JN_NO_MEMORY);
    free(entries.list);
    return fair;
}

static bool check_start(const rec_game *played, const jn_game *game, rec_error *error)
{
    const rec_options *o = rec_options_of(played);
    const ek_state *now = &game->now.state;
    ek_state first;
    rec_state_at(played, 0, &first);
    if (first.zone != now->zone)
        return differs(error, "zone");
    if (memcmp(o->order, now->order, o->players) != 0)
        return differs(error, "first order");
    return first.market == now->market || differs(error, "opening market");
}

static jn_mix mix_of(const rec_told *t, unsigned players)
{
    jn_mix mix = {.version = t->version,
                  .players = players,
                  .seed = t->seed,
                  .table = t->table,
                  .attempt = t->attempt};
    for (unsigned i = 0; i < EK_SEATS; i++) {
        mix.words[i] = t->words[i];
        mix.salt[i] = t->salt[i];
    }
    return mix;
}

static bool check_game(const rec_told *t, const rec_game *played, uint32_t *cards, rec_error *error)
{
    const rec_options *o = rec_options_of(played);
    const jn_mix mix = mix_of(t, o->players);
    char commitment[JN_SEED_TEXT];
    jn_game game;
    jn_setup setup = {.board = o->board->ek,
                      .config = {o->edition, o->players, o->options, o->zone},
                      .zone_choice = t->drew_zone ? JN_ZONE_RANDOM : o->zone_choice,
                      .chance = JN_CHANCE_SHUFFLE,
                      .order_given = !t->drew_order,
                      .order = {0, 1, 2, 3, 4, 5}};
    if (!jn_seed_commitment(t->seed, commitment) || !jn_shuffle_init(&setup.shuffle, &mix))
        return rec_fail(error, "bad-seed",
                        "The record's shuffle-seed is not 64 hexadecimal digits.");
    if (strcmp(commitment, o->commitment) != 0)
        return rec_fail(error, "other-seed", "The seed is not the one that was committed to.");
    const unsigned reason = jn_start(&game, &setup, NULL);
    if (reason != EK_REASON_OK)
        return rec_refuse_line(error, o->board, NULL, reason);
    const bool fair = check_start(played, &game, error) && check_cards(&game, played, cards, error);
    jn_free(&game);
    return fair;
}

/* Every seat has a seal, or the word that it has none; salt and words give the seal. */
static bool check_seals(const rec_told *t, unsigned players, uint32_t *seals, rec_error *error)
{
    for (unsigned i = 0; i < players; i++) {
        char seal[JN_SEED_TEXT];
        if (strcmp(t->seal[i], JN_NO_SEAL) == 0 && !t->salt[i][0])
            continue;
        if (!jn_seal(t->table, i + 1, t->salt[i], t->words[i], seal) ||
            strcmp(seal, t->seal[i]) != 0)
            return rec_fail(error, "wrong-seal",
                            "The words of seat %u are not those of their seal.", i + 1);
        ++*seals;
    }
    return true;
}

static bool check_told(const rec_told *t, const char *record, const rec_game *game,
                       const char *notes, rec_fairness *found, rec_error *error)
{
    const unsigned players = rec_options_of(game)->players;
    if (t->version == 2 && !check_seals(t, players, &found->seals, error))
        return false;
    if (notes && !rec_has_notes(record, notes, players, error))
        return false;
    found->noted = notes != NULL;
    found->attempt = t->attempt;
    return check_game(t, game, &found->cards, error);
}

bool rec_check_shuffle(const char *record, const rec_game *game, const char *notes,
                       rec_fairness *found, rec_error *error)
{
    rec_told t;
    *found = (rec_fairness){.cards = 0};
    if (!rec_read_told(&t, record, error))
        return false;
    found->version = t.version;
    if (t.version == 0)
        return rec_fail(error, "no-shuffle",
                        "The record has no shuffle of the kinds " JN_SHUFFLE_1 " and " JN_SHUFFLE_2
                        ".");
    if (!t.seed[0])
        return rec_fail(error, "no-seed",
                        "The record has no seed yet: the server shows it when the game has ended.");
    return check_told(&t, record, game, notes, found, error);
}
