/* Setting up the table: deck and opening market, first order, drafted zone, Trust houses, starting
 * cities (rules.md 2, 11.2). */
#include "game.h"

/* ------------------------------------------------------------------------------------- start */

static bool is_order(const ek_setup *setup, unsigned players)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < players; i++)
        if (setup->order[i] < players)
            seen |= 1u << setup->order[i];
    return seen == (1u << players) - 1;
}

/* An opening market that the deck rule could have dealt. */
static bool is_opening(const ek_deck_rule *deck, ek_plants market)
{
    return ek_size(market) == ek_tables.market_cards && (market & deck->opening) == deck->opening &&
           (market & ~(deck->opening | deck->deal)) == 0;
}

static void shuffle_order(ek_state *s, unsigned players)
{
    for (unsigned i = 0; i < players; i++)
        s->order[i] = (uint8_t)i;
    for (unsigned i = players - 1; i > 0; i--) {
        const unsigned j = ek_random_below(&s->random, i + 1);
        const uint8_t seat = s->order[i];
        s->order[i] = s->order[j];
        s->order[j] = seat;
    }
}

/* Makes the cards from which the opening market is dealt a temporary deck. */
static void lay_out_market(const ek_game *game, ek_plants market)
{
    ek_state *s = game->state;
    const ek_deck_rule *deck = &game->rules->variant->deck;
    s->market = market ? market : deck->opening;
    s->unseen = deck->deal & ~s->market;
    s->deck_plug = (uint8_t)ek_size(s->unseen);
    s->removed = deck->out;
    s->market_size = ek_tables.market_cards;
    s->stage = EK_STAGE_DEAL;
    ek_settle_back(game);
}

ek_reason ek_start(const ek_rules *rules, const ek_setup *setup, ek_state *state, ek_events *events)
{
    const unsigned players = rules->config.players;
    if (setup->chance > EK_CHANCE_ASK)
        return EK_REASON_BAD_OPTION;
    if (setup->order_given && !is_order(setup, players))
        return EK_REASON_BAD_ORDER;
    if (setup->market && !is_opening(&rules->variant->deck, setup->market))
        return EK_REASON_BAD_MARKET;
    *state = (ek_state){
        .random = setup->seed, .chance = setup->chance, .zone = rules->config.zone, .step = 1};
    const ek_game game = {rules, state, events};
    if (events)
        events->count = 0;
    if (setup->order_given)
        for (unsigned i = 0; i < players; i++)
            state->order[i] = setup->order[i];
    else
        shuffle_order(state, players);
    for (unsigned seat = 0; seat < players; seat++)
        state->owner[seat].money = ek_tables.money;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        state->fuel[fuel] = rules->variant->start[fuel];
    for (unsigned i = 0; i < players; i++)
        ek_emit(&game, EK_EVENT_ORDER, state->order[i], i, 0, 0);
    lay_out_market(&game, setup->market);
    ek_resume(&game);
    return EK_REASON_OK;
}

/* ---------------------------------------------------------------------- the deck, then on */

/* Makes the deck from the cards that are not in the opening market (2.4 to 2.6). */
static void make_deck(const ek_game *game)
{
    ek_state *s = game->state;
    const ek_deck_rule *deck = &game->rules->variant->deck;
    const unsigned row = game->rules->config.players - 2u;
    const unsigned plug = ek_size(s->unseen);
    const ek_plants socket = ek_tables.plants & ~(deck->out | deck->opening | deck->deal);
    s->unseen |= socket;
    s->deck_plug = (uint8_t)(plug - deck->removed_plug[row]);
    s->deck_socket = (uint8_t)(ek_size(socket) - deck->removed_socket[row]);
    s->deck_top = deck->top;
    s->top_back = ek_is_classic(game->rules) ? EK_BACK_UNKNOWN : EK_BACK_PLUG;
}

static void begin_trust(const ek_game *game);

void ek_begin_setup(const ek_game *game)
{
    make_deck(game);
    if (game->state->zone == 0)
        ek_begin_phase(game, EK_PHASE_ZONE, EK_STAGE_REGION, 0);
    else
        begin_trust(game);
}

static void begin_marks(const ek_game *game)
{
    if (ek_has_option(game->rules, EK_STARTING_CITIES))
        ek_begin_phase(game, EK_PHASE_MARKS, EK_STAGE_MARK, 0);
    else
        ek_begin_round(game);
}

static void begin_trust(const ek_game *game)
{
    ek_emit(game, EK_EVENT_ZONE_CHOSEN, EK_NOBODY, 0, 0, game->state->zone);
    if (game->rules->trust)
        ek_begin_phase(game, EK_PHASE_TRUST, EK_STAGE_TRUST, 0);
    else
        begin_marks(game);
}

/* ------------------------------------------------------------------------------ drafted zone */

