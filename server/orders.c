/* Carrying out queued orders, and telling how it went. */
#include "orders.h"

#include "errors.h"
#include "order_fields.h"
#include "words_text.h"

enum verdict {
    WAIT,      /* it does not apply yet */
    MOVE_KEEP, /* its move is made, and it may apply again */
    MOVE_DONE, /* its move is made, and nothing is left of it */
    SERVED,    /* the player owns the plant already */
    DROP,      /* it applies, but cannot be carried out */
    OVER       /* it will not apply any more */
};

typedef struct asked {
    const sv_table *table;
    const json_t *order;
    const ek_state *state; /* the position in which it is judged */
    unsigned seat;
    ek_move move;
    int cost;
    rec_error why;
} asked;

static int number_of(const asked *a, const char *key)
{
    return sv_order_number(a->order, key);
}

static ek_reason why_not(const asked *a)
{
    return ek_why(a->table->game.now.rules, a->state, a->seat, a->move);
}

static enum verdict drop(asked *a, ek_reason reason)
{
    rec_refuse_move(&a->why, a->table->setting.board, a->table->game.now.rules, reason);
    return DROP;
}

/* Whether a price is above a limit of the order; an order without this limit has none. */
static bool exceeds(asked *a, int price, const char *limit)
{
    if (!sv_order_has(a->order, limit) || price <= number_of(a, limit))
        return false;
    a->cost = price;
    sv_fail(&a->why, SV_ERROR_OVER_LIMIT, "It costs %d Elektro, and your limit is %d.", price,
            number_of(a, limit));
    return true;
}

/* --------------------------------------------------------------------------------- one by one */

/* The plant is sold, to this player or to another. */
static enum verdict judge_sold(asked *a, int plant)
{
    if (a->state->owner[a->seat].plants >> (plant & 63) & 1)
        return SERVED;
    return a->state->bought >> a->seat & 1 ? OVER : drop(a, EK_REASON_NOT_IN_MARKET);
}

/* Bids one more than the others up to the limit; waits while another plant is auctioned. */
static enum verdict judge_bid(asked *a)
{
    const ek_state *s = a->state;
    const int plant = number_of(a, "plant"), bid = (int)s->bid + 1;
    if (s->in_auction && s->auction_plant != plant)
        return WAIT;
    if (!s->in_auction)
        return s->market >> (plant & 63) & 1 ? WAIT : judge_sold(a, plant);
    a->move = ek_move_of(EK_MOVE_BID, 0, (unsigned)bid);
    if (bid <= number_of(a, "most") && why_not(a) == EK_REASON_OK)
        return MOVE_KEEP;
    if (sv_order_waits(a->order))
        return exceeds(a, bid, "most") ? DROP : drop(a, why_not(a));
    a->move = ek_move_of(EK_MOVE_PASS, 0, 0);
    return why_not(a) == EK_REASON_OK ? MOVE_DONE : drop(a, why_not(a));
}

/* A pass of an auction keeps passing: there may be more plants in this phase. */
static enum verdict judge_pass(asked *a)
{
    const ek_state *s = a->state;
    const int round = number_of(a, "round");
    if (s->round > round)
        return OVER;
    if (s->round < round ||
        strcmp(rec_phase_word(ek_phase(s)), sv_order_text(a->order, "phase")) != 0)
        return WAIT;
    const enum ek_decision pending = ek_pending(s);
    if (pending == EK_DECISION_SCRAP || pending == EK_DECISION_RETURN)
        return WAIT;
    const bool auction = ek_phase(s) == EK_PHASE_AUCTION;
    a->move = ek_move_of(auction ? EK_MOVE_PASS : EK_MOVE_DONE, 0, 0);
    if (why_not(a) != EK_REASON_OK)
        return drop(a, why_not(a));
    return s->in_auction ? MOVE_KEEP : MOVE_DONE;
}

