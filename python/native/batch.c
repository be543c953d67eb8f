/* Games of a batch: starting, stepping, looking at them. */
#include <string.h>

#include "actions.h"
#include "deadline.h"
#include "games.h"
#include "notation.h"
#include "observation.h"

const env_arrays *env_arrays_of(const env_batch *b)
{
    return &b->arrays;
}

/* ----------------------------------------------------------------------------------------- play */

static void see(env_batch *b, uint32_t i, const ek_events *events)
{
    for (unsigned seat = 0; b->bots && seat < b->config.players; seat++)
        if (b->bot_seats >> seat & 1)
            bot_see(&b->bots[i][seat], events);
}

/* Makes a legal move. */
static void play(env_batch *b, uint32_t i, ek_move move)
{
    ek_state *state = &b->arrays.state[i];
    ek_events events;
    ek_play(b->rules[i], state, move, b->bots ? &events : NULL);
    if (b->bots)
        see(b, i, &events);
    if (ek_rules_wanted(b->rules[i], state)) /* a zone has been drafted */
        b->rules[i] = b->zoned[state->zone];
}

static bool is_too_long(const env_batch *b, uint32_t i)
{
    return b->arrays.state[i].round > b->config.max_rounds;
}

static bool is_over(const env_batch *b, uint32_t i)
{
    return ek_phase(&b->arrays.state[i]) == EK_PHASE_ENDED || is_too_long(b, i);
}

/* Plays for the bots until the caller is to move, or the game is over. */
static void play_bots(env_batch *b, uint32_t i)
{
    ek_state *state = &b->arrays.state[i];
    while (b->bots && !is_over(b, i)) {
        const unsigned seat = ek_to_move(state);
        ek_state view;
        if (!(b->bot_seats >> seat & 1))
            return;
        ek_view(b->rules[i], state, seat, &view);
        const ar_limits limits = {.milliseconds = b->named[seat].milliseconds};
        play(b, i, ar_bot_move(&b->bots[i][seat], b->rules[i], &view, &limits));
    }
}

static void sit_down(env_batch *b, uint32_t i, uint64_t seed)
{
    for (unsigned seat = 0; seat < b->config.players; seat++) {
        uint64_t random = seed + seat;
        if (b->bot_seats >> seat & 1)
            ar_sit(&b->bots[i][seat], &b->named[seat], seat, b->rules[i], ek_random(&random));
    }
}

static void start(env_batch *b, uint32_t i, uint64_t seed, const ek_rules *rules)
{
    ek_events events;
    b->arrays.seed[i] = seed;
    b->rules[i] = rules;
    ek_start(rules, &(ek_setup){.seed = seed}, &b->arrays.state[i], &events);
    sit_down(b, i, seed);
    see(b, i, &events);
    play_bots(b, i);
    b->arrays.to_move[i] = (int8_t)ek_to_move(&b->arrays.state[i]);
}

/* -------------------------------------------------------------------------------------- results */

/* The standing of all seats; the winners share the victory. */
static void write_results(env_batch *b, uint32_t i)
{
    ek_rank ranking[EK_SEATS];
    unsigned winners = 0;
    ek_ranking(b->rules[i], &b->arrays.state[i], ranking);
    for (unsigned k = 0; k < b->config.players; k++)
        winners += ranking[k].rank == 1;
    for (unsigned k = 0; k < b->config.players; k++)
        b->arrays.result[i][ranking[k].seat] =
            (env_result){.reward = ranking[k].rank == 1 ? 1.0f / (float)winners : 0.0f,
                         .money = ranking[k].money,
                         .rank = ranking[k].rank,
                         .powered = ranking[k].powered,
                         .cities = ranking[k].cities};
}

static void finish(env_batch *b, uint32_t i)
{
    b->arrays.truncated[i] = ek_phase(&b->arrays.state[i]) != EK_PHASE_ENDED;
    b->arrays.ended[i] = 1;
    b->arrays.to_move[i] = ENV_NOBODY;
    write_results(b, i);
    if (!b->config.auto_reset)
        return;
    const uint64_t seed = ek_random(&b->random[i]);
    start(b, i, seed, b->zoned[env_zone_of(b, seed)]);
}

/* --------------------------------------------------------------------------------------- resets */

int64_t env_reset(env_batch *b, const uint8_t *which, const uint64_t *seed, const uint8_t *zone)
{
    ek_reason reason;
    for (uint32_t i = 0; i < b->config.games; i++)
        if ((!which || which[i]) &&
            !env_rules_for(b, zone ? zone[i] : env_zone_of(b, seed[i]), &reason))
            return i;
    for (uint32_t i = 0; i < b->config.games; i++) {
        if (which && !which[i])
            continue;
        b->random[i] = ~seed[i];
        b->arrays.ended[i] = b->arrays.truncated[i] = 0;
        memset(b->arrays.result[i], 0, sizeof b->arrays.result[i]);
        start(b, i, seed[i], b->zoned[zone ? zone[i] : env_zone_of(b, seed[i])]);
    }
    return -1;
}

