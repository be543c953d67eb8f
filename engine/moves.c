/* The entry points of play: seat to move, legal moves, making a move, telling cards. */
#include "game.h"

/* ----------------------------------------------------------------------------------- whose turn */

enum ek_phase ek_phase(const ek_state *state)
{
    static const uint8_t phase[EK_STAGES] = {
        [EK_STAGE_REGION] = EK_PHASE_ZONE,
        [EK_STAGE_TRUST] = EK_PHASE_TRUST,
        [EK_STAGE_MARK] = EK_PHASE_MARKS,
        [EK_STAGE_NOMINATE] = EK_PHASE_AUCTION,
        [EK_STAGE_BID] = EK_PHASE_AUCTION,
        [EK_STAGE_SCRAP] = EK_PHASE_AUCTION,
        [EK_STAGE_RETURN] = EK_PHASE_AUCTION,
        [EK_STAGE_BUY] = EK_PHASE_RESOURCES,
        [EK_STAGE_BUILD] = EK_PHASE_BUILDING,
        [EK_STAGE_POWER] = EK_PHASE_BUREAUCRACY,
        [EK_STAGE_ENDED] = EK_PHASE_ENDED,
        [EK_STAGE_DEAL] = EK_PHASE_ZONE,
        [EK_STAGE_PURCHASED] = EK_PHASE_AUCTION,
        [EK_STAGE_TRUST_BOUGHT] = EK_PHASE_AUCTION,
        [EK_STAGE_AUCTION_OVER] = EK_PHASE_AUCTION,
        [EK_STAGE_AUCTION_STEP2] = EK_PHASE_AUCTION,
        [EK_STAGE_CONNECTED] = EK_PHASE_BUILDING,
        [EK_STAGE_STEP2] = EK_PHASE_BUREAUCRACY,
        [EK_STAGE_MARKET_CHANGE] = EK_PHASE_BUREAUCRACY,
        [EK_STAGE_MARKET_STEP2] = EK_PHASE_BUREAUCRACY,
    };
    return (enum ek_phase)phase[state->stage];
}

/* Both lists begin with the decisions of players, then the end. */
_Static_assert(EK_STAGE_REGION == (int)EK_DECISION_REGION &&
                   EK_STAGE_ENDED == (int)EK_DECISION_ENDED,
               "stages and decisions begin alike");

enum ek_decision ek_pending(const ek_state *state)
{
    return state->stage <= EK_STAGE_ENDED ? (enum ek_decision)state->stage : EK_DECISION_CARD;
}

unsigned ek_to_move(const ek_state *state)
{
    switch (state->stage) {
    case EK_STAGE_BID:
        return state->bidding;
    case EK_STAGE_SCRAP:
    case EK_STAGE_RETURN:
        return state->bidder;
    default:
        return state->stage < EK_STAGE_ENDED ? state->order[state->turn] : EK_NOBODY;
    }
}

unsigned ek_seats_to_act(const ek_state *state)
{
    const enum ek_phase phase = ek_phase(state);
    unsigned seats = 0;
    if (phase == EK_PHASE_RESOURCES || phase == EK_PHASE_BUILDING)
        for (unsigned i = 0; i <= state->turn; i++)
            seats |= 1u << state->order[i];
    return seats;
}

bool ek_rules_wanted(const ek_rules *rules, const ek_state *state)
{
    return rules->config.zone != state->zone && state->stage != EK_STAGE_REGION &&
           state->stage != EK_STAGE_DEAL;
}

/* --------------------------------------------------------------------------------- legal moves */

static void list_choices(const ek_rules *rules, const ek_state *state, ek_choices *choices)
{
    choices->set = 0;
    choices->last = choices->range;
    choices->range[0].end = 0;
    if (ek_rules_wanted(rules, state))
        return;
    switch (state->stage) {
    case EK_STAGE_REGION:
        ek_list_regions(rules, state, choices);
        break;
    case EK_STAGE_TRUST:
        ek_list_trust(rules, state, choices);
        break;
    case EK_STAGE_MARK:
        ek_list_marks(rules, state, choices);
        break;
    case EK_STAGE_NOMINATE:
        ek_list_nominations(rules, state, choices);
        break;
    case EK_STAGE_BID:
        ek_list_bids(rules, state, choices);
        break;
    case EK_STAGE_SCRAP:
        ek_list_scraps(state, choices);
        break;
    case EK_STAGE_RETURN:
        ek_list_returns(state, choices);
        break;
    case EK_STAGE_BUY:
        ek_list_purchases(rules, state, choices);
        break;
    case EK_STAGE_BUILD:
        ek_list_connections(rules, state, choices);
        break;
    case EK_STAGE_POWER:
        ek_list_powerings(state, choices);
        break;
    default:
        break;
    }
}