static enum verdict judge_buy(asked *a)
{
    const int fuel = rec_fuel_named(sv_order_text(a->order, "fuel"));
    const unsigned count = (unsigned)number_of(a, "count");
    if (fuel < 0)
        return drop(a, EK_REASON_NOT_A_MOVE);
    if (ek_phase(a->state) != EK_PHASE_RESOURCES)
        return WAIT;
    a->cost = ek_price(a->table->game.now.rules, a->state, a->seat, (enum ek_fuel)fuel, count);
    a->move = ek_move_of(EK_MOVE_BUY, (unsigned)fuel, count);
    if (exceeds(a, a->cost, "most"))
        return DROP;
    return why_not(a) == EK_REASON_OK ? MOVE_DONE : drop(a, why_not(a));
}

static enum verdict judge_connect(asked *a)
{
    const int city = bd_city_named(a->table->setting.board, sv_order_text(a->order, "city"));
    ek_route route;
    if (city < 0)
        return drop(a, EK_REASON_NO_SUCH_CITY);
    if (ek_phase(a->state) != EK_PHASE_BUILDING)
        return WAIT;
    const ek_reason reason =
        ek_connection(a->table->game.now.rules, a->state, a->seat, (unsigned)city, &route);
    a->move = ek_move_of(EK_MOVE_CONNECT, (unsigned)city, 0);
    if (reason != EK_REASON_OK)
        return drop(a, reason);
    a->cost = route.total;
    if (exceeds(a, route.total, "most"))
        return DROP;
    return why_not(a) == EK_REASON_OK ? MOVE_DONE : drop(a, why_not(a));
}

static enum verdict judge(asked *a)
{
    if (sv_order_is(a->order, "bid"))
        return judge_bid(a);
    if (sv_order_is(a->order, "pass"))
        return judge_pass(a);
    return sv_order_is(a->order, "buy") ? judge_buy(a) : judge_connect(a);
}

/* ------------------------------------------------------------------------------------- results */

static void add_result(sv_orders *o, const asked *a, const char *outcome)
{
    const bool priced = a->cost > 0 && (strcmp(outcome, "done") == 0 ||
                                        sv_error_of(&a->why) == SV_ERROR_OVER_LIMIT);
    if (!o->results)
        o->results = json_array();
    if (json_array_size(o->results) == SV_ORDERS_MAX)
        json_array_remove(o->results, 0);
    json_t *result = json_pack("{s:O, s:s, s:o, s:o, s:o}", "order", a->order, "outcome", outcome,
                               "cost", priced ? json_integer(a->cost) : json_null(), "code",
                               a->why.code[0] ? json_string(a->why.code) : json_null(), "text",
                               a->why.code[0] ? json_string(a->why.text) : json_null());
    json_array_append_new(o->results, result);
}

/* Removes an order and keeps how it went; nothing is to be told about one that is over. */
static void finish(sv_table *table, unsigned seat, size_t i, const asked *a, const char *outcome)
{
    if (outcome)
        add_result(&table->seat[seat].orders, a, outcome);
    sv_orders_remove(&table->seat[seat].orders, i);
}

static asked ask_for(const sv_table *table, unsigned seat, size_t i, const ek_state *state)
{
    return (asked){.table = table,
                   .order = json_array_get(table->seat[seat].orders.list, i),
                   .state = state,
                   .seat = seat};
}

/* The player decides in this phase: passing it would take that away. */
static void hold_passes(sv_table *table, unsigned seat)
{
    const ek_state *now = &table->game.now.state;
    for (size_t i = json_array_size(table->seat[seat].orders.list); i-- > 0;) {
        const asked a = ask_for(table, seat, i, now);
        if (sv_order_is(a.order, "pass") && number_of(&a, "round") <= now->round &&
            strcmp(rec_phase_word(ek_phase(now)), sv_order_text(a.order, "phase")) == 0)
            finish(table, seat, i, &a, "held");
    }
}

/* ------------------------------------------------------------------------------------ together */

/* Orders of one kind that are carried out in one turn or not at all. */
typedef struct bundle {
    asked part[SV_ORDERS_MAX];
    size_t at[SV_ORDERS_MAX]; /* their places in the list */
    unsigned count, failed;   /* failed: the first part that cannot be carried out, or count */
} bundle;

static bool is_bundled(const json_t *order)
{
    return sv_order_waits(order) && (sv_order_is(order, "buy") || sv_order_is(order, "connect"));
}

