/*
 * The kernels: games side by side, one for each thread of a GPU.
 *
 * The 32 threads of a warp share one program counter: where they are in different code, they wait
 * for each other. So the threads play their games phase by phase, and those whose phase is over
 * wait for the others of their warp. A thread whose random game is over takes another at once.
 */
#include "kernels.h"

#include "lanes.h"
#include "mind.h"
#include "table.h"

/* The counters of a work. */
enum { GAMES, POSITIONS };

enum { WARP = 32 }; /* threads with one program counter */

/* A game in progress. */
typedef struct lane {
    const ek_rules *rules;
    uint64_t random; /* chooses the moves */
    uint32_t game;   /* its index in the work */
    uint32_t moves;
    ek_state state;
} lane;

/* Adds 1; returns the number before. */
static uint32_t count_up(uint32_t *number)
{
#ifdef __NVPTX__
    return (uint32_t)__nvvm_atom_add_gen_i((int *)number, 1);
#else
    return __atomic_fetch_add(number, 1, __ATOMIC_RELAXED);
#endif
}

/* Takes the next game of the work; false if none is left. */
static bool take_game(const gp_work *work, lane *l)
{
    l->game = count_up(&work->taken[GAMES]);
    if (l->game >= work->count)
        return false;
    const gp_game *game = &work->games[l->game];
    l->rules = &work->rules[game->rules];
    l->random = ~game->setup.seed;
    l->moves = 0;
    ek_start(l->rules, &(ek_setup){.seed = game->setup.seed}, &l->state, NULL);
    return true;
}

/* Writes the result of a game that is over, and takes another; false if none is left. */
static bool next_game(const gp_work *work, lane *l)
{
    work->results[l->game] =
        (gp_result){.hash = ek_hash(&l->state), .moves = l->moves, .rounds = l->state.round};
    return take_game(work, l);
}

/* --------------------------------------------------------------------------------- random moves */

static void random_move(lane *l)
{
    ek_play(l->rules, &l->state, ek_random_move(l->rules, &l->state, &l->random), NULL);
    l->moves++;
}

/* Moves as long as the game stays in this stage, or phase. */
static void random_stage(lane *l, enum ek_stage stage)
{
    while (l->state.stage == stage)
        random_move(l);
}

static void random_phase(lane *l, enum ek_phase phase)
{
    while (ek_phase(&l->state) == phase)
        random_move(l);
}

/* Cheap decisions first: threads at a dear one, which is rare, wait until others have joined them.
 */
static void random_auction(lane *l)
{
    while (ek_phase(&l->state) == EK_PHASE_AUCTION) {
        while (l->state.stage == EK_STAGE_NOMINATE || l->state.stage == EK_STAGE_BID) {
            random_stage(l, EK_STAGE_BID);
            if (l->state.stage == EK_STAGE_NOMINATE)
                random_move(l);
        }
        random_stage(l, EK_STAGE_SCRAP);
        random_stage(l, EK_STAGE_RETURN);
    }
}

static void random_round(lane *l)
{
    while (l->state.round == 0)
        random_move(l);
    random_auction(l);
    random_phase(l, EK_PHASE_RESOURCES);
    random_phase(l, EK_PHASE_BUILDING);
    random_phase(l, EK_PHASE_BUREAUCRACY);
}

void gp_random_games(const gp_work *work)
{
    lane l;
    bool busy = take_game(work, &l);
    while (busy) {
        random_round(&l);
        if (ek_phase(&l.state) == EK_PHASE_ENDED)
            busy = next_game(work, &l);
    }
}

/* ------------------------------------------------------------------------------------------ bots
 */

static bool is_over(const lane *l)
{
    return ek_to_move(&l->state) == EK_NOBODY;
}

/* All threads of a block play phase by phase: then they use the same part of the code, which is
 * larger than the cache for instructions. The threads of a warp begin their games together, because
 * the choice of the first cities is the dearest part of a game: one thread that starts anew would
 * make 31 others wait for it. */
