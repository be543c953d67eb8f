/*
 * Golden games: whole games as text, one for each edition, board and number of players, and some
 * for the options. They are read in review when a rule changes, and must not change otherwise.
 *
 *   ELEKTRO_GOLDEN=write meson test -C build/gcc golden      writes them again
 */
#include "story.h"
#include "table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STORY_MAX = 256 * 1024, PATH_MAX_ = 512, MOVES_OF_A_GAME = 10000 };

static const char *folder; /* of this test's sources */

/* ------------------------------------------------------------------------------- the players */

/* A plant is worth a bid if the player has room for it, or if it supplies at least two cities more
 * than the weakest plant of the player. */
static bool wants(const table *t, const ek_owner *o, unsigned plant)
{
    unsigned least = 99;
    for (ek_plants rest = o->plants; rest;)
        least = ek_min(least, ek_plant_of(ek_take_smallest(&rest))->cities);
    return ek_size(o->plants) < t->rules.limit.max_plants || ek_plant_of(plant)->cities > least + 1;
}

/* Opens at the minimum for the plant that supplies most, if affordable; otherwise passes. */
static ek_move nominate_best(const table *t, const ek_owner *o)
{
    ek_move best = t->moves[0];
    unsigned most = 0;
    for (unsigned i = 0; i < t->count; i++) {
        const unsigned plant = ek_move_a(t->moves[i]);
        if (ek_move_type(t->moves[i]) != EK_MOVE_NOMINATE)
            continue;
        if (ek_plant_of(plant)->cities > most && (wants(t, o, plant) || t->state.round == 1)) {
            most = ek_plant_of(plant)->cities;
            best = t->moves[i]; /* the first of a plant is its minimum */
        }
    }
    return best;
}

/* Bids up to a little above the number of the plant. */
static ek_move bid_or_pass(const table *t, const ek_owner *o)
{
    const unsigned plant = t->state.auction_plant;
    const bool cheap = t->state.bid < plant + ek_plant_of(plant)->cities / 2u;
    return t->count > 1 && cheap && wants(t, o, plant) ? t->moves[1] : t->moves[0];
}

static ek_move scrap_least(const table *t)
{
    ek_move least = t->moves[0];
    for (unsigned i = 1; i < t->count; i++)
        if (ek_plant_of(ek_move_a(t->moves[i]))->cities < ek_plant_of(ek_move_a(least))->cities)
            least = t->moves[i];
    return least;
}

/* Fuel for one run of all plants; hybrids take the cheaper kind. */
static ek_move buy_needed(const table *t, unsigned seat)
{
    const ek_owner *o = &t->state.owner[seat];
    unsigned need[EK_FUELS] = {0};
    const bool coal = t->state.fuel[EK_COAL] >= t->state.fuel[EK_OIL];
    for (ek_plants rest = o->plants; rest;) {
        const ek_plant *plant = ek_plant_of(ek_take_smallest(&rest));
        if (plant->kind == EK_KIND_HYBRID)
            need[coal ? EK_COAL : EK_OIL] += plant->need;
        else if (plant->kind < EK_FUELS)
            need[plant->kind] += plant->need;
    }
    for (unsigned i = t->count - 1; i > 0; i--) {
        const unsigned fuel = ek_move_a(t->moves[i]);
        if (o->fuel[fuel] + ek_move_b(t->moves[i]) <= need[fuel])
            return t->moves[i];
    }
    return done();
}

/* The cheapest city, as long as plants can supply it or there is money to spare. */
static ek_move build_cheapest(const table *t, unsigned seat)
{
    const ek_owner *o = &t->state.owner[seat];
    ek_move best = done();
    int32_t least = o->money > 120 ? INT32_MAX : o->money - 10;
    if (o->house_count > ek_capacity(&t->state, seat) && o->money < 120)
        return best;
    for (unsigned i = 1; i < t->count; i++) {
        ek_route route;
        const ek_reason reason =
            ek_connection(&t->rules, &t->state, seat, ek_move_a(t->moves[i]), &route);
        assert_int_equal(reason, EK_REASON_OK);
        if (route.total < least) {
            least = route.total;
            best = t->moves[i];
        }
    }
    return best;
}

static ek_move decide(table *t)
{
    const unsigned seat = ek_to_move(&t->state);
    ek_move best = 0;
    list(t);
    switch (t->state.stage) {
    case EK_STAGE_NOMINATE:
        return nominate_best(t, &t->state.owner[seat]);
    case EK_STAGE_BID:
        return bid_or_pass(t, &t->state.owner[seat]);
    case EK_STAGE_SCRAP:
        return scrap_least(t);
    case EK_STAGE_BUY:
        return buy_needed(t, seat);
    case EK_STAGE_BUILD:
        return build_cheapest(t, seat);
    case EK_STAGE_POWER:
        ek_best_power(&t->rules, &t->state, seat, EK_HOUSES, &best);
        return best;
    default: /* setting up, returning fuel: somewhere in the middle */
        return t->moves[t->count / 2];
    }
}

/* --------------------------------------------------------------------------------- the games */

typedef struct golden_game {
    enum ek_edition edition;
    const char *board;
    unsigned players, options;
    bool drafted;
} golden_game;