static ek_move member_move(const ek_choices *choices, unsigned member)
{
    return choices->set_first + ((ek_move)member << 16);
}

unsigned ek_moves(const ek_rules *rules, const ek_state *state, ek_move moves[EK_MOVES_MAX])
{
    ek_choices choices;
    unsigned count = 0;
    list_choices(rules, state, &choices);
    for (const ek_range *range = choices.range + 1; range <= choices.last; range++)
        for (ek_move move = range->first; count < range->end; move += range->step)
            moves[count++] = move;
    for (uint64_t rest = choices.set; rest;)
        moves[count++] = member_move(&choices, ek_take_smallest(&rest));
    return count;
}

ek_move ek_random_move(const ek_rules *rules, const ek_state *state, uint64_t *random)
{
    ek_choices choices;
    list_choices(rules, state, &choices);
    const unsigned in_ranges = choices.last->end;
    const unsigned n = ek_random_below(random, in_ranges + ek_size(choices.set));
    if (n >= in_ranges)
        return member_move(&choices, ek_nth(choices.set, n - in_ranges));
    const ek_range *range = choices.range + 1;
    while (n >= range->end)
        range++;
    return range->first + (n - range[-1].end) * range->step;
}

/* ------------------------------------------------------------------------------------ refusals */

/* Whether a type of move is possible in a stage at all. */
static bool is_allowed(unsigned stage, enum ek_move_type type)
{
    static const uint16_t allowed[EK_STAGE_ENDED] = {
        [EK_STAGE_REGION] = 1u << EK_MOVE_REGION,
        [EK_STAGE_TRUST] = 1u << EK_MOVE_TRUST,
        [EK_STAGE_MARK] = 1u << EK_MOVE_MARK,
        [EK_STAGE_NOMINATE] = 1u << EK_MOVE_NOMINATE | 1u << EK_MOVE_PASS,
        [EK_STAGE_BID] = 1u << EK_MOVE_BID | 1u << EK_MOVE_PASS,
        [EK_STAGE_SCRAP] = 1u << EK_MOVE_SCRAP,
        [EK_STAGE_RETURN] = 1u << EK_MOVE_RETURN,
        [EK_STAGE_BUY] = 1u << EK_MOVE_BUY | 1u << EK_MOVE_DONE,
        [EK_STAGE_BUILD] = 1u << EK_MOVE_CONNECT | 1u << EK_MOVE_DONE,
        [EK_STAGE_POWER] = 1u << EK_MOVE_POWER,
    };
    return allowed[stage] >> type & 1;
}

static ek_reason why_not_allowed(unsigned stage)
{
    if (stage == EK_STAGE_SCRAP)
        return EK_REASON_MUST_SCRAP;
    return stage == EK_STAGE_RETURN ? EK_REASON_MUST_RETURN : EK_REASON_WRONG_PHASE;
}

/* Whether a type exists and the operands it does not use are 0. */
static bool is_well_formed(ek_move move)
{
    switch (ek_move_type(move)) {
    case EK_MOVE_REGION:
    case EK_MOVE_TRUST:
    case EK_MOVE_MARK:
    case EK_MOVE_SCRAP:
    case EK_MOVE_CONNECT:
        return ek_move_b(move) == 0;
    case EK_MOVE_BID:
        return ek_move_a(move) == 0;
    case EK_MOVE_PASS:
    case EK_MOVE_DONE:
        return ek_move_a(move) == 0 && ek_move_b(move) == 0;
    case EK_MOVE_NOMINATE:
    case EK_MOVE_RETURN:
    case EK_MOVE_BUY:
    case EK_MOVE_POWER:
        return true;
    default:
        return false;
    }
}

static ek_reason why_not_operands(const ek_rules *rules, const ek_state *state, ek_move move)
{
    const unsigned seat = ek_to_move(state);
    const unsigned a = ek_move_a(move);
    const unsigned b = ek_move_b(move);
    switch (ek_move_type(move)) {
    case EK_MOVE_REGION:
        return ek_why_region(rules, state, a);
    case EK_MOVE_TRUST:
        return ek_why_trust(rules, state, a);
    case EK_MOVE_MARK:
        return ek_why_mark(rules, state, a);
    case EK_MOVE_PASS:
        return ek_why_pass(rules, state);
    case EK_MOVE_NOMINATE:
        return ek_why_nominate(rules, state, a, b);
    case EK_MOVE_BID:
        return ek_why_bid(rules, state, b);
    case EK_MOVE_SCRAP:
        return ek_why_scrap(state, a);
    case EK_MOVE_RETURN:
        return ek_why_return(state, a, b);
    case EK_MOVE_BUY:
        return ek_why_buy(rules, state, seat, a, b);
    case EK_MOVE_CONNECT:
        return ek_why_connect(rules, state, seat, a);
    case EK_MOVE_POWER:
        return ek_why_power(state, seat, move);
    default: /* EK_MOVE_DONE */
        return EK_REASON_OK;
    }
}

