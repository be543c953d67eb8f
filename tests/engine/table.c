#include "table.h"

#include <stdlib.h>
#include <string.h>

/* One table is enough: each test opens it again. */
static table the_table;

void assert_lawful(const table *t)
{
    assert_int_equal(ek_check(&t->rules, &t->state), EK_LAW_NONE);
}

/* ---------------------------------------------------------------------------------- opening */

uint8_t zone_of(const bd_board *board, const char *names)
{
    unsigned zone = 0;
    char copy[256];
    assert_true(strlen(names) < sizeof copy);
    memcpy(copy, names, strlen(names) + 1);
    for (char *rest = copy, *name; (name = strtok_r(rest, " ", &rest));) {
        const int region = bd_region_named(board, name);
        assert_true(region >= 0);
        zone |= 1u << region;
    }
    return (uint8_t)zone;
}

static table *open_zone(enum ek_edition edition, const bd_board *board, unsigned players,
                        unsigned options, uint8_t zone)
{
    table *t = &the_table;
    const ek_config config = {.edition = (uint8_t)edition,
                              .players = (uint8_t)players,
                              .options = (uint8_t)options,
                              .zone = zone};
    ek_setup setup = {.seed = 1, .chance = EK_CHANCE_ASK, .order_given = 1};
    memset(t, 0, sizeof *t);
    t->board = board;
    assert_int_equal(ek_rules_init(&t->rules, board->ek, &config), EK_REASON_OK);
    for (unsigned i = 0; i < players; i++)
        setup.order[i] = (uint8_t)i;
    setup.market = t->rules.variant->deck.opening;
    for (unsigned p = 3; ek_size(setup.market) < ek_tables.market_cards; p++)
        if (ek_has(t->rules.variant->deck.deal, p))
            setup.market |= ek_bit(p);
    assert_int_equal(ek_start(&t->rules, &setup, &t->state, &t->events), EK_REASON_OK);
    assert_lawful(t);
    return t;
}

static const bd_board *find_board(enum ek_edition edition, const char *name)
{
    const bd_board *board = bd_find(name, edition);
    assert_non_null(board);
    return board;
}

table *open_table(enum ek_edition edition, const char *board, unsigned players, unsigned options)
{
    const bd_board *b = find_board(edition, board);
    uint8_t zones[EK_ZONES_MAX];
    assert_true(ek_zones(b->ek, ek_tables.thresholds[edition][players - 2].areas, zones) > 0);
    return open_zone(edition, b, players, options, zones[0]);
}

table *open_table_in(enum ek_edition edition, const char *board, unsigned players, unsigned options,
                     const char *zone)
{
    const bd_board *b = find_board(edition, board);
    const bool draft = strcmp(zone, "draft") == 0;
    return open_zone(edition, b, players, options, draft ? 0 : zone_of(b, zone));
}

void adopt_zone(table *t)
{
    ek_config config = t->rules.config;
    config.zone = t->state.zone;
    assert_true(ek_rules_wanted(&t->rules, &t->state));
    assert_int_equal(ek_rules_init(&t->rules, t->board->ek, &config), EK_REASON_OK);
}

unsigned city(const table *t, const char *name)
{
    const int index = bd_city_named(t->board, name);
    if (index < 0)
        fail_msg("no city %s on %s", name, t->board->id);
    return (unsigned)index;
}

/* ------------------------------------------------------------------------ writing a position */

void set_money(table *t, unsigned seat, int money)
{
    t->state.owner[seat].money = money;
    assert_lawful(t);
}

/* No more cards can be left in the deck than there are unseen plants. */
static void trim_deck(table *t)
{
    ek_state *s = &t->state;
    const ek_plants plug = ek_is_classic(&t->rules) ? 0 : s->unseen & ek_tables.plug;
    s->deck_plug = (uint8_t)ek_min(s->deck_plug, ek_size(plug));
    s->deck_socket = (uint8_t)ek_min(s->deck_socket, ek_size(s->unseen & ~plug));
}

/* Removes a plant from its current place. */
static void uproot(table *t, unsigned plant)
{
    ek_state *s = &t->state;
    const ek_plants bit = ek_bit(plant);
    assert_true(ek_is_plant(plant));
    s->market &= ~bit;
    s->unseen &= ~bit;
    s->buried &= ~bit;
    s->removed &= ~bit;
    for (unsigned i = 0; i < EK_OWNERS; i++)
        s->owner[i].plants &= ~bit;
    if (s->deck_top == plant)
        s->deck_top = 0;
    if (s->discount == plant)
        s->discount = 0;
    trim_deck(t);
}

