#include "books.h"

#include <string.h>

static ek_plants card(unsigned plant)
{
    return UINT64_C(1) << plant;
}

static unsigned cards(ek_plants set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* The first failure is kept: later ones may be its consequence. */
static void complain(books *b, const char *wrong)
{
    if (!b->wrong)
        b->wrong = wrong;
}

static void expect(books *b, bool holds, const char *wrong)
{
    if (!holds)
        complain(b, wrong);
}

/* ------------------------------------------------------------------------------------- fuel */

static void put_in_supply(books *b, unsigned fuel, unsigned tokens)
{
    b->supply[fuel] += tokens;
}

static void take_from_supply(books *b, unsigned fuel, unsigned tokens)
{
    expect(b, tokens <= b->supply[fuel], "more tokens were taken than the supply has");
    b->supply[fuel] -= tokens;
}

/* A purchase takes tokens beyond the market from the supply (10.2). */
static void take_from_market(books *b, unsigned fuel, unsigned tokens)
{
    const unsigned there = tokens < b->fuel[fuel] ? tokens : b->fuel[fuel];
    b->fuel[fuel] -= there;
    if (tokens > there)
        take_from_supply(b, fuel, tokens - there);
}

static void hold(books *b, unsigned owner, unsigned fuel, unsigned tokens)
{
    b->owner[owner].fuel[fuel] = (uint8_t)(b->owner[owner].fuel[fuel] + tokens);
}

static void give_up(books *b, unsigned owner, unsigned fuel, unsigned tokens)
{
    expect(b, tokens <= b->owner[owner].fuel[fuel], "more tokens were given up than were held");
    b->owner[owner].fuel[fuel] = (uint8_t)(b->owner[owner].fuel[fuel] - tokens);
    put_in_supply(b, fuel, tokens);
}

static void burn(books *b, const ek_event *e)
{
    const ek_plant *plant = &ek_tables.plant[e->a];
    const unsigned tokens = (unsigned)e->n;
    expect(b, b->owner[e->seat].plants & card(e->a), "a plant ran that its player does not own");
    expect(b, tokens == plant->need, "a plant burnt more or less than its need");
    expect(b, e->b == 0 || plant->kind == EK_KIND_HYBRID, "only a hybrid has a mix");
    if (plant->kind < EK_FUELS)
        give_up(b, e->seat, plant->kind, tokens);
    if (plant->kind == EK_KIND_HYBRID) {
        give_up(b, e->seat, EK_COAL, e->b);
        give_up(b, e->seat, EK_OIL, tokens - e->b);
    }
}

/* ----------------------------------------------------------------------------------- plants */

static void take_off_market(books *b, unsigned plant)
{
    expect(b, b->market & card(plant), "a plant left the market that was not there");
    b->market &= ~card(plant);
}

static void buy_plant(books *b, const ek_event *e)
{
    take_off_market(b, e->a);
    b->owner[e->seat].money -= e->n;
    b->owner[e->seat].plants |= card(e->a);
}

static ek_plants owned(const books *b)
{
    ek_plants plants = 0;
    for (unsigned i = 0; i < EK_OWNERS; i++)
        plants |= b->owner[i].plants;
    return plants;
}

/* Plants not seen yet. */
static ek_plants unseen(const books *b)
{
    return ek_tables.plants & ~(b->market | b->buried | b->removed | owned(b));
}

static void draw(books *b, const ek_event *e)
{
    expect(b, unseen(b) & card(e->a), "a plant was drawn that was not in the deck");
    b->market |= card(e->a);
    b->back = e->b;
    b->deck--;
}

static void remove_plant(books *b, const ek_event *e)
{
    if (e->b == EK_REMOVAL_TRUST_REPLACED) {
        expect(b, b->owner[EK_TRUST].plants & card(e->a), "the Trust lost a plant it did not have");
        b->owner[EK_TRUST].plants &= ~card(e->a);
    } else {
        take_off_market(b, e->a);
    }
    b->removed |= card(e->a);
}

/* The buried plants are the deck now; unseen plants above were out of the game. */
static void shuffle(books *b, const ek_event *e)
{
    expect(b, (unsigned)e->n == cards(b->buried), "the deck was not made of the buried plants");
    b->removed |= unseen(b);
    b->buried = 0;
    b->back = e->b;
    b->deck = (unsigned)e->n;
}

/* ----------------------------------------------------------------------------------- cities */

static void build(books *b, unsigned owner, unsigned city, unsigned place)
{
    ek_owner *o = &b->owner[owner];
    expect(b, !(b->places[place] >> city & 1), "two houses took one place");
    expect(b, !(o->cities >> city & 1), "an owner built twice in one city");
    o->houses[o->house_count++] = (uint8_t)(city | place << 6);
    o->cities |= card(city);
    b->places[place] |= card(city);
}

/* A first city has no route; it is where it should end. */
static void connect_city(books *b, const ek_event *e)
{
    expect(b, e->n >= ek_tables.place_cost[e->b], "a connection cost less than its place");
    b->owner[e->seat].money -= e->n;
    b->path = (unsigned)e->n - ek_tables.place_cost[e->b];
    b->target = e->a;
    b->reached = b->owner[e->seat].house_count ? EK_NOBODY : e->a;
    build(b, e->seat, e->a, e->b);
}

static bool is_link(const ek_board *board, unsigned from, unsigned to, int cost)
{
    for (unsigned i = 0; i < board->links; i++) {
        const ek_link *l = &board->link[i];
        if (l->cost == cost &&
            ((l->from == from && l->to == to) || (l->from == to && l->to == from)))
            return true;
    }
    return false;
}

/* A route leads over connections of the board, from a city owned before, and costs the path. */
static void follow_route(books *b, const ek_rules *rules, const ek_event *e)
{
    if (b->reached == EK_NOBODY)
        expect(b, e->a != b->target && b->owner[e->seat].cities >> e->a & 1,
               "a route began in a city of another player");
    else
        expect(b, b->reached == e->a, "a route has a gap");
    expect(b, is_link(rules->board, e->a, e->b, e->n), "a route follows no connection");
    expect(b, (unsigned)e->n <= b->path, "a route costs more than was paid");
    b->path -= (unsigned)e->n;
    b->reached = e->b;
}

static void mark(books *b, const ek_event *e)
{
    b->marks |= card(e->a);
    if (e->b)
        take_from_supply(b, EK_URANIUM, 1);
    else
        b->bare_marks |= card(e->a);
}

static void unmark(books *b, const ek_event *e)
{
    expect(b, b->marks >> e->a & 1, "a mark was removed that was not there");
    expect(b, e->b == !(b->bare_marks >> e->a & 1), "a token came back from a mark without one");
    b->marks &= ~card(e->a);
    b->bare_marks &= ~card(e->a);
    put_in_supply(b, EK_URANIUM, e->b);
}

/* ----------------------------------------------------------------------------------- events */

/* The cards above the Step 3 card when a game begins (2.4 to 2.6). */
static unsigned deck_at_start(const ek_rules *rules)
{
    const ek_deck_rule *deck = &rules->variant->deck;
    const unsigned row = rules->config.players - 2u;
    return cards(ek_tables.plants & ~deck->out) - ek_tables.market_cards - deck->removed_plug[row] -
           deck->removed_socket[row];
}

static void begin_round(books *b, const ek_rules *rules, unsigned round)
{
    const unsigned next = b->round < UINT16_MAX ? b->round + 1 : UINT16_MAX; /* it stops there */
    expect(b, round == next, "a round was left out");
    if (b->dealing) {
        b->deck = deck_at_start(rules);
        b->back = rules->config.edition == EK_CLASSIC ? EK_BACK_UNKNOWN : EK_BACK_PLUG; /* 2.5 */
    }
    b->dealing = false;
    b->round = round;
}

/* Events of the table, the rounds and the plants; false if it is none of these. */
static bool enter_plants(books *b, const ek_rules *rules, const ek_event *e)
{
    switch (e->type) {
    case EK_EVENT_ROUND_BEGINS:
        begin_round(b, rules, (unsigned)e->n);
        return true;
    case EK_EVENT_STEP_BEGINS:
        expect(b, e->a > b->step, "a step began that was over");
        b->step = e->a;
        return true;
    case EK_EVENT_PHASE_BEGINS:
        b->phase = e->a;
        return true;
    case EK_EVENT_GAME_ENDED:
        b->phase = EK_PHASE_ENDED;
        return true;
    case EK_EVENT_ORDER:
        b->order[e->a] = e->seat;
        return true;
    case EK_EVENT_DISCOUNT_PLACED:
        b->discount = e->a;
        return true;
    case EK_EVENT_DISCOUNT_ENDED:
        expect(b, b->discount == e->a, "a discount ended on another plant");
        b->discount = 0;
        return true;
    case EK_EVENT_PLANT_BOUGHT:
        buy_plant(b, e);
        return true;
    case EK_EVENT_PLANT_SCRAPPED:
        expect(b, b->owner[e->seat].plants & card(e->a), "a plant was scrapped by another");
        b->owner[e->seat].plants &= ~card(e->a);
        b->removed |= card(e->a);
        return true;
    case EK_EVENT_PLANT_DRAWN:
        draw(b, e);
        return true;
    case EK_EVENT_PLANT_REMOVED:
        remove_plant(b, e);
        return true;
    case EK_EVENT_PLANT_BURIED:
        take_off_market(b, e->a);
        b->buried |= card(e->a);
        return true;
    case EK_EVENT_STEP3_CARD_DRAWN:
        b->market |= EK_STEP3_CARD;
        return true;
    case EK_EVENT_STEP3_CARD_REMOVED:
        expect(b, (b->market & EK_STEP3_CARD) != 0, "the Step 3 card left from nowhere");
        b->market &= ~EK_STEP3_CARD;
        return true;
    case EK_EVENT_DECK_SHUFFLED:
        shuffle(b, e);
        return true;
    case EK_EVENT_TRUST_PLANT:
        take_off_market(b, e->a);
        b->owner[EK_TRUST].plants |= card(e->a);
        return true;
    default:
        return false;
    }
}

static void enter_rest(books *b, const ek_rules *rules, const ek_event *e)
{
    const unsigned tokens = (unsigned)e->n;
    switch (e->type) {
    case EK_EVENT_FUEL_BOUGHT:
        b->owner[e->seat].money -= e->n;
        take_from_market(b, e->a, e->b);
        hold(b, e->seat, e->a, e->b);
        break;
    case EK_EVENT_FUEL_RETURNED:
        give_up(b, e->seat, e->a, tokens);
        break;
    case EK_EVENT_TRUST_FUEL:
        expect(b, tokens <= b->fuel[e->a], "the Trust took fuel from the storage");
        take_from_market(b, e->a, tokens);
        hold(b, EK_TRUST, e->a, tokens);
        break;
    case EK_EVENT_TRUST_FUEL_RETURNED:
        give_up(b, EK_TRUST, e->a, tokens);
        break;
    case EK_EVENT_PLANT_RUN:
        burn(b, e);
        break;
    case EK_EVENT_POWERED:
        b->owner[e->seat].money += e->n;
        b->owner[e->seat].supplied = e->a;
        expect(b, e->n == ek_tables.payment[e->a < EK_PAID ? e->a : EK_PAID], "a wrong income");
        break;
    case EK_EVENT_REFILLED:
        take_from_supply(b, e->a, tokens);
        b->fuel[e->a] += tokens;
        break;
    case EK_EVENT_CONNECTED:
        connect_city(b, e);
        break;
    case EK_EVENT_ROUTE:
        follow_route(b, rules, e);
        break;
    case EK_EVENT_TRUST_HOUSE:
        build(b, EK_TRUST, e->a, e->b);
        break;
    case EK_EVENT_CITY_MARKED:
        mark(b, e);
        break;
    case EK_EVENT_MARK_REMOVED:
        unmark(b, e);
        break;
    default: /* changes nothing that is kept here */
        break;
    }
}

void enter_events(books *b, const ek_rules *rules, const ek_events *events)
{
    expect(b, events->count < EK_EVENTS_MAX, "there were more events than a list holds");
    b->path = 0;
    b->target = b->reached = EK_NOBODY;
    for (unsigned i = 0; i < events->count; i++) {
        const ek_event *e = &events->list[i];
        expect(b, e->type < EK_EVENT_TYPES, "an event has an unknown type");
        if (!enter_plants(b, rules, e))
            enter_rest(b, rules, e);
    }
    expect(b, b->path == 0, "a route costs less than was paid");
    expect(b, b->reached == b->target, "a route does not lead to the city connected");
}

/* ------------------------------------------------------------------------------ open, audit */

void open_books(books *b, const ek_rules *rules)
{
    const ek_variant *variant = rules->variant;
    *b = (books){.market = variant->deck.opening,
                 .removed = variant->deck.out,
                 .step = 1,
                 .dealing = true,
                 .phase = EK_PHASE_ZONE};
    for (unsigned seat = 0; seat < rules->config.players; seat++)
        b->owner[seat].money = ek_tables.money;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        b->fuel[fuel] = variant->start[fuel];
        b->supply[fuel] = (unsigned)ek_tables.tokens[fuel] - variant->start[fuel];
    }
}

