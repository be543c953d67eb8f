/* Styles: each shows in the games of a normal bot, in the direction of its word. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "board.h"
#include "bot.h"

enum { GAMES = 400, PLAYERS = 4, EARLY = 5 };

/* What one seat did: sums over games, then means. */
typedef struct habits {
    double cities; /* when round EARLY begins */
    double beside; /* of these, next to a rival's */
    double money;  /* when rounds begin */
    double fuel;
    double rounds;
    double over; /* price of plants above their number */
    double plants;
    double wins;
} habits;

typedef struct watched {
    ek_rules rules;
    ek_state state;
    ek_events events;
    bot bots[EK_SEATS];
    unsigned seat; /* the one in the style */
} watched;

static void note_round(const watched *w, habits *h)
{
    const ek_owner *o = &w->state.owner[w->seat];
    h->rounds++;
    h->money += o->money;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        h->fuel += o->fuel[fuel];
    if (w->state.round != EARLY)
        return;
    h->cities += o->house_count;
    for (ek_cities rest = o->cities; rest;) {
        const ek_cities near = w->rules.neighbours[ek_take_smallest(&rest)];
        bool beside = false;
        for (unsigned seat = 0; seat < PLAYERS; seat++)
            beside = beside || (seat != w->seat && w->state.owner[seat].cities & near);
        h->beside += beside;
    }
}

static void note_events(const watched *w, habits *h)
{
    for (unsigned i = 0; i < w->events.count; i++) {
        const ek_event *e = &w->events.list[i];
        if (e->type == EK_EVENT_PLANT_BOUGHT && e->seat == w->seat) {
            h->over += e->n - e->a;
            h->plants++;
        }
    }
}

static void note_end(const watched *w, habits *h)
{
    ek_rank ranking[EK_SEATS];
    ek_ranking(&w->rules, &w->state, ranking);
    for (unsigned i = 0; i < PLAYERS; i++)
        h->wins += ranking[i].rank == 1 && ranking[i].seat == w->seat;
}

static void start(watched *w, enum bot_style style, unsigned number)
{
    const enum ek_edition edition = (enum ek_edition)(number % EK_EDITIONS);
    const ek_board *board = bd_find("germany", edition)->ek;
    const ek_config config = {.edition = (uint8_t)edition,
                              .players = PLAYERS,
                              .zone = ek_random_zone(board, edition, PLAYERS, number)};
    w->seat = number / EK_EDITIONS % PLAYERS;
    assert_int_equal(ek_rules_init(&w->rules, board, &config), EK_REASON_OK);
    assert_int_equal(ek_start(&w->rules, &(ek_setup){.seed = number}, &w->state, &w->events),
                     EK_REASON_OK);
    for (unsigned seat = 0; seat < PLAYERS; seat++)
        bot_sit_with(&w->bots[seat], BOT_NORMAL, seat, &w->rules, seat,
                     &bot_style_parameters[seat == w->seat ? style : BOT_PLAIN]);
}

static void play(watched *w, habits *h)
{
    unsigned round = 1;
    while (ek_phase(&w->state) != EK_PHASE_ENDED) {
        const unsigned seat = ek_to_move(&w->state);
        for (unsigned i = 0; i < PLAYERS; i++)
            bot_see(&w->bots[i], &w->events);
        const ek_move move = bot_move(&w->bots[seat], &w->rules, &w->state, NULL);
        assert_int_equal(ek_apply(&w->rules, &w->state, move, &w->events), EK_REASON_OK);
        note_events(w, h);
        if (w->state.round != round)
            note_round(w, h);
        round = w->state.round;
    }
    note_end(w, h);
}

static habits habits_of(enum bot_style style)
{
    habits h = {0};
    watched w;
    for (unsigned number = 0; number < GAMES; number++) {
        start(&w, style, number);
        play(&w, &h);
    }
    h.beside /= h.cities;
    h.cities /= GAMES;
    h.money /= h.rounds;
    h.fuel /= h.rounds;
    h.over /= h.plants;
    h.wins /= GAMES;
    print_message("# %-8s cities %4.2f, beside rivals %4.2f, money %5.1f, fuel %4.1f, over %4.1f, "
                  "wins %.3f\n",
                  bot_style_words[style], h.cities, h.beside, h.money, h.fuel, h.over, h.wins);
    return h;
}

static void every_style_shows(void **data)
{
    (void)data;
    habits all[BOT_STYLES];
    for (unsigned style = 0; style < BOT_STYLES; style++) {
        all[style] = habits_of((enum bot_style)style);
        assert_true(all[style].wins > 0.1); /* it still plays sensibly */
    }
    assert_true(all[BOT_HOARDER].fuel > all[BOT_PLAIN].fuel * 2);
    assert_true(all[BOT_RUSHER].cities > all[BOT_PLAIN].cities + 0.2);
    assert_true(all[BOT_RUSHER].money < all[BOT_PLAIN].money * 0.9);
    assert_true(all[BOT_MISER].money > all[BOT_PLAIN].money * 1.05);
    assert_true(all[BOT_MISER].over < all[BOT_PLAIN].over - 1);
    assert_true(all[BOT_SPENDER].over > all[BOT_PLAIN].over + 1);
    assert_true(all[BOT_SPENDER].money < all[BOT_PLAIN].money * 0.95);
    assert_true(all[BOT_BLOCKER].beside > all[BOT_PLAIN].beside * 1.1);
}

/* Parameters stay within the limits of their list, plain is the default, and no style changes what
 * a mind finds once for all seats. */
static void styles_are_within_limits(void **data)
{
    (void)data;
    for (unsigned style = 0; style < BOT_STYLES; style++)
        for (unsigned i = 0; i < BOT_PARAMETER_COUNT; i++) {
            const int32_t value = bot_parameter_get(&bot_style_parameters[style], i);
            const bot_parameter *row = &bot_parameter_list[i];
            if (value < row->low || value > row->high)
                fail_msg("%s: %s is %d", bot_style_words[style], row->name, value);
            if (style == BOT_PLAIN || i == BOT_PARAMETER_spare_cities ||
                i == BOT_PARAMETER_fuel_share || i == BOT_PARAMETER_scarcity ||
                i == BOT_PARAMETER_offer_premium)
                assert_int_equal(value, row->value);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(styles_are_within_limits),
        cmocka_unit_test(every_style_shows),
    };
    return cmocka_run_group_tests_name("styles", tests, NULL, NULL);
}
