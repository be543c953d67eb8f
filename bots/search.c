/* hard and expert: try a few candidate plans in many playouts, in which all seats play like normal,
 * the other seats in various styles. Every candidate gets the same cards and opponents. At some
 * coming moments a judge tells the chance to win; without a judge a playout goes on for
 * more rounds and is evaluated by rules of thumb. Bad candidates are dropped early. */
#include "search.h"

enum {
    HARD_NODES = 96,        /* playouts a decision */
    HARD_SEAT_TURNS = 1800, /* with a judge: turns of seats in all its playouts; fewer playouts at
                               larger tables, so that all decisions take about the same time */
    EXPERT_NODES = 100000,
    FIRST_ROWS = 8, /* playouts of each candidate before the first are dropped */
    TIE = 131,      /* differences of chances that do not matter, in 1/65536 */
    BREADTH = 32,   /* playouts for each candidate */
    STOPPED = -1    /* the result of a playout that was not made, because the time was up */
};

/* ------------------------------------------------------------------------------------- playouts */

void bot_survey_map(search *s)
{
    const mind *m = s->m;
    mind all;
    route_plan route;
    bot_mind_begin(&all, m->rules, m->state, m->p, &s->known);
    for (unsigned seat = 0; seat < m->players; seat++) {
        bot_mind_update(&all, seat);
        bot_plan_route(&all, seat, m->state->owner[seat].money, EK_HOUSES, &route);
    }
}

/* Who plays in a row: the seat itself in its own style, each other seat like normal or, in part of
 * the rows, in a random style. */
static void choose_styles(const search *s, uint64_t *random,
                          const bot_parameters *style_of[EK_SEATS])
{
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        const unsigned dice = ek_random_below(random, WHOLE * (BOT_STYLES - 1));
        const bool plain = (int)(dice % WHOLE) >= s->m->p->mixture;
        style_of[seat] = &bot_style_parameters[plain ? BOT_PLAIN : 1 + dice / WHOLE];
    }
    style_of[s->m->seat] = s->m->p;
}

/* Makes the moves of a candidate. */
static void follow(const search *s, const candidate *c, const bot_parameters *const *style_of,
                   ek_state *state)
{
    const ek_rules *rules = s->m->rules;
    for (unsigned i = 0; i < c->count; i++)
        bot_play(rules, state, c->plan[i]);
    if (c->override.seat != EK_NOBODY && ek_pending(state) == EK_DECISION_BID) {
        mind m;
        bot_mind_init(&m, rules, state, s->m->p, s->m->seat);
        m.style_of = style_of;
        bot_settle_auction(&m, state, &c->override);
    }
}

/* The chances of all seats: the mean of what the judge says at the coming moments of a playout. One
 * moment alone misleads: at the next one the judge has to guess what a longer playout shows, and
 * later ones depend more and more on how normal plays. */
static void judge_playout(const search *s, const bot_parameters *const *style_of, ek_state *state,
                          int32_t chance[EK_SEATS])
{
    const bot_parameters *p = s->m->p;
    int32_t told[EK_SEATS];
    int32_t sum[EK_SEATS] = {0};
    mind m;
    survey own = s->known;
    bot_mind_begin(&m, s->m->rules, state, p, NULL);
    m.survey = &own;
    m.style_of = style_of;
    for (int i = p->judge_from; i <= p->judge_to; i++) {
        bot_play_to(&m, state, s->moment + (unsigned)i);
        bot_judge_chances(s->judge, s->m->rules, state, told);
        for (unsigned seat = 0; seat < s->m->players; seat++)
            sum[seat] += told[seat];
    }
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        chance[seat] = sum[seat] / (p->judge_to - p->judge_from + 1);
}

/* Starts a playout: the candidate's turn, with the cards of the row. */
static void begin_row(const search *s, unsigned row, ek_state *state, uint64_t *random)
{
    *state = *s->m->state;
    *random = s->seed ^ row;
    ek_reseed(s->m->rules, state, ek_random(random), NULL); /* rows must not share their cards */
}

void bot_try_candidate(const search *s, const candidate *c, unsigned row, int32_t chance[EK_SEATS])
{
    const bot_parameters *style_of[EK_SEATS];
    ek_state state;
    uint64_t random;
    begin_row(s, row, &state, &random);
    choose_styles(s, &random, style_of);
    follow(s, c, style_of, &state);
    judge_playout(s, style_of, &state, chance);
}

