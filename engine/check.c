/* The laws of a state: invariants of every game at every moment. A state that passes is safe to
 * play on from, wherever it came from. */
#include "game.h"

static bool is_first_game(const ek_rules *rules)
{
    return ek_has_option(rules, EK_FIRST_GAME);
}

static bool is_setup(const ek_state *s)
{
    return s->stage <= EK_STAGE_MARK || s->stage == EK_STAGE_DEAL;
}

/* An owner that is not at the table has nothing. */
static bool has_nothing(const ek_owner *owner)
{
    unsigned any = owner->plants || owner->cities || owner->money;
    for (unsigned i = 0; i < EK_FUELS; i++)
        any |= owner->fuel[i];
    for (unsigned i = 0; i < EK_HOUSES; i++)
        any |= owner->houses[i];
    return (any | owner->house_count | owner->supplied) == 0;
}

/* ----------------------------------------------------------------------------- fields, order */

static bool fields_hold(const ek_rules *rules, const ek_state *s)
{
    const unsigned players = rules->config.players;
    const unsigned flags = s->discount_expired | s->trust_acted | s->uranium_stopped | s->chance;
    unsigned spare = 0;
    for (unsigned i = 0; i < sizeof s->spare; i++)
        spare |= s->spare[i];
    for (unsigned i = players; i < EK_SEATS; i++)
        if (!has_nothing(&s->owner[i]))
            return false;
    return s->stage < EK_STAGES && s->step >= 1 && s->step <= EK_STEPS && flags <= 1 &&
           spare == 0 && s->step3 <= EK_STEP3_GONE && s->top_back <= EK_BACK_SOCKET &&
           s->turn < players &&
           (s->hidden | s->bought | s->passed | s->in_auction) >> players == 0 &&
           s->bidder < players && s->bidding < players && (s->round == 0) == is_setup(s);
}

static bool order_holds(const ek_rules *rules, const ek_state *s)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < rules->config.players; i++) {
        if (s->order[i] >= rules->config.players)
            return false;
        seen |= 1u << s->order[i];
    }
    for (unsigned i = rules->config.players; i < EK_SEATS; i++)
        if (s->order[i])
            return false;
    return seen == (1u << rules->config.players) - 1;
}

/* ---------------------------------------------------------------------------- zone and stage */

/* The Trust houses that stand while the table is set up (11.2): some of the first six, then all of
 * them and one for every mark. */
static bool first_trust_houses_hold(const ek_state *s)
{
    const unsigned houses = s->owner[EK_TRUST].house_count;
    unsigned first = 0;
    for (unsigned i = 0; i < EK_TRUST_TURNS; i++)
        first += ek_tables.trust_turns[i];
    if (s->stage == EK_STAGE_TRUST)
        return houses < first;
    return houses == (s->stage == EK_STAGE_MARK ? first + s->turn : 0);
}

/* During the setup the players have only money, and marks come last. */
static bool setup_holds(const ek_rules *rules, const ek_state *s)
{
    for (unsigned seat = 0; seat < rules->config.players; seat++)
        if (s->owner[seat].plants || s->owner[seat].house_count)
            return false;
    if (rules->trust && !first_trust_houses_hold(s))
        return false;
    return ek_size(s->marks) == (s->stage == EK_STAGE_MARK ? s->turn : 0);
}

/* Some stages exist only with certain options. A partly drafted zone can be completed. */
static bool stage_holds(const ek_rules *rules, const ek_state *s)
{
    if (is_setup(s) && !setup_holds(rules, s))
        return false;
    if (s->stage == EK_STAGE_REGION)
        return rules->config.zone == 0 && ek_size(s->zone) < rules->limit.areas &&
               ek_can_become_zone(rules, s->zone);
    if (ek_rules_wanted(rules, s) || (s->stage == EK_STAGE_DEAL && s->zone != rules->config.zone))
        return false;
    switch (s->stage) {
    case EK_STAGE_TRUST:
    case EK_STAGE_TRUST_BOUGHT:
        return rules->trust;
    case EK_STAGE_MARK:
        return ek_has_option(rules, EK_STARTING_CITIES);
    case EK_STAGE_CONNECTED:
        return ek_is_classic(rules);
    case EK_STAGE_STEP2:
        return s->step == 2;
    case EK_STAGE_AUCTION_STEP2:
    case EK_STAGE_MARKET_STEP2:
        return !ek_is_classic(rules) && s->step == 2 && s->step3 == EK_STEP3_IN_MARKET;
    default:
        return true;
    }
}