/* Recomputes the possible back of the top card after a manual change of the deck. */
static void settle_back(table *t)
{
    ek_state *s = &t->state;
    if (s->top_back == EK_BACK_PLUG && s->deck_plug == 0)
        s->top_back = EK_BACK_UNKNOWN;
    if (s->top_back == EK_BACK_SOCKET && s->deck_socket == 0)
        s->top_back = EK_BACK_UNKNOWN;
    if (s->top_back == EK_BACK_UNKNOWN)
        ek_settle_back(&(ek_game){&t->rules, s, NULL});
}

static void top_up(table *t)
{
    ek_state *s = &t->state;
    while (ek_size(s->market) < s->market_size && s->unseen) {
        const unsigned plant = ek_smallest(s->unseen);
        uproot(t, plant);
        s->market |= ek_bit(plant);
    }
    settle_back(t);
}

void give_plant(table *t, unsigned seat, unsigned plant)
{
    uproot(t, plant);
    t->state.owner[seat].plants |= ek_bit(plant);
    top_up(t);
    assert_lawful(t);
}

void give_fuel(table *t, unsigned seat, enum ek_fuel fuel, unsigned count)
{
    const unsigned supply = ek_supply(&t->state, fuel);
    if (count > supply)
        t->state.fuel[fuel] -= (uint8_t)(count - supply);
    t->state.owner[seat].fuel[fuel] += (uint8_t)count;
    assert_lawful(t);
}

void give_city(table *t, unsigned seat, const char *name)
{
    const unsigned c = city(t, name);
    unsigned place = 0;
    while (place < 2 && ek_has(t->state.places[place], c))
        place++;
    ek_add_house(&t->state, seat, c, place);
    if (t->state.step > place)
        assert_lawful(t);
}

void give_cities(table *t, unsigned seat, unsigned count)
{
    for (unsigned c = 0; c < t->board->ek->cities && count; c++) {
        if (!ek_has(t->rules.zone_cities, c) || ek_has(t->state.owner[seat].cities, c))
            continue;
        unsigned place = 0;
        while (place < t->state.step && ek_has(t->state.places[place], c))
            place++;
        if (place == t->state.step)
            continue;
        ek_add_house(&t->state, seat, c, place);
        count--;
    }
    assert_int_equal(count, 0);
}

void set_fuel(table *t, enum ek_fuel fuel, unsigned tokens)
{
    t->state.fuel[fuel] = (uint8_t)tokens;
    assert_lawful(t);
}

void set_market(table *t, const uint8_t *plants)
{
    ek_state *s = &t->state;
    const ek_plants card = s->market & EK_STEP3_CARD;
    ek_plants wanted = 0;
    for (; *plants; plants++) {
        uproot(t, *plants);
        wanted |= ek_bit(*plants);
    }
    s->buried |= s->market & ~EK_STEP3_CARD;
    if (s->step3 != EK_STEP3_IN_DECK) { /* no deck to lie under: they are gone */
        s->removed |= s->buried;
        s->buried = 0;
    }
    s->market = wanted | card;
    s->discount = 0;
    settle_back(t);
    assert_lawful(t);
}

void set_deck(table *t, unsigned cards)
{
    ek_state *s = &t->state;
    s->deck_top = 0;
    while (s->deck_plug + s->deck_socket > cards) {
        if (s->deck_plug)
            s->deck_plug--;
        else
            s->deck_socket--;
    }
    assert_int_equal(s->deck_plug + s->deck_socket, cards);
    s->top_back = EK_BACK_UNKNOWN;
    settle_back(t);
    assert_lawful(t);
}

void clear_under_deck(table *t)
{
    t->state.removed |= t->state.buried;
    t->state.buried = 0;
    assert_lawful(t);
}

void set_step(table *t, unsigned step)
{
    ek_state *s = &t->state;
    if (step == 3) {
        s->removed |= s->unseen;
        s->unseen = s->buried;
        s->buried = 0;
        const ek_plants plug = ek_is_classic(&t->rules) ? 0 : s->unseen & ek_tables.plug;
        s->deck_plug = (uint8_t)ek_size(plug);
        s->deck_socket = (uint8_t)ek_size(s->unseen & ~plug);
        s->deck_top = 0;
        s->step3 = EK_STEP3_GONE;
        s->market_size = ek_tables.market_cards_step3;
        s->market &= ~EK_STEP3_CARD;
        while (ek_size(s->market) > s->market_size) {
            s->removed |= ek_bit(ek_smallest(s->market));
            s->market &= s->market - 1;
        }
        s->discount = 0;
        s->top_back = EK_BACK_UNKNOWN;
        settle_back(t);
    }
    s->step = (uint8_t)step;
    assert_lawful(t);
}