ek_reason ek_why(const ek_rules *rules, const ek_state *state, unsigned seat, ek_move move)
{
    if (state->stage == EK_STAGE_ENDED)
        return EK_REASON_GAME_OVER;
    if (ek_rules_wanted(rules, state))
        return EK_REASON_WRONG_RULES;
    if (state->stage > EK_STAGE_ENDED)
        return EK_REASON_CARD_AWAITED;
    if (seat != ek_to_move(state))
        return EK_REASON_NOT_YOUR_TURN;
    if (!is_well_formed(move))
        return EK_REASON_NOT_A_MOVE;
    if (!is_allowed(state->stage, ek_move_type(move)))
        return why_not_allowed(state->stage);
    return why_not_operands(rules, state, move);
}

/* ---------------------------------------------------------------------------------------- play */

void ek_play(const ek_rules *rules, ek_state *state, ek_move move, ek_events *events)
{
    const ek_game game = {rules, state, events};
    const unsigned a = ek_move_a(move);
    const unsigned b = ek_move_b(move);
    if (events)
        events->count = 0;
    switch (ek_move_type(move)) {
    case EK_MOVE_REGION:
        ek_play_region(&game, a);
        break;
    case EK_MOVE_TRUST:
        ek_play_trust(&game, a);
        break;
    case EK_MOVE_MARK:
        ek_play_mark(&game, a);
        break;
    case EK_MOVE_PASS:
        ek_play_pass(&game);
        break;
    case EK_MOVE_NOMINATE:
        ek_play_nominate(&game, a, b);
        break;
    case EK_MOVE_BID:
        ek_play_bid(&game, b);
        break;
    case EK_MOVE_SCRAP:
        ek_play_scrap(&game, a);
        break;
    case EK_MOVE_RETURN:
        ek_play_return(&game, a, b);
        break;
    case EK_MOVE_BUY:
        ek_play_buy(&game, a, b);
        break;
    case EK_MOVE_CONNECT:
        ek_play_connect(&game, a);
        break;
    case EK_MOVE_POWER:
        ek_play_power(&game, move);
        break;
    default: /* EK_MOVE_DONE */
        if (state->stage == EK_STAGE_BUY)
            ek_play_done_buying(&game);
        else
            ek_play_done_building(&game);
        break;
    }
    if (state->stage > EK_STAGE_ENDED)
        ek_resume(&game);
}

ek_reason ek_apply(const ek_rules *rules, ek_state *state, ek_move move, ek_events *events)
{
    const ek_reason reason = ek_why(rules, state, ek_to_move(state), move);
    if (reason == EK_REASON_OK)
        ek_play(rules, state, move, events);
    return reason;
}

/* -------------------------------------------------------------------------------------- chance */

ek_plants ek_card_awaited(const ek_state *state)
{
    return state->stage > EK_STAGE_ENDED ? ek_deck_candidates(state) : 0;
}

ek_reason ek_draw(const ek_rules *rules, ek_state *state, unsigned plant, ek_events *events)
{
    const ek_game game = {rules, state, events};
    const ek_plants awaited = ek_card_awaited(state);
    if (awaited == 0)
        return EK_REASON_NO_CARD_AWAITED;
    if (!ek_is_plant(plant))
        return EK_REASON_NO_SUCH_PLANT;
    if (!ek_has(awaited, plant))
        return EK_REASON_CARD_NOT_IN_DECK;
    if (events)
        events->count = 0;
    ek_take_off_deck(&game, plant);
    ek_enter_card(&game, plant);
    ek_resume(&game);
    return EK_REASON_OK;
}

ek_reason ek_show_back(const ek_rules *rules, ek_state *state, enum ek_back back)
{
    if (ek_is_classic(rules) || state->chance != EK_CHANCE_ASK)
        return EK_REASON_WRONG_BACK;
    if (state->top_back != EK_BACK_UNKNOWN)
        return back == state->top_back ? EK_REASON_OK : EK_REASON_WRONG_BACK;
    if ((back != EK_BACK_PLUG && back != EK_BACK_SOCKET) ||
        state->deck_plug + state->deck_socket == 0)
        return EK_REASON_WRONG_BACK;
    state->top_back = (uint8_t)back;
    return EK_REASON_OK;
}

void ek_reseed(const ek_rules *rules, ek_state *state, uint64_t seed, ek_events *events)
{
    const ek_game game = {rules, state, events};
    if (events)
        events->count = 0;
    state->random = seed;
    state->chance = EK_CHANCE_SEED;
    if (state->top_back == EK_BACK_UNKNOWN)
        ek_settle_back(&game);
    ek_resume(&game);
}

void ek_ask(ek_state *state)
{
    state->chance = EK_CHANCE_ASK;
}