/* Writes the whole game into s. */
static void play_story(const golden_game *g, story *s)
{
    static table t;
    const uint64_t seed = 100 * g->players + strlen(g->board);
    t.board = bd_find(g->board, g->edition);
    assert_non_null(t.board);
    const ek_config config = {
        .edition = (uint8_t)g->edition,
        .players = (uint8_t)g->players,
        .options = (uint8_t)g->options,
        .zone = g->drafted ? 0 : ek_random_zone(t.board->ek, g->edition, g->players, seed)};
    assert_int_equal(ek_rules_init(&t.rules, t.board->ek, &config), EK_REASON_OK);
    assert_int_equal(ek_start(&t.rules, &(ek_setup){.seed = seed}, &t.state, &t.events),
                     EK_REASON_OK);
    tell_table(s, t.board, &config, seed);
    tell_events(s, t.board, EK_NOBODY, &t.events);
    for (unsigned i = 0; ek_phase(&t.state) != EK_PHASE_ENDED; i++) {
        const unsigned seat = ek_to_move(&t.state);
        const ek_move move = decide(&t);
        assert_true(i < MOVES_OF_A_GAME);
        tell_move(s, t.board, &t.state, move);
        play(&t, seat, move);
        tell_events(s, t.board, seat, &t.events);
        if (ek_rules_wanted(&t.rules, &t.state))
            adopt_zone(&t);
    }
    tell(s, "hash %016llx\n", (unsigned long long)ek_hash(&t.state));
    assert_false(s->full);
}

static void path_of(const golden_game *g, char path[PATH_MAX_])
{
    const int length =
        snprintf(path, PATH_MAX_, "%s/golden/%s-%s-%u%s%s%s.txt", folder,
                 g->edition == EK_CLASSIC ? "classic" : "recharged", g->board, g->players,
                 g->options & EK_STARTING_CITIES ? "-starting-cities" : "",
                 g->options & EK_FIRST_GAME ? "-first-game" : "", g->drafted ? "-drafted" : "");
    assert_in_range(length, 1, PATH_MAX_ - 1);
}

/* ------------------------------------------------------------------------------- the compare */

static void write_file(const char *path, const story *s)
{
    FILE *file = fopen(path, "w");
    if (!file)
        fail_msg("%s: %s", path, strerror(errno));
    const size_t written = fwrite(s->text, 1, s->length, file);
    if (fclose(file) != 0 || written != s->length)
        fail_msg("%s could not be written", path);
}

static void read_file(const char *path, char text[STORY_MAX])
{
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s: %s (ELEKTRO_GOLDEN=write writes it)", path, strerror(errno));
    const size_t length = fread(text, 1, STORY_MAX - 1, file);
    text[length] = '\0';
    fclose(file);
}

/* Fails with the first line that differs. */
static void compare_lines(const char *path, const char *wanted, const char *got)
{
    for (unsigned line = 1; *wanted || *got; line++) {
        const size_t wanted_length = strcspn(wanted, "\n");
        const size_t got_length = strcspn(got, "\n");
        if (wanted_length != got_length || memcmp(wanted, got, got_length) != 0)
            fail_msg("%s:%u:\n  golden: %.*s\n  played: %.*s", path, line, (int)wanted_length,
                     wanted, (int)got_length, got);
        wanted += wanted_length + (wanted[wanted_length] == '\n');
        got += got_length + (got[got_length] == '\n');
    }
}

static void check_game(const golden_game *g)
{
    static char played[STORY_MAX];
    static char golden[STORY_MAX];
    story s = {.text = played, .size = sizeof played};
    const char *mode = getenv("ELEKTRO_GOLDEN");
    char path[PATH_MAX_];
    path_of(g, path);
    play_story(g, &s);
    if (mode && strcmp(mode, "write") == 0)
        write_file(path, &s);
    read_file(path, golden);
    compare_lines(path, golden, played);
}

static const char *const boards[] = {"germany", "usa",    "central-europe",
                                     "benelux", "france", "italy"};

static void check_boards(enum ek_edition edition)
{
    for (unsigned b = 0; b < sizeof boards / sizeof *boards; b++)
        for (unsigned players = 2; players <= EK_SEATS; players++)
            check_game(&(golden_game){edition, boards[b], players, 0, false});
}

static void test_classic_games_on_every_board(void **unused)
{
    (void)unused;
    check_boards(EK_CLASSIC);
}

static void test_recharged_games_on_every_board(void **unused)
{
    (void)unused;
    check_boards(EK_RECHARGED);
}

static void test_games_with_options(void **unused)
{
    (void)unused;
    const golden_game games[] = {
        {EK_RECHARGED, "germany", 2, EK_STARTING_CITIES, false},
        {EK_RECHARGED, "usa", 4, EK_STARTING_CITIES, false},
        {EK_RECHARGED, "france", 3, EK_STARTING_CITIES, true},
        {EK_CLASSIC, "germany", 4, EK_FIRST_GAME, false},
        {EK_CLASSIC, "italy", 5, 0, true},
        {EK_RECHARGED, "central-europe", 2, 0, true},
    };
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++)
        check_game(&games[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classic_games_on_every_board),
        cmocka_unit_test(test_recharged_games_on_every_board),
        cmocka_unit_test(test_games_with_options),
    };
    folder = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