/* ---------------------------------------------------------------------------------------- steps */

/* The move of a choice; 0 if it is not legal. */
static ek_move chosen(const env_batch *b, uint32_t i, enum env_choice kind, uint32_t choice)
{
    const ek_rules *rules = b->rules[i];
    const ek_state *state = &b->arrays.state[i];
    ek_move moves[EK_MOVES_MAX];
    if (b->arrays.to_move[i] == ENV_NOBODY)
        return 0;
    switch (kind) {
    case ENV_ACTION:
        return env_move_of(rules, state, choice);
    case ENV_MOVE:
        return ek_why(rules, state, ek_to_move(state), choice) == EK_REASON_OK ? choice : 0;
    default:
        return choice < ek_moves(rules, state, moves) ? moves[choice] : 0;
    }
}

int64_t env_step(env_batch *b, enum env_choice kind, const uint32_t *choice)
{
    for (uint32_t i = 0; i < b->config.games; i++) {
        b->move[i] = choice[i] == ENV_NOTHING ? 0 : chosen(b, i, kind, choice[i]);
        if (!b->move[i] && choice[i] != ENV_NOTHING)
            return i;
    }
    for (uint32_t i = 0; i < b->config.games; i++) {
        b->arrays.ended[i] = b->arrays.truncated[i] = 0;
        if (!b->move[i])
            continue;
        play(b, i, b->move[i]);
        play_bots(b, i);
        if (is_over(b, i))
            finish(b, i);
        else
            b->arrays.to_move[i] = (int8_t)ek_to_move(&b->arrays.state[i]);
    }
    return -1;
}

void env_why(const env_batch *b, int64_t game, enum env_choice kind, uint32_t choice, char *text)
{
    const uint32_t i = (uint32_t)game;
    const ek_state *state = &b->arrays.state[i];
    if (b->arrays.to_move[i] == ENV_NOBODY)
        env_fail(text, "The game is over; reset it.");
    else if (kind == ENV_MOVE)
        rec_why_text(b->board, b->rules[i], ek_why(b->rules[i], state, ek_to_move(state), choice),
                     text);
    else if (kind == ENV_ACTION)
        env_fail(text, "The action mask does not allow it.");
    else
        env_fail(text, "There are not so many legal moves.");
}

/* -------------------------------------------------------------------------------------- queries */

const char *env_board_id(uint32_t i)
{
    return i < bd_board_count ? bd_boards[i].id : NULL;
}

uint32_t env_board_editions(uint32_t i)
{
    return bd_boards[i].ek->editions;
}

uint32_t env_moves(const env_batch *b, uint32_t game, ek_move *moves)
{
    return ek_moves(b->rules[game], &b->arrays.state[game], moves);
}

void env_counts(const env_batch *b, uint32_t *count)
{
    ek_move moves[EK_MOVES_MAX];
    for (uint32_t i = 0; i < b->config.games; i++)
        count[i] = env_moves(b, i, moves);
}

void env_hashes(const env_batch *b, uint64_t *hash)
{
    for (uint32_t i = 0; i < b->config.games; i++)
        hash[i] = ek_hash(&b->arrays.state[i]);
}

ek_move env_action_move(const env_batch *b, uint32_t game, uint32_t action)
{
    return env_move_of(b->rules[game], &b->arrays.state[game], action);
}

void env_move_text(const env_batch *b, uint32_t game, ek_move move, char *text)
{
    if (ek_to_move(&b->arrays.state[game]) == EK_NOBODY)
        env_fail(text, "");
    else
        rec_print_move(b->board, &b->arrays.state[game], move, text);
}

void env_observe_seat(const env_batch *b, uint32_t game, uint32_t seat, int16_t *observation)
{
    env_observation(b->rules[game], &b->arrays.state[game], seat, observation);
}

void env_observe(const env_batch *b, int16_t *observation, uint8_t *mask, int16_t *cost)
{
    for (size_t i = 0; i < b->config.games; i++) {
        const ek_state *state = &b->arrays.state[i];
        int16_t *row = observation ? observation + i * ENV_OBSERVATION : NULL;
        const bool is_playing = b->arrays.to_move[i] != ENV_NOBODY;
        if (row && is_playing)
            env_observation(b->rules[i], state, ek_to_move(state), row);
        else if (row)
            memset(row, 0, ENV_OBSERVATION * sizeof *row);
        if (is_playing)
            env_list_actions(b->rules[i], state, mask ? mask + i * ENV_ACTIONS : NULL,
                             cost ? cost + i * ENV_ACTIONS : NULL);
        if (!is_playing && mask)
            memset(mask + i * ENV_ACTIONS, 0, ENV_ACTIONS);
        if (!is_playing && cost)
            memset(cost + i * ENV_ACTIONS, 0, ENV_ACTIONS * sizeof *cost);
    }
}
