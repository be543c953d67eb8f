/* Assessing decisions and cards with the playouts of a search. */
#include "assess.h"

enum {
    FIRST_ROWS = 8, /* playouts of each turn before the first are dropped */
    NOISE = 2,      /* standard errors within which two turns are equally good */
    CARD_SHARE = 8, /* a card takes this part of the playouts of a decision */
    BIDS_AHEAD = 6  /* one of the limits tried in an auction: this far above the bid */
};

/* --------------------------------------------------------------------------------------- turns */

static bool same_plan(const candidate *a, const candidate *b)
{
    bool same = a->count == b->count;
    for (unsigned i = 0; same && i < a->count; i++)
        same = a->plan[i] == b->plan[i];
    return same;
}

/* Adds a move if it is legal and new. limit: how far to bid after it; 0: as normal does. */
static void add_move(search *s, ek_move move, int limit)
{
    const mind *m = s->m;
    if (ek_why(m->rules, m->state, m->seat, move) != EK_REASON_OK)
        return;
    for (unsigned i = 0; i < s->count; i++) {
        const candidate *c = &s->list[i];
        const int other = c->override.seat == EK_NOBODY ? 0 : c->override.limit;
        if (c->count == 1 && c->plan[0] == move && other == limit)
            return;
    }
    candidate *c = bot_add_candidate(s);
    if (!c)
        return;
    c->plan[0] = move;
    c->count = 1;
    if (limit > 0)
        c->override = (auction_override){.seat = (uint8_t)m->seat, .limit = limit};
}

/* Bids an amount, and goes on to several limits. */
static void add_bids(search *s, int amount)
{
    const ek_move move = ek_move_of(EK_MOVE_BID, 0, (unsigned)amount);
    const int money = (int)ek_maximum_bid(s->m->me);
    const int usual = min(bot_auction_limit(s->m, s->m->state->auction_plant), money);
    const int middle = min(max(usual, amount + BIDS_AHEAD), money);
    add_move(s, move, amount);
    add_move(s, move, max(usual, amount));
    add_move(s, move, max(middle, amount));
    add_move(s, move, max(min(middle + middle / 4 + BIDS_AHEAD, money), amount));
}

static void add_auction_turns(search *s)
{
    add_move(s, pass_move(), 0);
    add_bids(s, s->m->state->bid + 1);
}

/* All legal moves, if there are few. */
static void add_all_moves(search *s)
{
    ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(s->m->rules, s->m->state, moves);
    for (unsigned i = 0; i < count; i++)
        add_move(s, moves[i], 0);
}

/* The turn that was played. A bid may be the first of several. */
static void add_played(search *s, const bot_question *q)
{
    candidate *c = bot_add_candidate(s);
    c->count = q->played_count;
    for (unsigned i = 0; i < q->played_count; i++)
        c->plan[i] = q->played[i];
    if (ek_move_type(c->plan[0]) == EK_MOVE_BID)
        add_bids(s, (int)ek_move_b(c->plan[0]));
}

static void add_turns(bot_assessor *room, const bot_question *q)
{
    search *s = &room->desk.s;
    room->usual = s->count;
    bot_add_candidate(s); /* no moves: the playout decides */
    room->played = q->played_count > 0 ? s->count : CANDIDATES;
    if (q->played_count > 0)
        add_played(s, q);
    if (s->m->pending == EK_DECISION_BID)
        add_auction_turns(s);
    else if (!bot_add_candidates(s))
        add_all_moves(s);
}

/* ------------------------------------------------------------------------------------ playouts */

static bool is_stopped(const search *s)
{
    return s->host && s->host->expired && s->host->expired(s->host->data);
}

static void begin(bot_assessor *room, const bot_question *q, const ek_state *state, unsigned seat)
{
    mind m;
    bot_mind_init(&m, q->rules, state, &bot_defaults, seat);
    search *s = bot_begin_search(&room->desk, &m, q->judge, q->seed, q->nodes);
    s->host = q->host;
    for (unsigned i = 0; i < CANDIDATES; i++) {
        room->rows[i] = 0;
        room->dropped[i] = false;
        for (unsigned other = 0; other < EK_SEATS; other++)
            room->sum[i][other] = 0;
    }
    bot_survey_map(s);
}