void open_books_at(books *b, const ek_state *state)
{
    *b = (books){.market = state->market,
                 .buried = state->buried,
                 .removed = state->removed,
                 .marks = state->marks,
                 .bare_marks = state->bare_marks,
                 .deck = (unsigned)state->deck_plug + state->deck_socket,
                 .back = state->top_back,
                 .dealing = state->round == 0 && ek_card_awaited(state),
                 .round = state->round,
                 .step = state->step,
                 .discount = state->discount,
                 .phase = ek_phase(state)};
    memcpy(b->owner, state->owner, sizeof b->owner);
    memcpy(b->places, state->places, sizeof b->places);
    memcpy(b->order, state->order, sizeof b->order);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        b->fuel[fuel] = state->fuel[fuel];
        b->supply[fuel] = ek_supply(state, (enum ek_fuel)fuel);
    }
}

/* Hidden money stays hidden in a view after every payment. */
static const char *audit_owner(const ek_owner *kept, const ek_owner *has, bool hidden)
{
    if (has->money != (hidden ? 0 : kept->money))
        return "money changed without an event";
    if (memcmp(kept->fuel, has->fuel, sizeof kept->fuel) != 0)
        return "fuel held changed without an event";
    if (kept->plants != has->plants)
        return "plants owned changed without an event";
    if (memcmp(kept->houses, has->houses, sizeof kept->houses) != 0 ||
        kept->house_count != has->house_count || kept->cities != has->cities)
        return "houses changed without an event";
    return kept->supplied == has->supplied ? NULL : "a wrong number of cities supplied";
}