static void collect(const sv_table *table, unsigned seat, const char *kind, bundle *b)
{
    const json_t *list = table->seat[seat].orders.list;
    b->count = 0;
    for (size_t i = 0; i < json_array_size(list) && b->count < SV_ORDERS_MAX; i++) {
        const json_t *order = json_array_get(list, i);
        if (!is_bundled(order) || !sv_order_is(order, kind))
            continue;
        b->at[b->count] = i;
        b->part[b->count++] = ask_for(table, seat, i, NULL);
    }
}

/* Tries them one after another on a copy of the position. Houses may turn up cards; which ones
 * changes neither the place nor the price of the next house, so the copy draws any. */
static void judge_bundle(const sv_table *table, bundle *b, sv_action *action)
{
    ek_state state = table->game.now.state;
    int sum = 0;
    ek_reseed(table->game.now.rules, &state, 0, NULL);
    action->moves = 0;
    for (b->failed = 0; b->failed < b->count; b->failed++) {
        asked *a = &b->part[b->failed];
        a->state = &state;
        const enum verdict verdict = judge(a);
        a->state = NULL;
        sum += a->cost;
        if (verdict != MOVE_DONE || exceeds(a, sum, "total"))
            return;
        action->move[action->moves++] = a->move;
        ek_play(table->game.now.rules, &state, a->move, NULL);
    }
}

/* Returns whether moves are to be made. */
static bool carry_out_bundle(sv_table *table, unsigned seat, const char *kind, sv_action *action,
                             rec_error *why)
{
    bundle b;
    collect(table, seat, kind, &b);
    judge_bundle(table, &b, action);
    const bool done = b.failed == b.count;
    /* Results in the order of the list; then from the end, as every removal moves the later ones.
     */
    for (unsigned i = 0; i < b.count; i++)
        add_result(&table->seat[seat].orders, &b.part[i],
                   done            ? "done"
                   : i == b.failed ? "dropped"
                                   : "held");
    if (!done)
        *why = b.part[b.failed].why;
    for (unsigned i = b.count; i-- > 0;)
        sv_orders_remove(&table->seat[seat].orders, b.at[i]);
    if (!done)
        hold_passes(table, seat);
    return done;
}

/* -------------------------------------------------------------------------- carrying them out */

/* Purchases come before passing, whatever the order of the list. */
static size_t next_order(const sv_table *table, unsigned seat, bool passes, asked *a,
                         enum verdict *verdict)
{
    const json_t *list = table->seat[seat].orders.list;
    for (size_t i = 0; i < json_array_size(list); i++) {
        *a = ask_for(table, seat, i, &table->game.now.state);
        if (sv_order_is(a->order, "pass") != passes)
            continue;
        *verdict = judge(a);
        if (*verdict != WAIT)
            return i;
    }
    *verdict = WAIT;
    return 0;
}

static const char *outcome_of(const asked *a, enum verdict verdict)
{
    if (verdict == OVER)
        return NULL;
    if (verdict == DROP)
        return "dropped";
    return sv_order_is(a->order, "bid") && verdict == MOVE_DONE ? "passed" : "done";
}

bool sv_orders_move(sv_table *table, unsigned seat, sv_action *action, bool *changed,
                    rec_error *why)
{
    asked a;
    enum verdict verdict;
    action->moves = 0;
    while (table->seat[seat].orders.list) {
        size_t i = next_order(table, seat, false, &a, &verdict);
        if (verdict == WAIT)
            i = next_order(table, seat, true, &a, &verdict);
        if (verdict == WAIT)
            return false;
        *changed |= verdict != MOVE_KEEP;
        if (is_bundled(a.order)) {
            const char *kind = sv_order_is(a.order, "buy") ? "buy" : "connect";
            if (carry_out_bundle(table, seat, kind, action, why))
                return true;
            continue;
        }
        const bool waits = sv_order_waits(a.order);
        action->move[0] = a.move;
        action->moves = 1;
        if (verdict == MOVE_KEEP)
            return true;
        if (verdict == DROP)
            *why = a.why;
        finish(table, seat, i, &a, outcome_of(&a, verdict));
        if (verdict == MOVE_DONE)
            return true;
        /* A bid may turn out to be in vain when its auction is over. */
        if (verdict == DROP && waits && ek_phase(&table->game.now.state) == EK_PHASE_AUCTION)
            hold_passes(table, seat);
    }
    return false;
}