void bot_show_candidate(const search *s, const candidate *c, unsigned row, ek_state *after,
                        ek_state *judged)
{
    const bot_parameters *style_of[EK_SEATS];
    uint64_t random;
    mind m;
    survey own = s->known;
    begin_row(s, row, after, &random);
    choose_styles(s, &random, style_of);
    follow(s, c, style_of, after);
    *judged = *after;
    bot_mind_begin(&m, s->m->rules, judged, s->m->p, NULL);
    m.survey = &own;
    m.style_of = style_of;
    bot_play_to(&m, judged, s->moment + (unsigned)s->m->p->judge_from);
}

/* Without a judge: more rounds, evaluated by rules of thumb. */
static int evaluate_candidate(const search *s, const candidate *c, unsigned row)
{
    const mind *m = s->m;
    ek_state state;
    uint64_t random;
    begin_row(s, row, &state, &random);
    follow(s, c, NULL, &state);
    bot_play_on(m->rules, &state, m->p, m->state->round + (unsigned)m->p->search_rounds);
    return bot_evaluate(m->rules, &state, m->p, m->seat);
}

static int try_candidate(const search *s, const candidate *c, unsigned row)
{
    int32_t chance[EK_SEATS];
    if (!s->judge)
        return evaluate_candidate(s, c, row);
    bot_try_candidate(s, c, row, chance);
    return chance[s->m->seat];
}

/* Playout number i of a batch. */
static void play_one(void *context, unsigned i)
{
    search *s = context;
    if (s->host && s->host->expired && s->host->expired(s->host->data))
        s->result[i] = STOPPED;
    else
        s->result[i] = try_candidate(s, s->order[i % s->alive], s->rows + i / s->alive);
}

/* Adds one row of results to the candidates; false if it is not complete. */
static bool add_row(search *s, const int32_t *result)
{
    for (unsigned i = 0; i < s->alive; i++)
        if (result[i] == STOPPED)
            return false;
    for (unsigned i = 0; i < s->alive; i++) {
        s->order[i]->sum += result[i];
        s->order[i]->kept[s->rows % KEPT] = result[i];
    }
    s->nodes -= s->alive;
    s->rows++;
    return true;
}

/* Plays every remaining candidate in so many more rows, or fewer; false when the budget is used up.
 */
static bool play_rows(search *s, unsigned rows)
{
    const unsigned count = (unsigned)min((int)rows, min((int)s->nodes, BATCH) / (int)s->alive);
    const unsigned playouts = count * s->alive;
    if (s->host && s->host->run)
        s->host->run(s->host->data, play_one, s, playouts);
    else
        for (unsigned i = 0; i < playouts; i++) {
            play_one(s, i);
            if (s->result[i] == STOPPED)
                break;
        }
    bool complete = count > 0;
    for (unsigned row = 0; complete && row < count; row++)
        complete = add_row(s, s->result + row * s->alive);
    return complete;
}

/* The score of a candidate. The turn of normal, the first in the list, gets a bonus, because
 * playouts show only part of its advantages. */
static int64_t merit(const search *s, const candidate *c)
{
    return c->sum + (c == s->list ? (int64_t)s->rows * s->m->p->normal_bonus : 0);
}