static const char *audit_cards(const books *b, const ek_state *s)
{
    if (b->market != s->market)
        return "the plant market changed without an event";
    if (b->buried != s->buried || b->removed != s->removed)
        return "plants moved without an event";
    /* While the opening market is turned up the deck is not made yet. */
    if (s->round > 0 &&
        (b->deck != (unsigned)s->deck_plug + s->deck_socket || unseen(b) != s->unseen))
        return "the deck changed without an event";
    if (s->round > 0 && s->chance == EK_CHANCE_SEED && b->back != s->top_back)
        return "the back of the top card changed without an event";
    return b->discount == s->discount ? NULL : "the discount moved without an event";
}

static const char *audit_table(const books *b, const ek_state *s)
{
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        if (b->fuel[fuel] != s->fuel[fuel] || b->supply[fuel] != ek_supply(s, (enum ek_fuel)fuel))
            return "tokens of the market or the supply changed without an event";
    if (memcmp(b->places, s->places, sizeof b->places) != 0)
        return "places in cities were taken without an event";
    if (b->marks != s->marks || b->bare_marks != s->bare_marks)
        return "marks changed without an event";
    if (memcmp(b->order, s->order, sizeof b->order) != 0)
        return "the order changed without an event";
    return b->round == s->round && b->step == s->step && b->phase == ek_phase(s)
               ? NULL
               : "round, step or phase changed without an event";
}

const char *audit(const books *b, const ek_state *state)
{
    const char *wrong = b->wrong;
    for (unsigned i = 0; i < EK_OWNERS && !wrong; i++)
        wrong = audit_owner(&b->owner[i], &state->owner[i], state->hidden >> i & 1);
    if (!wrong)
        wrong = audit_cards(b, state);
    return wrong ? wrong : audit_table(b, state);
}