/* ------------------------------------------------------------------------------ tokens, money */

static bool tokens_hold(const ek_state *s)
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        unsigned used = s->fuel[fuel];
        for (unsigned i = 0; i < EK_OWNERS; i++)
            used += s->owner[i].fuel[fuel];
        if (fuel == EK_URANIUM)
            used += ek_size(s->marks & ~s->bare_marks);
        if (used > ek_tables.tokens[fuel])
            return false;
    }
    return true;
}

static bool money_holds(const ek_rules *rules, const ek_state *s)
{
    for (unsigned seat = 0; seat < rules->config.players; seat++) {
        const int32_t money = s->owner[seat].money;
        if (money < 0 || money > INT32_MAX / 2 || (s->hidden >> seat & 1 && money != 0))
            return false;
    }
    return true;
}

/* -------------------------------------------------------------------------------- plants, deck */

/* Every plant is in exactly one place. While the opening market is dealt, only the cards that can
 * be in it take part: each is in the market, unseen or out of the game. */
static bool plants_hold(const ek_rules *rules, const ek_state *s)
{
    const ek_deck_rule *deck = &rules->variant->deck;
    ek_plants all = 0;
    unsigned count = 0;
    const ek_plants places[] = {s->market & ~EK_STEP3_CARD, s->unseen, s->buried, s->removed};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        all |= places[i];
        count += ek_size(places[i]);
    }
    for (unsigned i = 0; i < EK_OWNERS; i++) {
        all |= s->owner[i].plants;
        count += ek_size(s->owner[i].plants);
    }
    if (count != ek_size(all))
        return false;
    if (s->stage == EK_STAGE_DEAL)
        return all == (deck->out | deck->opening | deck->deal) && s->removed == deck->out &&
               s->unseen == (all & ~s->removed & ~s->market);
    return all == ek_tables.plants;
}

static bool back_holds(const ek_rules *rules, const ek_state *s)
{
    if (s->top_back == EK_BACK_PLUG)
        return !ek_is_classic(rules) && s->deck_plug > 0;
    if (s->top_back == EK_BACK_SOCKET)
        return !ek_is_classic(rules) && s->deck_socket > 0;
    return ek_is_classic(rules) || s->deck_plug + s->deck_socket == 0 ||
           (s->chance == EK_CHANCE_ASK && s->deck_plug > 0 && s->deck_socket > 0);
}

static bool deck_holds(const ek_rules *rules, const ek_state *s)
{
    const ek_plants plug = ek_is_classic(rules) ? 0 : s->unseen & ek_tables.plug;
    const unsigned sockets = ek_size(s->unseen & ~plug);
    if (s->deck_plug > ek_size(plug) || s->deck_socket > sockets)
        return false;
    if (s->step3 != EK_STEP3_IN_DECK && s->buried && !is_first_game(rules))
        return false; /* the buried plants were shuffled into the deck */
    if ((s->step3 != EK_STEP3_IN_DECK || s->stage == EK_STAGE_DEAL) &&
        (s->deck_plug != ek_size(plug) || s->deck_socket != sockets))
        return false;
    if (s->deck_top && (s->deck_top != rules->variant->deck.top ||
                        !ek_has(s->unseen, s->deck_top) || s->deck_plug + s->deck_socket == 0))
        return false;
    return back_holds(rules, s);
}

static bool deck_is_empty(const ek_rules *rules, const ek_state *s)
{
    return s->deck_plug + s->deck_socket == 0 && s->step3 != EK_STEP3_IN_DECK &&
           (!is_first_game(rules) || s->buried == 0);
}

/* The discount lies on a plant of the market until the auctions are over (4.10). */
static bool discount_holds(const ek_rules *rules, const ek_state *s)
{
    return !ek_is_classic(rules) && ek_is_plant(s->discount) && ek_has(s->market, s->discount) &&
           ek_phase(s) == EK_PHASE_AUCTION && s->stage != EK_STAGE_AUCTION_OVER &&
           s->stage != EK_STAGE_AUCTION_STEP2;
}

/* The market is full unless the deck is empty, a plant was just bought, or the engine waits for a
 * card. */