void go_to(table *t, unsigned round, enum ek_phase phase)
{
    ek_state *s = &t->state;
    const uint8_t last = (uint8_t)(t->rules.config.players - 1);
    s->round = (uint16_t)round;
    s->discount = s->bought = s->passed = s->trust_acted = s->discount_expired = 0;
    s->auction_plant = s->bidder = s->bidding = s->in_auction = 0;
    s->bid = 0;
    s->turn = 0;
    switch (phase) {
    case EK_PHASE_AUCTION:
        ek_begin_auction(&(ek_game){&t->rules, s, NULL});
        break;
    case EK_PHASE_RESOURCES:
        s->stage = EK_STAGE_BUY;
        s->turn = last;
        break;
    case EK_PHASE_BUILDING:
        s->stage = EK_STAGE_BUILD;
        s->turn = last;
        break;
    case EK_PHASE_BUREAUCRACY:
        s->stage = EK_STAGE_POWER;
        break;
    default:
        fail_msg("no way to go to phase %u", (unsigned)phase);
    }
    assert_lawful(t);
}

table *open_before_card(enum ek_edition edition, const char *board, unsigned step,
                        const uint8_t *market, enum ek_phase phase)
{
    table *t = open_table(edition, board, 3, 0);
    set_market(t, market);
    set_deck(t, 0);
    set_fuel(t, EK_COAL, 10);
    set_step(t, step);
    go_to(t, 5, phase);
    return t;
}

/* --------------------------------------------------------------------------------- playing */

ek_move nominate(unsigned plant, unsigned amount)
{
    return ek_move_of(EK_MOVE_NOMINATE, plant, amount);
}

ek_move bid(unsigned amount)
{
    return ek_move_of(EK_MOVE_BID, 0, amount);
}

ek_move pass_(void)
{
    return ek_move_of(EK_MOVE_PASS, 0, 0);
}

ek_move scrap(unsigned plant)
{
    return ek_move_of(EK_MOVE_SCRAP, plant, 0);
}

ek_move give_back(unsigned coal, unsigned oil)
{
    return ek_move_of(EK_MOVE_RETURN, coal, oil);
}

ek_move done(void)
{
    return ek_move_of(EK_MOVE_DONE, 0, 0);
}

ek_move buy(enum ek_fuel fuel, unsigned count)
{
    return ek_move_of(EK_MOVE_BUY, fuel, count);
}

ek_move connect_(const table *t, const char *name)
{
    return ek_move_of(EK_MOVE_CONNECT, city(t, name), 0);
}

ek_move power(const table *t, const uint8_t *plants, unsigned coal_for_hybrids)
{
    const ek_plants owned = t->state.owner[ek_to_move(&t->state)].plants;
    unsigned set = 0;
    unsigned mix = 0;
    for (; *plants; plants++) {
        assert_true(ek_has(owned, *plants));
        const unsigned rank = ek_size(owned & (ek_bit(*plants) - 1));
        set |= 1u << rank;
        if (ek_plant_of(*plants)->kind == EK_KIND_HYBRID) {
            const unsigned coal = ek_min(coal_for_hybrids, ek_plant_of(*plants)->need);
            mix |= coal << 2 * rank;
            coal_for_hybrids -= coal;
        }
    }
    return ek_move_of(EK_MOVE_POWER, set, mix);
}

void play(table *t, unsigned seat, ek_move move)
{
    assert_int_equal(ek_to_move(&t->state), seat);
    assert_int_equal(ek_apply(&t->rules, &t->state, move, &t->events), EK_REASON_OK);
    if (!ek_rules_wanted(&t->rules, &t->state))
        assert_lawful(t);
}

ek_reason why(table *t, ek_move move)
{
    const ek_state before = t->state;
    const ek_reason reason = ek_why(&t->rules, &t->state, ek_to_move(&t->state), move);
    if (reason != EK_REASON_OK) {
        assert_int_equal(ek_apply(&t->rules, &t->state, move, &t->events), reason);
        assert_memory_equal(&before, &t->state, sizeof before);
    }
    assert_int_equal(is_listed(t, move), reason == EK_REASON_OK);
    return reason;
}