GP_CONVERGENT void gp_normal_games(const gp_work *work)
{
    lane l;
    mind m;
    survey known;
    bool busy = take_game(work, &l);
    bool begins = busy;
    while (gp_any_of_block(busy)) {
        if (begins)
            bot_mind_begin(&m, l.rules, &l.state, &bot_defaults, &known);
        if (busy && !is_over(&l))
            bot_play_phase(&m, &l.state);
        begins = gp_all_of_warp(!busy || is_over(&l)) && busy;
        if (begins)
            begins = busy = next_game(work, &l);
    }
}

/* Keeps the position at a moment of the game. */
static void keep_position(const gp_work *work, uint32_t game, const ek_state *state)
{
    gp_sample *sample = &work->samples[game];
    const uint32_t place = count_up(&work->taken[POSITIONS]);
    work->positions[place] = *state;
    sample->position[sample->positions++] = place;
}

static bool take_bots(const gp_work *work, const bot_host *host, uint32_t *number,
                      bot_game_setup *setup, bot_game *game)
{
    *number = count_up(&work->taken[GAMES]);
    if (*number >= work->count)
        return false;
    const gp_game *given = &work->games[*number];
    work->samples[*number].positions = 0;
    *setup = given->setup;
    setup->judge = work->judge.weights ? &work->judge : NULL;
    setup->host = host;
    bot_game_start(game, &work->rules[given->rules], setup);
    keep_position(work, *number, &game->state);
    return true;
}

static void write_sample(gp_sample *sample, const bot_game *game)
{
    sample->turns = game->turns;
    sample->explored = game->explored;
    sample->is_over = bot_game_is_over(game);
    if (sample->is_over)
        bot_game_results(game, sample->result);
}

static void play_bots(const gp_work *work, const bot_host *host, bot_game_setup *setup,
                      bot_game *game)
{
    uint32_t number;
    while (take_bots(work, host, &number, setup, game)) {
        while (bot_game_go_on(game))
            keep_position(work, number, &game->state);
        write_sample(&work->samples[number], game);
    }
}

void gp_sample_games(const gp_work *work)
{
    bot_game_setup setup;
    bot_game game;
    play_bots(work, NULL, &setup, &game);
}

/* -------------------------------------------------------------------------------------- searches
 */

/* A thread of the group that plays at a table. */
typedef struct place {
    gp_table *table;
    uint32_t lane;    /* its number in the group */
    uint32_t lanes;   /* of the group */
    uint32_t in_warp; /* the group as a set of lanes of the warp */
} place;

static place find_place(const gp_work *work)
{
    const uint32_t thread = gp_thread();
    const uint32_t lanes = work->lanes;
    const uint32_t first = thread % WARP / lanes * lanes;
    return (place){.table = &work->tables[thread / lanes],
                   .lane = thread % lanes,
                   .lanes = lanes,
                   .in_warp = UINT32_MAX >> (WARP - lanes) << first};
}

/* A lane's part of the next batch of jobs; false if there is none any more. Here the lane that
 * plays and those that help run the same code, so that they stay in step. */
__attribute__((noinline)) GP_CONVERGENT static bool take_part(const gp_table *t, const place *p)
{
    gp_meet(p->in_warp);
    const uint32_t count = t->count;
    for (uint32_t first = 0; first < count; first += p->lanes) {
        if (first + p->lane < count)
            t->job(t->context, first + p->lane);
        gp_meet(p->in_warp);
    }
    return count > 0;
}

GP_CONVERGENT static void run_jobs(void *data, void (*job)(void *context, unsigned i),
                                   void *context, unsigned count)
{
    const place *p = data;
    p->table->job = job;
    p->table->context = context;
    p->table->count = count;
    if (count > 0)
        take_part(p->table, p);
}

/* The first lane of a group plays; the others wait for playouts. */
GP_CONVERGENT void gp_search_games(const gp_work *work)
{
    place p = find_place(work);
    gp_table *t = p.table;
    if (p.lane == 0) {
        t->host = (bot_host){.run = run_jobs, .data = &p, .desk = &t->desk};
        play_bots(work, &t->host, &t->setup, &t->game);
        t->count = 0;
    }
    while (take_part(t, &p))
        ;
}