static bool market_holds(const ek_rules *rules, const ek_state *s)
{
    const unsigned cards = ek_size(s->market);
    const bool card = s->market & EK_STEP3_CARD;
    if (card != (s->step3 == EK_STEP3_IN_MARKET) || cards > s->market_size)
        return false;
    if (card && s->stage <= EK_STAGE_ENDED && ek_phase(s) != EK_PHASE_AUCTION)
        return false; /* the card stays in the market only during the auction (9.3) */
    if (s->discount && !discount_holds(rules, s))
        return false;
    if (s->stage > EK_STAGE_ENDED)
        return s->chance == EK_CHANCE_ASK && cards < s->market_size &&
               s->deck_plug + s->deck_socket > 0;
    if (s->stage == EK_STAGE_SCRAP || s->stage == EK_STAGE_RETURN)
        return cards < s->market_size;
    return cards == s->market_size || deck_is_empty(rules, s);
}

/* 9: when the card has left, the market has its smaller size; a first game stays in Step 1. */
static bool step_holds(const ek_rules *rules, const ek_state *s)
{
    if (is_setup(s) && (s->step != 1 || s->step3 != EK_STEP3_IN_DECK))
        return false;
    if (is_first_game(rules))
        return s->step == 1 && s->market_size == ek_tables.market_cards &&
               (s->step3 == EK_STEP3_IN_DECK || s->step3 == EK_STEP3_GONE);
    const bool left = s->step3 >= EK_STEP3_DUE;
    return (s->step == 3) == (s->step3 == EK_STEP3_GONE) &&
           s->market_size == (left ? ek_tables.market_cards_step3 : ek_tables.market_cards);
}

/* ------------------------------------------------------------------------- plants and fuel held */

static bool ownership_holds(const ek_rules *rules, const ek_state *s)
{
    for (unsigned i = 0; i < EK_OWNERS; i++) {
        const unsigned over = s->stage == EK_STAGE_SCRAP && i == s->bidder;
        const unsigned plants = ek_size(s->owner[i].plants);
        if (plants > rules->limit.max_plants + over ||
            (over && plants != rules->limit.max_plants + over))
            return false;
    }
    return true;
}

static bool holdings_hold(const ek_state *s)
{
    for (unsigned i = 0; i < EK_OWNERS; i++) {
        const ek_owner *owner = &s->owner[i];
        if (s->stage == EK_STAGE_RETURN && i == s->bidder) {
            const ek_surplus over = ek_surplus_of(owner);
            const ek_needs storage = ek_storage_of(owner->plants);
            if (over.min_coal >= over.max_coal ||
                owner->fuel[EK_GARBAGE] > storage.fuel[EK_GARBAGE] ||
                owner->fuel[EK_URANIUM] > storage.fuel[EK_URANIUM])
                return false;
        } else if (!ek_holding_fits(owner)) {
            return false;
        }
    }
    return true;
}

/* --------------------------------------------------------------------------------------- houses */

/* The houses of one owner are in as many different cities of the zone. */
static bool houses_hold(const ek_rules *rules, const ek_owner *owner, unsigned limit)
{
    ek_cities cities = 0;
    if (owner->house_count > limit || owner->supplied > owner->house_count)
        return false;
    for (unsigned i = 0; i < EK_HOUSES; i++) {
        if (i < owner->house_count)
            cities |= ek_bit(owner->houses[i] & 63);
        else if (owner->houses[i])
            return false;
    }
    return cities == owner->cities && ek_size(cities) == owner->house_count &&
           (cities & ~rules->zone_cities) == 0;
}

static bool all_houses_hold(const ek_rules *rules, const ek_state *s)
{
    const unsigned limit = ek_house_limit(rules);
    for (unsigned i = 0; i < EK_OWNERS; i++)
        if (!houses_hold(rules, &s->owner[i], i == EK_TRUST ? ek_tables.trust_houses : limit))
            return false;
    return true;
}

/* Every house has a place of its own that the Step has opened; the Trust never takes a 20-place
 * and may stand on a 15-place in Step 1 (11.2, 11.5). */
static bool places_hold(const ek_state *s)
{
    ek_cities taken[EK_STEPS] = {0};
    for (unsigned i = 0; i < EK_OWNERS; i++) {
        const unsigned open = i == EK_TRUST ? 2 : s->step;
        for (unsigned h = 0; h < s->owner[i].house_count; h++) {
            const unsigned city = s->owner[i].houses[h] & 63;
            const unsigned place = s->owner[i].houses[h] >> 6;
            if (place >= open || ek_has(taken[place], city))
                return false;
            taken[place] |= ek_bit(city);
        }
    }
    for (unsigned place = 0; place < EK_STEPS; place++)
        if (taken[place] != s->places[place])
            return false;
    return true;
}