/* Insertion sort, stable: equal candidates keep their order. */
static void sort_candidates(search *s)
{
    for (unsigned i = 1; i < s->alive; i++) {
        candidate *c = s->order[i];
        unsigned at = i;
        for (; at > 0 && merit(s, s->order[at - 1]) < merit(s, c); at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = c;
    }
}

/* Variance of the difference between two candidates in the same row. */
static int64_t variance(const search *s, const candidate *a, const candidate *b)
{
    const int64_t rows = min((int)s->rows, KEPT);
    int64_t sum = 0;
    int64_t squares = 0;
    for (int64_t i = 0; i < rows; i++) {
        const int64_t difference = a->kept[i] - b->kept[i];
        sum += difference;
        squares += difference * difference;
    }
    return (squares - sum * sum / rows) / rows;
}

/* Whether the first candidate is ahead of the second by four standard errors. */
static bool is_clear(const search *s)
{
    const candidate *first = s->order[0];
    const candidate *second = s->order[1];
    const int64_t lead = (merit(s, first) - merit(s, second)) / s->rows;
    return lead * lead * s->rows > 16 * variance(s, first, second);
}

/* Whether the first two candidates are so close that it does not matter which is better. */
static bool is_tie(const search *s)
{
    return 16 * variance(s, s->order[0], s->order[1]) < (int64_t)s->rows * TIE * TIE;
}

/* Rows before the first candidates are dropped. */
static unsigned first_rows(const search *s)
{
    const int each = (int)(s->nodes / s->count);
    return (unsigned)clamp(each / 3, 2, max(FIRST_ROWS, each / 16));
}

/* Tries the candidates until the budget is used up; leaves the best one first. Whenever the number
 * of playouts has doubled, it drops the worse half. */
static void compare(search *s)
{
    unsigned goal = first_rows(s);
    bot_survey_map(s);
    s->alive = s->count;
    while (s->alive > 1 && play_rows(s, goal - s->rows)) {
        if (s->rows < goal)
            continue;
        goal *= 2;
        sort_candidates(s);
        if (is_clear(s) || (s->alive == 2 && is_tie(s)))
            return;
        if (s->alive > 2)
            s->alive = (s->alive + 1) / 2;
    }
    sort_candidates(s);
}

/* Tries all candidates equally often. */
static void measure(search *s)
{
    bot_survey_map(s);
    s->alive = s->count;
    while (play_rows(s, BATCH))
        ;
}

/* -------------------------------------------------------------------------------------- bidding */

/* The price at which winning the plant is as good as losing it, between the prices tried. */
static int break_even(const search *s, const int *price, unsigned count)
{
    const int64_t without = s->list[0].sum;
    for (unsigned i = count; i-- > 0;) {
        const int64_t here = s->list[i + 1].sum - without;
        if (here <= 0) /* no better than without the plant */
            continue;
        if (i == count - 1)
            return price[i];
        const int64_t there = s->list[i + 2].sum - without; /* below 0 */
        return price[i] + (int)((price[i + 1] - price[i]) * here / (here - there + 1));
    }
    return 0;
}

/* The seat's limit in the running auction. A style also keeps to the limit of its rules of thumb.
 */
static int search_limit(search *s)
{
    const mind *m = s->m;
    const int lowest = m->state->bid + 1;
    const int money = (int)ek_maximum_bid(m->me);
    const int usual = bot_auction_limit(m, m->state->auction_plant);
    const int middle = clamp(max(usual, lowest + 6), lowest, money);
    const int price[3] = {lowest, middle, min(middle + middle / 4 + 6, money)};
    if (ek_why(m->rules, m->state, m->seat, ek_move_of(EK_MOVE_BID, 0, (unsigned)lowest)) !=
        EK_REASON_OK)
        return 0;
    bot_add_prices(s, price, 3);
    measure(s);
    if (s->rows == 0)
        return usual;
    const int found = break_even(s, price, 3);
    return found + (usual - found) * m->p->own_limit / WHOLE;
}

/* ---------------------------------------------------------------------------------------- turns */

uint32_t bot_usual_nodes(enum bot_level level, bool has_judge, unsigned players)
{
    if (level == BOT_EXPERT)
        return EXPERT_NODES;
    return has_judge ? HARD_SEAT_TURNS / players : HARD_NODES;
}

search *bot_begin_search(bot_desk *desk, const mind *m, const bot_judge *judge, uint64_t seed,
                         unsigned nodes)
{
    search *s = &desk->s;
    desk->state = *m->state;
    desk->m = *m;
    desk->m.state = &desk->state;
    desk->m.me = &desk->state.owner[m->seat];
    s->m = &desk->m;
    s->judge = judge;
    s->host = NULL;
    s->seed = seed;
    s->nodes = nodes;
    s->moment = bot_moment(m->state);
    s->rows = s->count = s->alive = 0;
    s->breadth = (unsigned)min((int)nodes / BREADTH, CANDIDATES);
    return s;
}

static unsigned search_bid(bot *b, search *s)
{
    const ek_state *state = s->m->state;
    if (b->limit_plant != state->auction_plant || b->limit_round != state->round) {
        b->limit = (uint16_t)search_limit(s);
        b->limit_plant = state->auction_plant;
        b->limit_round = state->round;
    }
    b->plan[0] = b->limit > state->bid && ek_maximum_bid(s->m->me) > state->bid
                     ? ek_move_of(EK_MOVE_BID, 0, state->bid + 1u)
                     : pass_move();
    return 1;
}

unsigned bot_search_turn(bot *b, const mind *m, const bot_host *host)
{
    bot_desk own;
    const unsigned usual = bot_usual_nodes((enum bot_level)b->level, b->judge != NULL, m->players);
    search *s = bot_begin_search(host && host->desk ? host->desk : &own, m, b->judge,
                                 ek_random(&b->random), b->nodes ? b->nodes : usual);
    s->host = host;
    if (m->pending == EK_DECISION_BID)
        return search_bid(b, s);
    if (!bot_add_candidates(s))
        return bot_normal_turn(m, b->plan);
    compare(s);
    const candidate *best = s->order[0];
    for (unsigned i = 0; i < best->count; i++)
        b->plan[i] = best->plan[i];
    return best->count;
}
