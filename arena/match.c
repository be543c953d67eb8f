/* One game of a match, from the setup to the ranking. */
#include "match.h"

#include <inttypes.h>
#include <string.h>

#include "deadline.h"
#include "habits.h"
#include "program.h"
#include "seeds.h"

/* A seat while a game is played. */
typedef struct sitter {
    const ar_entrant *entrant;
    ar_program *program; /* NULL for a built-in bot, and after a forfeit */
    bot bot;             /* a built-in bot; after a forfeit a random one */
} sitter;

/* --------------------------------------------------------------------------------------- setup */

static bool compile_rules(const ar_table *table, uint8_t zone, ek_rules *rules, rec_error *error)
{
    const ek_config config = {.edition = table->edition,
                              .players = table->players,
                              .options = table->options,
                              .zone = zone};
    const ek_reason reason = ek_rules_init(rules, table->board->ek, &config);
    return reason == EK_REASON_OK || rec_refuse(error, reason);
}

static bool set_up(const ar_match *match, uint64_t seed, ar_position *p, rec_error *error)
{
    const ar_table *table = &match->table;
    uint8_t zone = table->zone;
    if (!table->draft && zone == 0)
        zone = ek_random_zone(table->board->ek, table->edition, table->players, ~seed);
    p->board = table->board;
    if (!compile_rules(table, zone, &p->rules, error))
        return false;
    const ek_reason reason = ek_start(&p->rules, &(ek_setup){.seed = seed}, &p->state, &p->events);
    return reason == EK_REASON_OK || rec_refuse(error, reason);
}

static bool sit_down(const ar_match *match, const ar_position *p, unsigned number, unsigned seat,
                     sitter *player, rec_error *error)
{
    const ar_entrant *entrant = player->entrant;
    uint64_t random = ar_seed_of(match, number) + number * EK_SEATS + seat;
    const uint64_t seed = ek_random(&random);
    ar_sit(&player->bot, &entrant->bot, seat, &p->rules, seed);
    if (entrant->parameters)
        player->bot.parameters = entrant->parameters;
    if (!entrant->is_program)
        return true;
    player->program =
        ar_program_start(entrant->name + strlen(AR_PROGRAM), match->program_ms, seed, error);
    return player->program != NULL;
}

/* ---------------------------------------------------------------------------------------- play */

/* A program that fails forfeits; its seat plays on at random so that the others can finish. */
static ek_move choose(sitter *player, const ar_position *p, unsigned seat, ar_seat *result)
{
    ek_state view;
    ek_move move;
    rec_error error;
    const bool counts = !result->forfeit; /* the moves made for it are not its own */
    ek_view(&p->rules, &p->state, seat, &view);
    const uint64_t start = ar_now();
    bool chosen = player->program && ar_program_choose(player->program, p, &view, &move, &error);
    if (player->program && !chosen) {
        ar_program_stop(player->program);
        player->program = NULL;
        result->forfeit = 1;
    }
    if (!chosen)
        move = ar_bot_move(&player->bot, &p->rules, &view,
                           &(ar_limits){.milliseconds = player->entrant->bot.milliseconds});
    const uint64_t spent = counts ? ar_now() - start : 0;
    result->decisions += counts;
    result->nanoseconds += spent;
    if (spent > result->slowest)
        result->slowest = spent;
    return move;
}

static void tell(sitter players[EK_SEATS], ar_watch *watch, const ar_position *p)
{
    if (watch)
        ar_watch_see(watch, p);
    for (unsigned seat = 0; seat < p->rules.config.players; seat++) {
        bot_see(&players[seat].bot, &p->events);
        if (players[seat].program)
            ar_program_tell(players[seat].program, p);
    }
}

/* Found by the event, because a game may go from Step 1 to Step 3 (9.4). */
static void note_steps(const ar_position *p, ar_game *result)
{
    const uint8_t round = (uint8_t)(p->state.round < UINT8_MAX ? p->state.round : UINT8_MAX);
    for (unsigned i = 0; i < p->events.count; i++)
        if (p->events.list[i].type == EK_EVENT_STEP_BEGINS)
            *(p->events.list[i].a == 2 ? &result->step2_round : &result->step3_round) = round;
}

static bool play_out(const ar_match *match, ar_position *p, sitter players[EK_SEATS],
                     ar_watch *watch, ar_game *result, rec_error *error)
{
    tell(players, watch, p);
    while (ek_phase(&p->state) != EK_PHASE_ENDED) {
        const unsigned seat = ek_to_move(&p->state);
        const ek_move move = choose(&players[seat], p, seat, &result->seat[seat]);
        const ek_reason reason = ek_apply(&p->rules, &p->state, move, &p->events);
        if (reason != EK_REASON_OK)
            return rec_refuse_move(error, match->table.board, &p->rules, reason);
        if (ek_rules_wanted(&p->rules, &p->state) &&
            !compile_rules(&match->table, p->state.zone, &p->rules, error))
            return false;
        if (p->state.round > AR_ROUNDS_MAX)
            return rec_fail(error, "endless",
                            "Game %" PRIu32 " (seed %" PRIu64 ") is not over after %d rounds.",
                            result->number, ar_seed_of(match, result->number), AR_ROUNDS_MAX);
        tell(players, watch, p);
        note_steps(p, result);
        if (result->moves < UINT16_MAX)
            result->moves++;
    }
    return true;
}

/* ------------------------------------------------------------------------------------- results */

/* Seats that forfeited are ranked behind the others. */
static bool is_ahead(const ek_rank *a, const ar_seat *seat_a, const ek_rank *b,
                     const ar_seat *seat_b)
{
    return seat_a->forfeit != seat_b->forfeit ? seat_b->forfeit : a->rank < b->rank;
}

static void write_results(const ar_position *p, ar_game *result)
{
    const unsigned players = p->rules.config.players;
    ek_rank ranking[EK_SEATS];
    ek_ranking(&p->rules, &p->state, ranking);
    for (unsigned i = 0; i < players; i++) {
        ar_seat *seat = &result->seat[ranking[i].seat];
        seat->powered = ranking[i].powered;
        seat->money = ranking[i].money;
        seat->cities = ranking[i].cities;
        seat->rank = 1;
        for (unsigned j = 0; j < players; j++)
            if (is_ahead(&ranking[j], &result->seat[ranking[j].seat], &ranking[i], seat))
                seat->rank++;
    }
    result->rounds = p->state.round;
}

bool ar_play(const ar_match *match, unsigned number, ar_watch *watch, ar_game *result,
             rec_error *error)
{
    const unsigned count = match->table.players;
    uint8_t seating[EK_SEATS] = {0};
    sitter players[EK_SEATS] = {{0}};
    ar_position p;
    *result = (ar_game){.number = number};
    if (!set_up(match, ar_seed_of(match, number), &p, error))
        return false;
    ar_seating(match, number, seating);
    bool ok = true;
    for (unsigned i = 0; ok && i < count; i++) {
        result->seat[i].entrant = seating[i];
        players[i].entrant = &match->entrant[seating[i]];
        ok = sit_down(match, &p, number, i, &players[i], error);
    }
    ok = ok && play_out(match, &p, players, watch, result, error);
    for (unsigned i = 0; i < count; i++)
        ar_program_stop(players[i].program);
    if (ok)
        write_results(&p, result);
    return ok;
}
