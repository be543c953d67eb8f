/* Making and freeing batches, and the rules of their zones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "words_text.h"

/* ---------------------------------------------------------------------------------------- rules */

const ek_rules *env_rules_for(env_batch *b, unsigned zone, ek_reason *reason)
{
    const ek_config config = {.edition = b->config.edition,
                              .players = b->config.players,
                              .options = b->config.options,
                              .zone = (uint8_t)zone};
    *reason = EK_REASON_OK;
    if (b->zoned[zone])
        return b->zoned[zone];
    ek_rules *rules = malloc(sizeof *rules);
    *reason = rules ? ek_rules_init(rules, b->board->ek, &config) : EK_REASON_NO_ZONE;
    if (*reason == EK_REASON_OK)
        return b->zoned[zone] = rules;
    free(rules);
    return NULL;
}

uint32_t env_random_zone(const env_batch *b, uint64_t seed)
{
    return ek_random_zone(b->board->ek, b->config.edition, b->config.players, seed);
}

unsigned env_zone_of(const env_batch *b, uint64_t seed)
{
    return b->draft || b->zone ? b->zone : env_random_zone(b, ~seed);
}

/* ------------------------------------------------------------------------------- open and close */

bool env_fail(char *error, const char *text)
{
    snprintf(error, ENV_TEXT_MAX, "%s", text);
    return false;
}

static bool find_board(env_batch *b, char *error)
{
    bd_error bad;
    const char *name = b->config.board;
    b->board = bd_find(name, (enum ek_edition)b->config.edition);
    if (!b->board && strpbrk(name, "/.")) {
        b->own = bd_load_file(name, &bad);
        b->board = b->own;
        return b->own || env_fail(error, bad.text);
    }
    if (!b->board)
        snprintf(error, ENV_TEXT_MAX, "There is no board '%.60s' for %s.", name,
                 rec_edition_word(b->config.edition));
    return b->board != NULL;
}

static bool read_zone(env_batch *b, char *error)
{
    char copy[256];
    b->draft = strcmp(b->config.zone, "draft") == 0;
    if (b->draft || strcmp(b->config.zone, "random") == 0)
        return true;
    snprintf(copy, sizeof copy, "%s", b->config.zone);
    for (char *rest = copy, *name; (name = strsep(&rest, ","));) {
        const int region = bd_region_named(b->board, name);
        if (region < 0) {
            snprintf(error, ENV_TEXT_MAX, "%s has no region '%.60s'.", b->board->name, name);
            return false;
        }
        b->zone |= 1u << region;
    }
    return true;
}

static bool check_size(const env_config *c, char *error)
{
    if (c->games < 1 || c->games > ENV_GAMES_MAX)
        return env_fail(error, "A batch has 1 to 1048576 games.");
    return (c->players >= 2 && c->players <= EK_SEATS) ||
           env_fail(error, "A game has 2 to 6 players.");
}

static bool read_bots(env_batch *b, char *error)
{
    const unsigned everybody = (1u << b->config.players) - 1;
    rec_error bad;
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        const char *name = b->config.seat[seat];
        if (name && seat >= b->config.players)
            return env_fail(error, "A bot has a seat that nobody has at this table.");
        if (name && !ar_read_bot(name, &b->named[seat], &bad))
            return env_fail(error, bad.text);
        if (name)
            b->bot_seats |= 1u << seat;
        b->config.seat[seat] = NULL; /* the caller's */
    }
    return b->bot_seats != everybody ||
           env_fail(error, "Bots play at every seat; leave at least one seat free.");
}

/* Compiles the rules of every zone that a game may have, so that nothing can fail later. */
static bool compile_zones(env_batch *b, char *error)
{
    uint8_t zones[EK_ZONES_MAX] = {0};
    ek_reason reason;
    if (!env_rules_for(b, env_zone_of(b, 0), &reason))
        return env_fail(error, rec_reason_text(reason));
    const unsigned areas = b->zoned[env_zone_of(b, 0)]->limit.areas;
    const unsigned count = b->zone ? 0 : ek_zones(b->board->ek, areas, zones);
    for (unsigned i = 0; i < count; i++)
        if (!env_rules_for(b, zones[i], &reason))
            return env_fail(error, rec_reason_text(reason));
    return true;
}

static bool make_arrays(env_batch *b, char *error)
{
    const size_t n = b->config.games;
    env_arrays *a = &b->arrays;
    a->state = calloc(n, sizeof *a->state);
    a->seed = calloc(n, sizeof *a->seed);
    a->to_move = calloc(n, sizeof *a->to_move);
    a->ended = calloc(n, sizeof *a->ended);
    a->truncated = calloc(n, sizeof *a->truncated);
    a->result = calloc(n, sizeof *a->result);
    b->rules = calloc(n, sizeof *b->rules);
    b->random = calloc(n, sizeof *b->random);
    b->move = calloc(n, sizeof *b->move);
    b->bots = b->bot_seats ? calloc(n, sizeof *b->bots) : NULL;
    return (a->state && a->seed && a->to_move && a->ended && a->truncated && a->result &&
            b->rules && b->random && b->move && (b->bots || !b->bot_seats)) ||
           env_fail(error, "There is not enough memory.");
}

/* Before the first reset all games are over. */
static void empty(env_batch *b)
{
    for (uint32_t i = 0; i < b->config.games; i++) {
        b->arrays.state[i].stage = EK_STAGE_ENDED;
        b->arrays.to_move[i] = ENV_NOBODY;
        b->rules[i] = b->zoned[env_zone_of(b, 0)];
    }
}

env_batch *env_open(const env_config *config, char *error)
{
    env_batch *b = calloc(1, sizeof *b);
    if (!b) {
        env_fail(error, "There is not enough memory.");
        return NULL;
    }
    b->config = *config;
    if (check_size(config, error) && read_bots(b, error) && find_board(b, error) &&
        read_zone(b, error) && compile_zones(b, error) && make_arrays(b, error)) {
        empty(b);
        b->config.board = b->config.zone = NULL; /* the caller's */
        return b;
    }
    env_close(b);
    return NULL;
}

void env_close(env_batch *b)
{
    if (!b)
        return;
    free(b->arrays.state);
    free(b->arrays.seed);
    free(b->arrays.to_move);
    free(b->arrays.ended);
    free(b->arrays.truncated);
    free(b->arrays.result);
    free(b->rules);
    free(b->random);
    free(b->move);
    free(b->bots);
    for (unsigned zone = 0; zone < ENV_ZONES; zone++)
        free(b->zoned[zone]);
    bd_free(b->own);
    free(b);
}
