/*
 * The engine's internal header.
 *
 * How a game moves on: a move does its work and leaves state->stage either at a decision, or at a
 * place where the plant market is short of a card. ek_resume fills the market and goes on from
 * each such place until a player must decide or the engine must ask for a card. So a game can pause
 * at every draw, and the stage alone says what comes after it.
 */
#ifndef ELEKTRO_GAME_H
#define ELEKTRO_GAME_H

#include "elektro.h"

/* A game being played: the argument of every function that changes it. */
typedef struct ek_game {
    const ek_rules *rules;
    ek_state *state;
    ek_events *events; /* may be NULL */
} ek_game;

static inline unsigned ek_min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* ------------------------------------------------------------------------------ small facts */

static inline bool ek_is_classic(const ek_rules *rules)
{
    return rules->config.edition == EK_CLASSIC;
}

static inline bool ek_has_option(const ek_rules *rules, enum ek_option option)
{
    return rules->config.options & option;
}

static inline const ek_plant *ek_plant_of(unsigned number)
{
    return &ek_tables.plant[number];
}

static inline bool ek_is_plant(unsigned number)
{
    return number < EK_PLANT_NUMBERS && ek_has(ek_tables.plants, number);
}

/* Wind and fusion (1.2). */
static inline bool ek_is_ecological(unsigned number)
{
    const unsigned kind = ek_plant_of(number)->kind;
    return kind == EK_KIND_WIND || kind == EK_KIND_FUSION;
}

/* Pays a seat, or takes from it if less than 0. Money that a view hides stays hidden (1.8). */
static inline void ek_pay(ek_state *state, unsigned seat, int amount)
{
    if (!(state->hidden >> seat & 1))
        state->owner[seat].money += amount;
}

/* The next seat clockwise of a set that has a member. */
static inline unsigned ek_next_seat(const ek_rules *rules, unsigned set, unsigned from)
{
    unsigned seat = from;
    do
        seat = seat + 1 < rules->config.players ? seat + 1 : 0;
    while (!(set >> seat & 1));
    return seat;
}

/* The largest number of cities any player owns; the Trust does not count (11.1). */
unsigned ek_most_cities(const ek_rules *rules, const ek_state *state);

/* ----------------------------------------------------------------------------------- events */

static inline void ek_emit(const ek_game *game, enum ek_event_type type, unsigned seat, unsigned a,
                           unsigned b, int n)
{
    if (game->events && game->events->count < EK_EVENTS_MAX)
        game->events->list[game->events->count++] = (ek_event){
            .type = (uint8_t)type, .seat = (uint8_t)seat, .a = (uint8_t)a, .b = (uint8_t)b, .n = n};
}

/* ------------------------------------------------------ tokens, a byte of a word for each fuel */

static inline uint32_t ek_in_bytes(const uint8_t fuel[EK_FUELS])
{
    return (uint32_t)fuel[0] | (uint32_t)fuel[1] << 8 | (uint32_t)fuel[2] << 16 |
           (uint32_t)fuel[3] << 24;
}

static inline unsigned ek_byte_of(uint32_t bytes, unsigned fuel)
{
    return bytes >> 8 * fuel & 0xff;
}

/* Whether every byte of held is at least that of burnt; all are below 128. */
static inline bool ek_covers(uint32_t held, uint32_t burnt)
{
    return (((held | 0x80808080u) - burnt) & 0x80808080u) == 0x80808080u;
}

/* Whether the tokens held are enough to run a set of plants. */
static inline bool ek_can_run(ek_run set, uint32_t held)
{
    const uint32_t left = held - (uint32_t)set;
    const unsigned hybrid = ek_run_part(set, EK_RUN_HYBRID);
    return ek_covers(held, (uint32_t)set) &&
           (hybrid == 0 || ek_byte_of(left, EK_COAL) + ek_byte_of(left, EK_OIL) >= hybrid);
}

