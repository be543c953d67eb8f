#include "puzzle.h"

#include "arithmetic.h"
#include "puzzle_games.h"
#include "puzzle_turn.h"

/* Differences of chances in 1/1000. */
enum {
    NEAR = 10,   /* a turn that is worse by at most this solves the puzzle, too */
    CLEAR = 50,  /* all others are worse by at least this in the mean of the checks, */
    STEADY = 35, /* and by this in each of them */
    HOPE = 100,  /* the best turn leaves at least this chance to win */
    QUICK_NODES = 400,
    QUICK = 30, /* what normal loses in the first look, */
    LONGER_NODES = 3000,
    GAMES = 600, /* played to the end after each of two turns, */
    AHEAD = 20,  /* in which the best turn wins so much more than that of normal */
    LONGER = 40  /* and in the second */
};

/* A turn that the checks have tried. */
typedef struct tried {
    pz_turn turn;
    pz_sense sense;
    int64_t behind;  /* the best turn: sum over the checks */
    int32_t nearest; /* the smallest of them */
} tried;

typedef struct table {
    tried list[CANDIDATES];
    unsigned count;
    unsigned checks;
    pz_sense best;
    int64_t chance; /* after the best turn: sum over the checks */
} table;

static int32_t thousandths(int number)
{
    return (int32_t)((int64_t)number * BOT_CHANCE_ONE / 1000);
}

/* --------------------------------------------------------------------------------------- checks */

/* How far a candidate is behind another in the playouts that both have made. */
static int32_t behind(const bot_assessor *room, unsigned best, unsigned i)
{
    const unsigned rows = (unsigned)min((int)room->rows[best], (int)room->rows[i]);
    int64_t sum = 0;
    for (unsigned row = 0; row < rows; row++)
        sum += room->kept[best][row] - room->kept[i][row];
    return rows ? (int32_t)(sum / (int64_t)rows) : 0;
}

static tried *find(table *t, const pz_sense *sense)
{
    for (unsigned i = 0; i < t->count; i++)
        if (pz_is_same(&t->list[i].sense, sense))
            return &t->list[i];
    return NULL;
}

static tried *add(table *t, const candidate *c, const pz_sense *sense)
{
    tried *turn = &t->list[t->count++];
    *turn = (tried){.sense = *sense, .nearest = BOT_CHANCE_ONE};
    turn->turn.count = c->count;
    for (unsigned i = 0; i < c->count; i++)
        turn->turn.plan[i] = c->plan[i];
    return turn;
}

/* The smallest distance of a turn, over the limits to which it may bid. */
static int32_t distance_of(const bot_assessor *room, const pz_sense *sense,
                           const candidate **nearest)
{
    const search *s = &room->desk.s;
    int32_t least = BOT_CHANCE_ONE;
    for (unsigned i = 0; i < s->count; i++) {
        const candidate *c = &s->list[i];
        const pz_sense other = pz_sense_of(c->plan, c->count);
        const int32_t distance = behind(room, room->best, i);
        if (i == room->usual || !pz_is_same(&other, sense) || distance >= least)
            continue;
        least = distance;
        *nearest = c;
    }
    return least;
}

/* Adds what one check has found. */
static void gather(table *t, const bot_assessor *room, const bot_assessment *found)
{
    const search *s = &room->desk.s;
    pz_sense done[CANDIDATES];
    unsigned count = 0;
    for (unsigned i = 0; i < s->count; i++) {
        const candidate *c = &s->list[i];
        const candidate *nearest = c;
        const pz_sense sense = pz_sense_of(c->plan, c->count);
        bool again = i == room->usual;
        for (unsigned k = 0; k < count; k++)
            again = again || pz_is_same(&done[k], &sense);
        if (again)
            continue;
        done[count++] = sense;
        tried *turn = find(t, &sense);
        if (!turn)
            turn = add(t, c, &sense);
        const int32_t distance = distance_of(room, &sense, &nearest);
        turn->behind += distance;
        turn->nearest = min(turn->nearest, distance);
        if (t->checks == 0 && nearest->override.seat != EK_NOBODY)
            turn->turn.limit = (uint32_t)max(nearest->override.limit, 0);
    }
    t->chance += found->best.chance[s->m->seat];
    t->checks++;
}