static bool marks_hold(const ek_rules *rules, const ek_state *s)
{
    return (s->bare_marks & ~s->marks) == 0 && (s->marks & ~rules->zone_cities) == 0 &&
           ek_size(s->marks) <= rules->config.players &&
           (s->marks == 0 || ek_has_option(rules, EK_STARTING_CITIES));
}

/* ------------------------------------------------------------------------------- auction, Trust */

/* The seats between the highest bidder and the next one to bid have left the auction (4.4). */
static bool bidding_holds(const ek_rules *rules, const ek_state *s)
{
    return s->in_auction >> s->bidder & 1 && s->bidder != s->bidding &&
           ek_next_seat(rules, s->in_auction, s->bidder) == s->bidding;
}

static bool auction_holds(const ek_rules *rules, const ek_state *s)
{
    const unsigned done = s->bought | s->passed;
    if (s->stage == EK_STAGE_BID)
        return ek_is_plant(s->auction_plant) &&
               ek_has(ek_current_market(rules, s), s->auction_plant) &&
               (s->in_auction & done) == 0 && bidding_holds(rules, s) &&
               s->bid >= ek_minimum_bid(s, s->auction_plant) && s->bid <= EK_BID_MAX &&
               ek_may_own(rules, &s->owner[s->bidder], s->auction_plant) &&
               (s->hidden >> s->bidder & 1 || s->bid <= s->owner[s->bidder].money);
    if (s->in_auction || s->bidding)
        return false;
    if (s->stage == EK_STAGE_SCRAP || s->stage == EK_STAGE_RETURN)
        return ek_is_plant(s->auction_plant) && s->bought >> s->bidder & 1 &&
               ek_has(s->owner[s->bidder].plants, s->auction_plant);
    if (s->stage == EK_STAGE_PURCHASED || s->stage == EK_STAGE_TRUST_BOUGHT)
        return true; /* the plant sold is cleared once it is replaced */
    if (s->stage == EK_STAGE_NOMINATE && done >> s->order[s->turn] & 1)
        return false;
    return (s->auction_plant | s->bidder | s->bid) == 0;
}

/* The Trust has fuel from its turn between the two players until the refill (11.4, 11.6). */
static bool trust_fuel_holds(const ek_state *s)
{
    const uint8_t *fuel = s->owner[EK_TRUST].fuel;
    if ((s->stage == EK_STAGE_BUY && s->turn == 0) || s->stage == EK_STAGE_BUILD ||
        s->stage == EK_STAGE_STEP2 || s->stage == EK_STAGE_POWER || s->stage == EK_STAGE_ENDED)
        return true;
    return (fuel[EK_COAL] | fuel[EK_OIL] | fuel[EK_GARBAGE] | fuel[EK_URANIUM]) == 0;
}

static bool trust_holds(const ek_rules *rules, const ek_state *s)
{
    const ek_owner *trust = &s->owner[EK_TRUST];
    return rules->trust ? trust->money == 0 && trust->supplied == 0 && trust_fuel_holds(s)
                        : has_nothing(trust) && !s->trust_acted;
}

ek_law ek_check(const ek_rules *rules, const ek_state *state)
{
    if (!fields_hold(rules, state) || !stage_holds(rules, state))
        return EK_LAW_FIELDS;
    if (!order_holds(rules, state))
        return EK_LAW_ORDER;
    if (!tokens_hold(state))
        return EK_LAW_TOKENS;
    if (!money_holds(rules, state))
        return EK_LAW_MONEY;
    if (!plants_hold(rules, state))
        return EK_LAW_PLANTS;
    if (!deck_holds(rules, state))
        return EK_LAW_DECK;
    if (!step_holds(rules, state))
        return EK_LAW_STEP;
    if (!market_holds(rules, state))
        return EK_LAW_MARKET;
    if (!ownership_holds(rules, state))
        return EK_LAW_OWNERSHIP;
    if (!holdings_hold(state))
        return EK_LAW_HOLDINGS;
    if (!all_houses_hold(rules, state))
        return EK_LAW_HOUSES;
    if (!places_hold(state))
        return EK_LAW_PLACES;
    if (!marks_hold(rules, state))
        return EK_LAW_MARKS;
    if (!trust_holds(rules, state))
        return EK_LAW_TRUST;
    if (!auction_holds(rules, state))
        return EK_LAW_AUCTION;
    if (state->stage == EK_STAGE_ENDED && !ek_end_reached(rules, state))
        return EK_LAW_END;
    return EK_LAW_NONE;
}