/* The result of a run of an owner's plants; the fuel of its hybrids is part of coal and oil. */
static inline ek_powering ek_result_of(const ek_owner *owner, ek_run run)
{
    ek_powering result = {.capacity = (uint8_t)ek_run_part(run, EK_RUN_CITIES)};
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        result.burnt[fuel] = (uint8_t)ek_run_part(run, fuel);
    result.supplied = (uint8_t)ek_min(result.capacity, owner->house_count);
    return result;
}

/* ------------------------------------------------------------------ moves.c: the legal moves */

/* Moves with a constant difference between one and the next. */
typedef struct ek_range {
    ek_move first;
    uint16_t step;
    uint16_t end; /* number of moves in this range and all before it */
} ek_range;

/* The owner of all five hybrids has the most ranges: 321 to mix coal and oil. */
enum { EK_RANGES_MAX = 336 };

/* The legal moves without the list, in the same order: first the ranges, then one move for each
 * member of a set, which is its first operand. The first range is always empty. */
typedef struct ek_choices {
    uint64_t set;
    ek_move set_first; /* the move for member 0 */
    ek_range *last;
    ek_range range[EK_RANGES_MAX];
} ek_choices;

/* Adds a range, which may be empty. */
static inline void ek_add_range(ek_choices *choices, ek_move first, unsigned count, unsigned step)
{
    ek_range *range = ++choices->last;
    range->first = first;
    range->step = (uint16_t)step;
    range->end = (uint16_t)(range[-1].end + count);
}

static inline void ek_add_move(ek_choices *choices, ek_move move)
{
    ek_add_range(choices, move, 1, 0);
}

/* Adds a move of this type for each member of the set; nothing can be added after them. */
static inline void ek_add_set(ek_choices *choices, enum ek_move_type type, uint64_t set)
{
    choices->set = set;
    choices->set_first = ek_move_of(type, 0, 0);
}

/* ---------------------------------------------------------------- round.c: the course of play */

void ek_resume(const ek_game *game);
void ek_begin_round(const ek_game *game);
void ek_begin_building(const ek_game *game);
void ek_end_building(const ek_game *game);
void ek_end_income(const ek_game *game);
void ek_end_auction(const ek_game *game);
void ek_begin_phase(const ek_game *game, enum ek_phase phase, enum ek_stage stage, unsigned turn);

/* ------------------------------------------------------------------------------------ setup.c */

/* Whether some connected zone of the right size contains these regions. */
bool ek_can_become_zone(const ek_rules *rules, unsigned regions);
void ek_begin_setup(const ek_game *game);
void ek_list_regions(const ek_rules *rules, const ek_state *state, ek_choices *choices);
void ek_list_trust(const ek_rules *rules, const ek_state *state, ek_choices *choices);
void ek_list_marks(const ek_rules *rules, const ek_state *state, ek_choices *choices);
ek_reason ek_why_region(const ek_rules *rules, const ek_state *state, unsigned region);
ek_reason ek_why_trust(const ek_rules *rules, const ek_state *state, unsigned city);
ek_reason ek_why_mark(const ek_rules *rules, const ek_state *state, unsigned city);
void ek_play_region(const ek_game *game, unsigned region);
void ek_play_trust(const ek_game *game, unsigned city);
void ek_play_mark(const ek_game *game, unsigned city);

/* --------------------------------------------------------------- deck.c and market.c: plants */

/* The plants that may lie on top of the deck. */
ek_plants ek_deck_candidates(const ek_state *state);
/* Draws the top card with the generator; the deck must not be empty. Returns its number. */
unsigned ek_turn_up(const ek_game *game);
/* Takes a plant off the top of the deck. */
void ek_take_off_deck(const ek_game *game, unsigned plant);
/* Sets the back of the card on top after the deck has changed; draws it where it is random. */
void ek_settle_back(const ek_game *game);
/* Turns up the Step 3 card, or reshuffles, when no card is left before it; false if the deck is
 * empty. */
