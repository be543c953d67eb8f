/* elektro sim: many games, and what they come to. */
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "deadline.h"
#include "files.h"
#include "match.h"
#include "sim.h"

static const char help[] =
    "usage: elektro sim [OPTION…]\n"
    "\n"
    "Plays many games between bots and tells how they went: who wins from which seat, how long\n"
    "games last, what fuel and plants cost. ('elektro arena' compares bots more strictly.)\n"
    "\n"
    "  --games N          games to play (default 100)\n"
    "  --json             print one JSON object instead of tables and plots\n" PLAY_OPTION_HELP
    "                     (default seats: normal bots)\n"
    "  --help             print this\n";

typedef struct options {
    play_options game;
    unsigned long games;
    bool json;
} options;

enum { OPTION_GAMES = OPTIONS_END, OPTION_JSON, OPTION_HELP };

static bool take(options *o, int option)
{
    if (play_options_take(&o->game, option, optarg))
        return true;
    switch (option) {
    case OPTION_GAMES:
        return cli_number("sim", "--games", optarg, 1, 1000000, &o->games);
    case OPTION_JSON:
        return o->json = true;
    case OPTION_HELP:
        fputs(help, stdout);
        exit(cli_printed("sim"));
    default:
        return false;
    }
}

static bool parse_options(int argc, char **argv, options *o)
{
    static const struct option known[] = {PLAY_OPTION_ROWS,
                                          {"games", required_argument, NULL, OPTION_GAMES},
                                          {"json", no_argument, NULL, OPTION_JSON},
                                          {"help", no_argument, NULL, OPTION_HELP},
                                          {NULL, 0, NULL, 0}};
    int c;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1)
        if (!take(o, c))
            return false;
    if (optind < argc)
        fprintf(stderr, "elektro sim: unexpected '%s'\n", argv[optind]);
    return optind == argc;
}

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

static double now(void)
{
    return (double)ar_now() / 1e9;
}

typedef struct meter {
    double start, shown;
    unsigned long games; /* to play */
    bool terminal;       /* there is somebody to show it to */
} meter;

/* A line on the terminal once it takes longer than two seconds. */
static void show_progress(meter *m, unsigned long done)
{
    const unsigned long all = m->games;
    if (!m->terminal)
        return;
    const double t = now();
    if (t - m->start < 2 || (t - m->shown < 0.25 && done < all))
        return;
    m->shown = t;
    fprintf(stderr, "\r%lu of %lu games", done, all);
    if (done)
        fprintf(stderr, ", %.0f s left", (t - m->start) / (double)done * (double)(all - done));
    fputs(done == all ? "\r\033[K" : " \033[K", stderr);
}

static void sit(bot bots[EK_SEATS], const options *o, const rec_game *game)
{
    const uint64_t seed = rec_seed_of(rec_options_of(game)->seed);
    for (unsigned seat = 0; seat < o->game.game.players; seat++) {
        bot_sit(&bots[seat], (enum bot_level)o->game.seat[seat], seat, rec_rules(game),
                seed + seat + 1);
        bot_see(&bots[seat], rec_events(game));
    }
}

static bool play_game(const options *o, const rec_options *deal, sim_result *r, meter *m,
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
        ok = rec_play(
            game, ar_bot_move(&bots[seat], rec_rules(game), &view, ar_level_ms(bots[seat].level)),
            error);
        for (unsigned i = 0; ok && i < o->game.game.players; i++)
            bot_see(&bots[i], rec_events(game));
        ok = ok && (rec_state(game)->round <= AR_ROUNDS_MAX ||
                    rec_fail(error, "endless", "With seed '%.100s' it is not over after %d rounds.",
                             deal->seed, AR_ROUNDS_MAX));
        if (ok)
            count_step(r, game);
        show_progress(m, r->games);
    }
    if (ok)
        count_end(r, game);
    rec_free(game);
    return ok;
}

/* Every game has a seed of its own, made from the one that was given. */
static bool play_all(const options *o, sim_result *r)
{
    meter m = {.start = now(), .games = o->games, .terminal = isatty(STDERR_FILENO)};
    rec_error error;
    rec_options deal = o->game.game;
    deal.board_owned = false;
    deal.seed_known = true;
    for (unsigned long i = 0; i < o->games; i++) {
        snprintf(deal.seed, sizeof deal.seed, "%.100s/%lu", o->game.seed ? o->game.seed : "sim",
                 i + 1);
        if (!play_game(o, &deal, r, &m, &error)) {
            fprintf(stderr, "elektro sim: game %lu: %s\n", i + 1, error.text);
            return false;
        }
        show_progress(&m, i + 1);
    }
    return true;
}

static bool all_bots(const options *o)
{
    for (unsigned seat = 0; seat < o->game.game.players; seat++)
        if (o->game.seat[seat] == SEAT_PERSON) {
            fputs("elektro sim: --seats: only bots play here\n", stderr);
            return false;
        }
    return true;
}

int cli_sim(int argc, char **argv)
{
    static sim_result r;
    options o = {.games = 100, .game = {.verb = "sim"}};
    setlocale(LC_CTYPE, "");
    if (!parse_options(argc, argv, &o)) {
        fputs("'elektro sim --help' tells how it is used\n", stderr);
        return CLI_USAGE;
    }
    if (!play_options_settle(&o.game, BOT_NORMAL, BOT_NORMAL))
        return CLI_USAGE;
    if (!all_bots(&o)) {
        play_options_drop(&o.game);
        return CLI_USAGE;
    }
    r.players = o.game.game.players;
    int status = CLI_FAILED;
    if (play_all(&o, &r)) {
        if (o.json) {
            status = cli_print_json("sim", sim_json(&r, &o.game));
        } else {
            sim_print(&r, &o.game);
            status = cli_printed("sim");
        }
    }
    play_options_drop(&o.game);
    return status;
}