ek_reason ek_why_region(const ek_rules *rules, const ek_state *state, unsigned region)
{
    if (region >= rules->board->regions)
        return EK_REASON_NO_SUCH_REGION;
    if (state->zone >> region & 1)
        return EK_REASON_REGION_TAKEN;
    if (state->zone && (rules->regions_touching[region] & state->zone) == 0)
        return EK_REASON_REGION_APART;
    return ek_can_become_zone(rules, state->zone | 1u << region) ? EK_REASON_OK
                                                                 : EK_REASON_REGION_APART;
}

void ek_list_regions(const ek_rules *rules, const ek_state *state, ek_choices *choices)
{
    unsigned regions = 0;
    for (unsigned region = 0; region < rules->board->regions; region++)
        if (ek_why_region(rules, state, region) == EK_REASON_OK)
            regions |= 1u << region;
    ek_add_set(choices, EK_MOVE_REGION, regions);
}

void ek_play_region(const ek_game *game, unsigned region)
{
    ek_state *s = game->state;
    const unsigned seat = s->order[s->turn];
    s->zone |= (uint8_t)(1u << region);
    ek_emit(game, EK_EVENT_REGION_CHOSEN, seat, region, 0, 0);
    if (ek_size(s->zone) == game->rules->limit.areas)
        begin_trust(game);
    else
        s->turn = (uint8_t)(s->turn + 1u < game->rules->config.players ? s->turn + 1u : 0);
}

/* ------------------------------------------------------------------------------ Trust houses */

/* Cities that may take the next Trust house: any for the first, then those next to one (11.2). */
static ek_cities trust_sites(const ek_rules *rules, const ek_state *state)
{
    const ek_cities trust = state->owner[EK_TRUST].cities;
    ek_cities next_to = 0;
    if (trust == 0)
        return rules->zone_cities;
    for (ek_cities rest = trust; rest;)
        next_to |= rules->neighbours[ek_take_smallest(&rest)];
    return next_to & ~trust;
}

ek_reason ek_why_trust(const ek_rules *rules, const ek_state *state, unsigned city)
{
    if (city >= rules->board->cities)
        return EK_REASON_NO_SUCH_CITY;
    if (!ek_has(rules->zone_cities, city))
        return EK_REASON_OUT_OF_ZONE;
    if (ek_has(state->owner[EK_TRUST].cities, city))
        return EK_REASON_TRUST_CITY;
    return ek_has(trust_sites(rules, state), city) ? EK_REASON_OK : EK_REASON_NOT_NEXT_TO_TRUST;
}

void ek_list_trust(const ek_rules *rules, const ek_state *state, ek_choices *choices)
{
    ek_add_set(choices, EK_MOVE_TRUST, trust_sites(rules, state));
}

/* The number of complete turns after so many houses; EK_TRUST_TURNS when all are placed. */
static unsigned trust_turn(unsigned houses)
{
    unsigned turn = 0;
    for (; turn < EK_TRUST_TURNS && houses >= ek_tables.trust_turns[turn]; turn++)
        houses -= ek_tables.trust_turns[turn];
    return turn;
}

void ek_play_trust(const ek_game *game, unsigned city)
{
    ek_state *s = game->state;
    ek_emit(game, EK_EVENT_TRUST_HOUSE, s->order[s->turn], city, 0, 0);
    ek_add_house(s, EK_TRUST, city, 0);
    const unsigned turn = trust_turn(s->owner[EK_TRUST].house_count);
    s->turn = turn & 1;
    if (turn == EK_TRUST_TURNS)
        begin_marks(game);
}

/* --------------------------------------------------------------------------- starting cities */

ek_reason ek_why_mark(const ek_rules *rules, const ek_state *state, unsigned city)
{
    if (city >= rules->board->cities)
        return EK_REASON_NO_SUCH_CITY;
    if (!ek_has(rules->zone_cities, city))
        return EK_REASON_OUT_OF_ZONE;
    if (ek_has(state->marks, city))
        return EK_REASON_ALREADY_MARKED;
    return ek_has(state->owner[EK_TRUST].cities, city) ? EK_REASON_TRUST_CITY : EK_REASON_OK;
}

void ek_list_marks(const ek_rules *rules, const ek_state *state, ek_choices *choices)
{
    ek_add_set(choices, EK_MOVE_MARK,
               rules->zone_cities & ~state->marks & ~state->owner[EK_TRUST].cities);
}

/* Ruling on 2.7: without a token in the supply the city is marked all the same. Against the Trust
 * every marked city gets a Trust house on its 15-place (11.2). */
void ek_play_mark(const ek_game *game, unsigned city)
{
    ek_state *s = game->state;
    const bool token = ek_supply(s, EK_URANIUM) > 0;
    ek_emit(game, EK_EVENT_CITY_MARKED, s->order[s->turn], city, token, 0);
    s->marks |= ek_bit(city);
    if (!token)
        s->bare_marks |= ek_bit(city);
    if (game->rules->trust)
        ek_trust_follows(game, city);
    s->turn++;
    if (s->turn == game->rules->config.players)
        ek_begin_round(game);
}