static void play_turn(bot_assessor *room, unsigned i)
{
    search *s = &room->desk.s;
    int32_t chance[EK_SEATS];
    bot_try_candidate(s, &s->list[i], s->rows, chance);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        room->sum[i][seat] += chance[seat];
    room->kept[i][room->rows[i]++] = chance[s->m->seat];
}

/* Plays every turn that is left once more, with the same cards; false if the budget is used up. */
static bool play_row(bot_assessor *room)
{
    search *s = &room->desk.s;
    if (s->nodes < s->alive || s->rows == BOT_ASSESS_ROWS || is_stopped(s))
        return false;
    for (unsigned i = 0; i < s->count; i++)
        if (!room->dropped[i])
            play_turn(room, i);
    s->nodes -= s->alive;
    s->rows++;
    return true;
}

static int mean_of(const bot_assessor *room, unsigned i)
{
    return (int)(room->sum[i][room->desk.s.m->seat] / (int64_t)max((int)room->rows[i], 1));
}

/* The best turn that is left, except those with the plan of one candidate; CANDIDATES: none. */
static unsigned best_but(const bot_assessor *room, const candidate *but)
{
    const search *s = &room->desk.s;
    unsigned best = CANDIDATES;
    for (unsigned i = 0; i < s->count; i++)
        if (i != room->usual && !room->dropped[i] && !(but && same_plan(&s->list[i], but)) &&
            (best == CANDIDATES || mean_of(room, i) > mean_of(room, best)))
            best = i;
    return best;
}

/* The best of the candidates that begin as the turn that was played. */
static unsigned best_as_played(const bot_assessor *room)
{
    const search *s = &room->desk.s;
    unsigned best = CANDIDATES;
    if (room->played == CANDIDATES)
        return CANDIDATES;
    for (unsigned i = 0; i < s->count; i++)
        if (i != room->usual && !room->dropped[i] &&
            same_plan(&s->list[i], &s->list[room->played]) &&
            (best == CANDIDATES || mean_of(room, i) > mean_of(room, best)))
            best = i;
    return best;
}

/* The worst turn that is left, except two of them. Of equal ones the last, because the first of
 * them may be the best (best_but). */
static unsigned worst_left(const bot_assessor *room, unsigned kept, unsigned kept_too)
{
    const search *s = &room->desk.s;
    unsigned worst = CANDIDATES;
    for (unsigned i = 0; i < s->count; i++)
        if (i != room->usual && i != kept && i != kept_too && !room->dropped[i] &&
            (worst == CANDIDATES || mean_of(room, i) <= mean_of(room, worst)))
            worst = i;
    return worst;
}

/* Drops the worse half. What normal would do, the turn that was played and two others stay, one of
 * them with other moves than the best. */
static void drop_half(bot_assessor *room)
{
    search *s = &room->desk.s;
    const unsigned played = best_as_played(room), best = best_but(room, NULL);
    const unsigned second = best_but(room, &s->list[best]);
    const unsigned fixed = 1u + (played != CANDIDATES);
    const unsigned goal = fixed + (unsigned)max(2, ((int)s->alive - (int)fixed + 1) / 2);
    while (s->alive > goal) {
        room->dropped[worst_left(room, played, second)] = true;
        s->alive--;
    }
}

/* Plays rows until the budget is used up. Whenever their number has doubled, turns are dropped. */
static void play_rows(bot_assessor *room)
{
    search *s = &room->desk.s;
    const unsigned each = s->nodes / s->count;
    unsigned goal = (unsigned)clamp((int)each / 4, 2, max(FIRST_ROWS, (int)each / 16));
    room->worst = CANDIDATES;
    s->alive = s->count;
    while (play_row(room)) {
        if (s->rows < goal)
            continue;
        goal *= 2;
        if (room->worst == CANDIDATES)
            room->worst = worst_left(room, CANDIDATES, CANDIDATES);
        drop_half(room);
    }
    if (room->worst == CANDIDATES)
        room->worst = worst_left(room, CANDIDATES, CANDIDATES);
}

/* -------------------------------------------------------------------------------------- results */