bool ek_turn_deck_over(const ek_game *game);

bool ek_fill_market(const ek_game *game);
void ek_enter_card(const ek_game *game, unsigned plant);
void ek_remove_from_market(const ek_game *game, unsigned plant, enum ek_removal why);
void ek_remove_smallest(const ek_game *game, enum ek_removal why);
bool ek_remove_obsolete(const ek_game *game);
void ek_step3_card_leaves(const ek_game *game);
void ek_change_market(const ek_game *game);
void ek_place_discount(const ek_game *game);
void ek_end_discount(const ek_game *game);

/* ---------------------------------------------------------------------------------- auction.c */

void ek_begin_auction(const ek_game *game);
void ek_next_nominator(const ek_game *game);
void ek_list_nominations(const ek_rules *rules, const ek_state *state, ek_choices *choices);
void ek_list_bids(const ek_rules *rules, const ek_state *state, ek_choices *choices);
void ek_list_scraps(const ek_state *state, ek_choices *choices);
void ek_list_returns(const ek_state *state, ek_choices *choices);
ek_reason ek_why_nominate(const ek_rules *rules, const ek_state *state, unsigned plant,
                          unsigned bid);
ek_reason ek_why_bid(const ek_rules *rules, const ek_state *state, unsigned bid);
ek_reason ek_why_pass(const ek_rules *rules, const ek_state *state);
ek_reason ek_why_scrap(const ek_state *state, unsigned plant);
ek_reason ek_why_return(const ek_state *state, unsigned coal, unsigned oil);
void ek_play_nominate(const ek_game *game, unsigned plant, unsigned bid);
void ek_play_bid(const ek_game *game, unsigned bid);
void ek_play_pass(const ek_game *game);
void ek_play_scrap(const ek_game *game, unsigned plant);
void ek_play_return(const ek_game *game, unsigned coal, unsigned oil);

/* ------------------------------------------------------------------------------------- fuel.c */

/* What a set of plants can store (5.1). */
ek_needs ek_storage_of(ek_plants plants);
bool ek_holding_fits(const ek_owner *owner);

void ek_return_fuel(const ek_game *game, unsigned seat, enum ek_fuel fuel, unsigned count);
void ek_return_forced_surplus(const ek_game *game, unsigned seat);

void ek_list_purchases(const ek_rules *rules, const ek_state *state, ek_choices *choices);
ek_reason ek_why_buy(const ek_rules *rules, const ek_state *state, unsigned seat, unsigned fuel,
                     unsigned count);
void ek_play_buy(const ek_game *game, unsigned fuel, unsigned count);
void ek_play_done_buying(const ek_game *game);
void ek_refill_market(const ek_game *game);

/* --------------------------------------------------------------------------------- building.c */

void ek_list_connections(const ek_rules *rules, const ek_state *state, ek_choices *choices);
ek_reason ek_why_connect(const ek_rules *rules, const ek_state *state, unsigned seat,
                         unsigned city);
void ek_play_connect(const ek_game *game, unsigned city);
void ek_play_done_building(const ek_game *game);
void ek_add_house(ek_state *state, unsigned owner, unsigned city, unsigned place);
/* Whether no place is open in this Step; whether no player could build in any Step. */
bool ek_zone_is_full(const ek_rules *rules, const ek_state *state);
bool ek_zone_is_built_up(const ek_rules *rules, const ek_state *state);

/* ------------------------------------------------------------------------------------ power.c */

void ek_list_powerings(const ek_state *state, ek_choices *choices);
ek_reason ek_why_power(const ek_state *state, unsigned seat, ek_move move);
void ek_play_power(const ek_game *game, ek_move move);

/* ------------------------------------------------------------------------------------ trust.c */

void ek_trust_takes_plant(const ek_game *game);
void ek_trust_takes_fuel(const ek_game *game);
void ek_trust_returns_fuel(const ek_game *game);
void ek_trust_follows(const ek_game *game, unsigned city);

#endif
