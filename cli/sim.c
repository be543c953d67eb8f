/* elektro sim: plays many games and prints statistics. */
#include <locale.h>
#include <stdio.h>

#include "cli.h"
#include "deadline.h"
#include "files.h"
#include "match.h"
#include "progress.h"
#include "sim.h"

typedef struct options {
    play_options game;
    unsigned games;
    bool json;
} options;

static const cli_option option_rows[] = {
    CLI_NUMBER_ROW(options, games, "games", "N", 1, 1000000, "100", "games to play"),
    CLI_STRING_ROW(options, game.seats, "seats", "S,S,…",
                   "bot on each seat: random, easy, normal, hard or expert, the last three also "
                   "in a style such as normal:rusher; an expert thinks for up to a second"),
    CLI_SWITCH_ROW(options, json, "json", "print one JSON object instead of tables and plots"),
    {.name = NULL}};

static const cli_group groups[] = {
    {.options = option_rows},
    {.options = cli_table_options, .offset = offsetof(options, game.table)},
    {.options = play_option_rows, .offset = offsetof(options, game)},
    {.options = NULL}};

static const cli_verb verb = {
    .name = "sim",
    .usage = "usage: elektro sim [OPTION…]\n"
             "\n"
             "Plays many games between bots and prints statistics: victories by seat, length of\n"
             "games, prices of fuel and plants. ('elektro arena' compares bots more strictly.)\n",
    .groups = groups,
    .notes = "By default all seats are normal bots.\n"};

/* ------------------------------------------------------------------------------------ counting */

static unsigned bounded(unsigned round)
{
    return round < SIM_ROUNDS ? round : SIM_ROUNDS;
}

/* Prices as the first buyer of a round finds them. */
static void count_prices(sim_result *r, const ek_rules *rules, const ek_state *state)
{
    sim_round *round = &r->round[bounded(state->round)];
    round->games++;
    for (unsigned f = 0; f < EK_FUELS; f++) {
        const int price = ek_price(rules, state, ek_to_move(state), (enum ek_fuel)f, 1);
        if (price < 0)
            continue;
        round->price[f] += price;
        round->priced[f]++;
    }
}

static void count_event(sim_result *r, const ek_rules *rules, const ek_state *state,
                        const ek_event *e)
{
    sim_seat *seat = e->seat < EK_SEATS ? &r->seat[e->seat] : NULL;
    switch (e->type) {
    case EK_EVENT_PLANT_BOUGHT:
        seat->plants += e->n;
        r->plant[e->a].bought++;
        r->plant[e->a].price += e->n;
        break;
    case EK_EVENT_FUEL_BOUGHT:
        seat->fuel += e->n;
        break;
    case EK_EVENT_CONNECTED:
        seat->building += e->n;
        break;
    case EK_EVENT_POWERED:
        seat->income += e->n;
        break;
    case EK_EVENT_STEP_BEGINS:
        r->step_round[e->a] += state->round;
        r->step_games[e->a]++;
        break;
    case EK_EVENT_PHASE_BEGINS:
        if (e->a == EK_PHASE_RESOURCES && ek_phase(state) == EK_PHASE_RESOURCES)
            count_prices(r, rules, state);
        break;
    default:
        break;
    }
}

static void count_step(sim_result *r, const rec_game *game)
{
    const ek_events *events = rec_events(game);
    r->moves++;
    for (unsigned i = 0; i < events->count; i++)
        count_event(r, rec_rules(game), rec_state(game), &events->list[i]);
}

static void count_end(sim_result *r, const rec_game *game)
{
    ek_rank rank[EK_SEATS];
    unsigned winners = 0;
    ek_ranking(rec_rules(game), rec_state(game), rank);
    for (unsigned i = 0; i < r->players; i++)
        winners += rank[i].rank == 1;
    for (unsigned i = 0; i < r->players; i++) {
        sim_seat *seat = &r->seat[rank[i].seat];
        seat->wins += rank[i].rank == 1 ? 1.0 / winners : 0;
        seat->rank += rank[i].rank;
        seat->cities += rank[i].cities;
        seat->supplied += rank[i].powered;
        seat->money += rank[i].money;
    }
    r->ended_in[bounded(rec_state(game)->round)]++;
    r->games++;
}

/* ------------------------------------------------------------------------------------- playing */

static void sit(bot bots[EK_SEATS], const options *o, const rec_game *game)
{
    const uint64_t seed = rec_seed_of(rec_options_of(game)->seed);
    for (unsigned seat = 0; seat < o->game.game.players; seat++) {
        ar_sit(&bots[seat], &o->game.seat[seat], seat, rec_rules(game), seed + seat + 1);
        bot_see(&bots[seat], rec_events(game));
    }
}

static bool play_game(const options *o, const rec_options *deal, sim_result *r, progress *p,
                      rec_error *error)
{
    rec_game *game = rec_new(deal, error);
    bot bots[EK_SEATS];
    bool ok = game != NULL;
    if (ok)
        sit(bots, o, game);
    while (ok && ek_phase(rec_state(game)) != EK_PHASE_ENDED) {
        const unsigned seat = ek_to_move(rec_state(game));
        ek_state view;
        ek_view(rec_rules(game), rec_state(game), seat, &view);
        const ar_limits limits = {.milliseconds = o->game.seat[seat].milliseconds};
        ok = rec_play(game, ar_bot_move(&bots[seat], rec_rules(game), &view, &limits), error);
        for (unsigned i = 0; ok && i < o->game.game.players; i++)
            bot_see(&bots[i], rec_events(game));
        ok = ok && (rec_state(game)->round <= AR_ROUNDS_MAX ||
                    rec_fail(error, "endless", "With seed '%.100s' it is not over after %d rounds.",
                             deal->seed, AR_ROUNDS_MAX));
        if (ok)
            count_step(r, game);
        progress_show(p, r->games, o->games, NULL);
    }
    if (ok)
        count_end(r, game);
    rec_free(game);
    return ok;
}

/* Every game has a seed of its own, made from the one that was given. */
static bool play_all(const options *o, sim_result *r)
{
    progress p = {.unit = "games"};
    rec_error error;
    rec_options deal = o->game.game;
    deal.board_owned = false;
    deal.seed_known = true;
    for (unsigned i = 0; i < o->games; i++) {
        snprintf(deal.seed, sizeof deal.seed, "%.100s/%u", o->game.seed ? o->game.seed : "sim",
                 i + 1);
        if (!play_game(o, &deal, r, &p, &error))
            return cli_complain(verb.name, "game %u: %s", i + 1, error.text);
        progress_show(&p, i + 1, o->games, NULL);
    }
    return true;
}

int cli_sim(int argc, char **argv)
{
    static sim_result r;
    options o = {.game = {.verb = verb.name}};
    int status;
    setlocale(LC_CTYPE, "");
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (!play_options_settle(&o.game, BOT_NORMAL, BOT_NORMAL))
        return CLI_USAGE;
    r.players = o.game.game.players;
    status = CLI_FAILED;
    if (play_all(&o, &r)) {
        if (o.json) {
            status = cli_print_json(verb.name, sim_json(&r, &o.game));
        } else {
            sim_print(&r, &o.game);
            status = cli_printed(verb.name);
        }
    }
    play_options_drop(&o.game);
    return status;
}