static bool check(const pz_search *how, bot_question *q, bot_assessor *room, pz_puzzle *p, table *t)
{
    uint64_t random = how->seed;
    *t = (table){.count = 0};
    q->nodes = how->nodes;
    for (unsigned i = 0; i < PZ_CHECKS; i++) {
        bot_assessment found;
        q->seed = ek_random(&random);
        bot_assess(q, room, &found);
        const pz_sense best = pz_sense_of(found.best.plan, found.best.count);
        if (i == 0)
            t->best = best;
        if (found.lost < thousandths(STEADY) || !pz_is_same(&best, &t->best))
            return false;
        gather(t, room, &found);
        if (i == 0)
            p->reasons = bot_find_reasons(room, &found, p->reason);
    }
    return p->reasons > 0;
}

/* -------------------------------------------------------------------------------------- verdict */

static pz_turn finish(const table *t, const tried *turn)
{
    pz_turn result = turn->turn;
    result.chance = (int32_t)((t->chance - turn->behind) / (int64_t)t->checks);
    return result;
}

/* Puts a turn among those that are accepted, the best first; false if there are too many. */
static bool accept(pz_puzzle *p, const pz_turn *turn)
{
    unsigned at = p->accepted_count;
    if (at == PZ_ACCEPTED)
        return false;
    for (; at > 0 && p->accepted[at - 1].chance < turn->chance; at--)
        p->accepted[at] = p->accepted[at - 1];
    p->accepted[at] = *turn;
    p->accepted_count++;
    return true;
}

/* Divides the turns into those that solve the puzzle and those that do not. False if one is
 * neither. */
static bool divide(const table *t, const pz_sense *normal, pz_puzzle *p)
{
    for (unsigned i = 0; i < t->count; i++) {
        const tried *turn = &t->list[i];
        const pz_turn finished = finish(t, turn);
        const int64_t distance = turn->behind / (int64_t)t->checks;
        if (distance <= thousandths(NEAR)) {
            if (pz_is_same(&turn->sense, normal) || !accept(p, &finished))
                return false;
            continue;
        }
        if (distance < thousandths(CLEAR) || turn->nearest < thousandths(STEADY))
            return false;
        if (p->next.count == 0 || finished.chance > p->next.chance)
            p->next = finished;
        if (pz_is_same(&turn->sense, normal))
            p->normal = finished;
    }
    return p->accepted_count > 0 && p->normal.count > 0 &&
           p->accepted[0].chance >= thousandths(HOPE);
}

static bool is_simple(const ek_rules *rules, const pz_puzzle *p)
{
    for (unsigned i = 0; i < p->accepted_count; i++)
        if (pz_waits_for_card(rules, &p->view, p->accepted[i].plan, p->accepted[i].count))
            return false;
    return !pz_waits_for_card(rules, &p->view, p->next.plan, p->next.count) &&
           !pz_waits_for_card(rules, &p->view, p->normal.plan, p->normal.count);
}

static ek_owner owner_after(const ek_rules *rules, const pz_puzzle *p, const pz_turn *turn)
{
    ek_state state = p->view;
    for (unsigned i = 0; i < turn->count; i++)
        ek_play(rules, &state, turn->plan[i], NULL);
    return state.owner[ek_to_move(&p->view)];
}

/* A turn of powering that earns less must keep fuel that costs at least as much: a search that
 * expects normal to spend its money badly may think otherwise, but no person would. */