void draw(table *t, unsigned plant)
{
    assert_int_equal(ek_draw(&t->rules, &t->state, plant, &t->events), EK_REASON_OK);
    assert_lawful(t);
}

void draw_largest(table *t)
{
    for (ek_plants awaited; (awaited = ek_card_awaited(&t->state));)
        draw(t, ek_largest(awaited));
}

unsigned list(table *t)
{
    t->count = ek_moves(&t->rules, &t->state, t->moves);
    return t->count;
}

bool is_listed(table *t, ek_move move)
{
    list(t);
    for (unsigned i = 0; i < t->count; i++)
        if (t->moves[i] == move)
            return true;
    return false;
}

void skip_to(table *t, enum ek_phase phase)
{
    for (unsigned moves = 0; ek_phase(&t->state) != phase; moves++) {
        if (moves == 1000)
            fail_msg("phase %u was not reached", (unsigned)phase);
        draw_largest(t);
        const ek_plants current = ek_current_market(&t->rules, &t->state);
        const unsigned smallest = current ? ek_smallest(current) : 0;
        const unsigned seat = ek_to_move(&t->state);
        switch (ek_phase(&t->state)) {
        case EK_PHASE_AUCTION:
            if (t->state.stage == EK_STAGE_NOMINATE && t->state.round == 1)
                play(t, seat, nominate(smallest, ek_minimum_bid(&t->state, smallest)));
            else
                play(t, seat, pass_());
            break;
        case EK_PHASE_BUREAUCRACY:
            play(t, seat, ek_move_of(EK_MOVE_POWER, 0, 0));
            break;
        case EK_PHASE_ENDED:
            fail_msg("the game ended before");
            break;
        default:
            play(t, seat, done());
            break;
        }
        draw_largest(t);
    }
}

static ek_move least_move(enum ek_phase phase)
{
    if (phase == EK_PHASE_AUCTION)
        return pass_();
    return phase == EK_PHASE_BUREAUCRACY ? ek_move_of(EK_MOVE_POWER, 0, 0) : done();
}

void sit_out(table *t)
{
    const enum ek_phase phase = ek_phase(&t->state);
    const unsigned round = t->state.round;
    while (ek_phase(&t->state) == phase && t->state.round == round && !ek_card_awaited(&t->state))
        play(t, ek_to_move(&t->state), least_move(phase));
}

void buy_plant(table *t, unsigned seat, unsigned plant)
{
    play(t, seat, nominate(plant, ek_minimum_bid(&t->state, plant)));
    while (t->state.stage == EK_STAGE_BID)
        play(t, ek_to_move(&t->state), pass_());
}

void found_trust(table *t)
{
    while (ek_phase(&t->state) == EK_PHASE_TRUST) {
        list(t);
        play(t, ek_to_move(&t->state), t->moves[0]);
    }
}

/* ------------------------------------------------------------------------------ looking at it */

void assert_plants(ek_plants set, const uint8_t *plants)
{
    ek_plants wanted = 0;
    for (; *plants; plants++)
        wanted |= ek_bit(*plants);
    assert_int_equal(set & ~EK_STEP3_CARD, wanted);
}

const ek_event *find_event(const table *t, enum ek_event_type type)
{
    for (unsigned i = 0; i < t->events.count; i++)
        if (t->events.list[i].type == type)
            return &t->events.list[i];
    return NULL;
}

unsigned event_index(const table *t, enum ek_event_type type)
{
    const ek_event *event = find_event(t, type);
    if (!event)
        fail_msg("no event %u", (unsigned)type);
    return (unsigned)(event - t->events.list);
}

unsigned count_events(const table *t, enum ek_event_type type)
{
    unsigned count = 0;
    for (unsigned i = 0; i < t->events.count; i++)
        count += t->events.list[i].type == type;
    return count;
}

bool was_removed(const table *t, unsigned plant, enum ek_removal why)
{
    for (unsigned i = 0; i < t->events.count; i++) {
        const ek_event *e = &t->events.list[i];
        if (e->type == EK_EVENT_PLANT_REMOVED && e->a == plant && e->b == why)
            return true;
    }
    return false;
}

unsigned refilled(const table *t, enum ek_fuel fuel)
{
    for (unsigned i = 0; i < t->events.count; i++)
        if (t->events.list[i].type == EK_EVENT_REFILLED && t->events.list[i].a == fuel)
            return (unsigned)t->events.list[i].n;
    return 0;
}