/* Means that sum to BOT_CHANCE_ONE: what rounding leaves goes to the highest. */
static void chances_of(const bot_assessor *room, unsigned i, int32_t chance[EK_SEATS])
{
    const unsigned players = room->desk.s.m->players;
    unsigned highest = 0;
    int32_t rest = BOT_CHANCE_ONE;
    for (unsigned seat = 0; seat < EK_SEATS; seat++) {
        chance[seat] = seat < players ? (int32_t)(room->sum[i][seat] / (int64_t)room->rows[i]) : 0;
        rest -= chance[seat];
        if (chance[seat] > chance[highest])
            highest = seat;
    }
    chance[highest] += rest;
}

static void write_turn(const bot_assessor *room, unsigned i, bot_turn *turn)
{
    *turn = (bot_turn){.count = 0};
    if (i == CANDIDATES)
        return;
    const candidate *c = &room->desk.s.list[i];
    turn->count = c->count;
    for (unsigned k = 0; k < c->count; k++)
        turn->plan[k] = c->plan[k];
    if (c->override.seat != EK_NOBODY)
        turn->limit = (uint32_t)c->override.limit;
    chances_of(room, i, turn->chance);
}

/* How far one turn is ahead of another in the rows that both have played; 0 if the difference is
 * within the noise, or if nothing is known of the noise because there is only one row. */
static int clear_lead(const bot_assessor *room, unsigned a, unsigned b)
{
    const int64_t rows = min((int)room->rows[a], (int)room->rows[b]);
    int64_t sum = 0;
    int64_t squares = 0;
    for (int64_t i = 0; i < rows; i++) {
        const int64_t difference = room->kept[a][i] - room->kept[b][i];
        sum += difference;
        squares += difference * difference;
    }
    const int64_t lead = sum / rows;
    const int64_t variance = squares / rows - lead * lead;
    return rows > 1 && lead > 0 && lead * lead * rows > NOISE * NOISE * variance ? (int)lead : 0;
}

void bot_assess(const bot_question *q, bot_assessor *room, bot_assessment *found)
{
    *found = (bot_assessment){.rows = 0};
    begin(room, q, q->state, ek_to_move(q->state));
    add_turns(room, q);
    play_rows(room);
    const search *s = &room->desk.s;
    if (s->rows == 0)
        return;
    const unsigned played = best_as_played(room);
    room->best = best_but(room, NULL);
    found->lost = played == CANDIDATES ? 0 : clear_lead(room, room->best, played);
    if (played != CANDIDATES && found->lost == 0)
        room->best = played;
    room->second = best_but(room, &s->list[room->best]);
    room->played = played;
    found->rows = s->rows;
    found->turns = s->count - 1;
    found->stake = max(mean_of(room, room->best) - mean_of(room, room->worst), found->lost);
    write_turn(room, room->best, &found->best);
    write_turn(room, room->second, &found->second);
    write_turn(room, played, &found->played);
    chances_of(room, room->usual, found->usual);
}

void bot_assess_view(const bot *b, const ek_state *view, const bot_question *question,
                     bot_assessor *room, bot_assessment *found)
{
    bot_question q = *question;
    ek_state state;
    bot_fill_in_money(b, view, &state);
    q.state = &state;
    bot_assess(&q, room, found);
}

/* ---------------------------------------------------------------------------------------- cards */

/* The chances if all seats play like normal from here on, judged at the moments that come after
 * another position. */
static bool weigh(bot_assessor *room, const bot_question *q, const ek_state *state, unsigned moment,
                  int32_t chance[EK_SEATS])
{
    bot_question part = *q;
    part.nodes = (uint32_t)max((int)q->nodes / CARD_SHARE, 2);
    const unsigned seat = ek_to_move(state);
    begin(room, &part, state, seat == EK_NOBODY ? state->order[0] : seat);
    search *s = &room->desk.s;
    s->moment = moment;
    room->usual = 0;
    room->played = CANDIDATES;
    bot_add_candidate(s);
    s->alive = 1;
    while (play_row(room))
        ;
    if (s->rows > 0)
        chances_of(room, 0, chance);
    return s->rows > 0;
}

bool bot_assess_card(const bot_question *q, const ek_state *waiting, const ek_state *after,
                     bot_assessor *room, int32_t change[EK_SEATS])
{
    int32_t before[EK_SEATS], now[EK_SEATS];
    const unsigned moment = bot_moment(waiting);
    const bool known =
        weigh(room, q, waiting, moment, before) && weigh(room, q, after, moment, now);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        change[seat] = known ? now[seat] - before[seat] : 0;
    return known;
}