static bool is_thrifty(const ek_rules *rules, const pz_puzzle *p)
{
    const unsigned seat = ek_to_move(&p->view);
    const ek_owner best = owner_after(rules, p, &p->accepted[0]);
    const ek_owner usual = owner_after(rules, p, &p->normal);
    int worth = best.money - usual.money;
    if (ek_pending(&p->view) != EK_DECISION_POWER)
        return true;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++) {
        const int kept = best.fuel[fuel] - usual.fuel[fuel];
        const int price = kept == 0 ? 0
                                    : ek_price(rules, &p->view, seat, (enum ek_fuel)fuel,
                                               (unsigned)(kept > 0 ? kept : -kept));
        if (price < 0)
            return kept > 0; /* the market has not so much: nobody could buy it back */
        worth += kept > 0 ? price : -price;
    }
    return worth >= 0;
}

/* Whether the best turn also wins more games that are played to the end. The judge may be wrong; so
 * may normal, but hardly both in the same way. */
static bool wins_games(const ek_rules *rules, const pz_puzzle *p)
{
    const pz_turn *best = &p->accepted[0];
    return pz_lead_in_games(rules, &p->view, best, &p->normal, p->seed, GAMES) >=
               thousandths(AHEAD) &&
           pz_lead_in_games(rules, &p->view, best, &p->next, p->seed, GAMES) >= 0;
}

/* ---------------------------------------------------------------------------------------- grade */

static bool solves(const pz_puzzle *p, const ek_move *plan, unsigned count)
{
    const pz_sense sense = pz_sense_of(plan, count);
    for (unsigned i = 0; i < p->accepted_count; i++) {
        const pz_sense good = pz_sense_of(p->accepted[i].plan, p->accepted[i].count);
        if (pz_is_same(&sense, &good))
            return true;
    }
    return false;
}

static void grade(const pz_search *how, const ek_rules *rules, pz_puzzle *p)
{
    static const struct {
        enum bot_level level;
        uint32_t nodes;
    } grader[PZ_GRADERS_COUNT] = {
#define ROW(name, level, playouts) {level, playouts},
        PZ_GRADERS(ROW)
#undef ROW
    };
    uint64_t random = ~how->seed;
    p->grade = 0;
    for (unsigned i = 0; i < PZ_GRADERS_COUNT; i++) {
        unsigned failed = 0;
        for (unsigned try = 0; try < PZ_TRIES; try++) {
            ek_move plan[BOT_PLAN_MAX];
            bot b;
            bot_sit(&b, grader[i].level, ek_to_move(&p->view), rules, ek_random(&random));
            b.nodes = grader[i].nodes;
            b.judge = how->judge;
            failed += !solves(p, plan, pz_turn_of(&b, rules, &p->view, plan));
        }
        p->failed[i] = (uint8_t)failed;
        p->grade = (uint8_t)(p->grade + (failed * 2 > PZ_TRIES));
    }
}

/* ----------------------------------------------------------------------------------------- look */

static bool seems_lost(bot_question *q, bot_assessor *room, uint32_t nodes, int lost)
{
    bot_assessment found;
    q->nodes = nodes;
    bot_assess(q, room, &found);
    return found.rows > 0 && found.turns > 1 && found.lost >= thousandths(lost);
}

bool pz_look(const pz_search *how, const ek_rules *rules, const ek_state *view, bot_assessor *room,
             pz_puzzle *p)
{
    ek_move plan[BOT_PLAN_MAX];
    bot normal;
    table t;
    bot_sit(&normal, BOT_NORMAL, ek_to_move(view), rules, how->seed);
    const unsigned count = pz_turn_of(&normal, rules, view, plan);
    const pz_sense usual = pz_sense_of(plan, count);
    bot_question q = {.rules = rules,
                      .state = view,
                      .judge = how->judge,
                      .seed = how->seed,
                      .played = plan,
                      .played_count = count};
    *p = (pz_puzzle){.seed = how->seed, .view = *view};
    if (!seems_lost(&q, room, QUICK_NODES, QUICK) || !seems_lost(&q, room, LONGER_NODES, LONGER) ||
        !check(how, &q, room, p, &t) || !divide(&t, &usual, p) || !is_simple(rules, p) ||
        !is_thrifty(rules, p) || !wins_games(rules, p))
        return false;
    grade(how, rules, p);
    return true;
}
