/* States as bytes: saved, loaded, damaged, or of other rules; and their hash. */
#include "games.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

/* The format as save.c gives it. */
enum { MAGIC_AT = 0, VERSION_AT = 4, RULES_AT = 8, STATE_AT = 16, SEAL_AT = 472, SAVED = 480 };

static random_game game;

/* A second implementation of the checksum: stored bytes must stay readable. */
static void seal(uint8_t bytes[SAVED])
{
    uint64_t hash = SEAL_AT;
    for (unsigned i = 0; i < SEAL_AT; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
        hash ^= hash >> 32;
    }
    hash ^= hash >> 29;
    memcpy(bytes + SEAL_AT, &hash, sizeof hash);
}

/* Loads bytes that must be refused; the state given must not be touched. */
static ek_reason refuse(const uint8_t *bytes, size_t size)
{
    ek_state untouched;
    ek_state state;
    memset(&untouched, 0x5a, sizeof untouched);
    state = untouched;
    const ek_reason reason = ek_load(&game.rules, bytes, size, &state);
    assert_int_not_equal(reason, EK_REASON_OK);
    assert_memory_equal(&state, &untouched, sizeof state);
    return reason;
}

/* Continues the game for some moves; false when it is over. */
static bool advance(unsigned moves)
{
    for (; moves > 0 && list_moves(&game); moves--) {
        ek_play(&game.rules, &game.state, choose_move(&game), NULL);
        assert_true(adopt_drafted_zone(&game));
    }
    return moves == 0;
}

/* A position in the middle of a game at the given table. */
static void open_middle(uint64_t number, uint8_t bytes[EK_SAVED_MAX])
{
    assert_true(start_game(&game, number, EK_CHANCE_SEED));
    advance(150);
    assert_int_equal(ek_save(&game.rules, &game.state, bytes), SAVED);
}

/* ------------------------------------------------------------------------------- round trip */

static void check_round_trip(void)
{
    uint8_t bytes[EK_SAVED_MAX];
    ek_state loaded;
    assert_int_equal(ek_save(&game.rules, &game.state, bytes), SAVED);
    assert_int_equal(ek_load(&game.rules, bytes, SAVED, &loaded), EK_REASON_OK);
    assert_memory_equal(&loaded, &game.state, sizeof loaded);
    assert_memory_equal(bytes + STATE_AT, &game.state, sizeof loaded);
    assert_true(ek_hash(&loaded) == ek_hash(&game.state));
}

static void test_states_come_back_as_they_were(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 2 * game_tables(); i++) {
        assert_true(start_game(&game, i, i & 1 ? EK_CHANCE_ASK : EK_CHANCE_SEED));
        do
            check_round_trip();
        while (advance(5));
        check_round_trip();
    }
}

/* Views are saved, too: a client stores its view. */
static void test_views_come_back_as_they_were(void **unused)
{
    (void)unused;
    uint8_t bytes[EK_SAVED_MAX];
    for (unsigned i = 0; i < game_tables(); i++) {
        ek_state seen;
        open_middle(i, bytes);
        ek_view(&game.rules, &game.state, i % game.rules.config.players, &seen);
        game.state = seen;
        check_round_trip();
    }
}

/* ---------------------------------------------------------------------------------- damaged */

static void test_every_flipped_bit_is_refused(void **unused)
{
    (void)unused;
    uint8_t bytes[EK_SAVED_MAX];
    for (unsigned i = 0; i < game_tables(); i += 7) {
        open_middle(i, bytes);
        for (unsigned bit = 0; bit < 8 * SAVED; bit++) {
            const bool version = bit >= 8 * VERSION_AT && bit < 8 * RULES_AT;
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            assert_int_equal(refuse(bytes, SAVED),
                             version ? EK_REASON_OTHER_VERSION : EK_REASON_BAD_BYTES);
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
}

static void test_every_changed_byte_is_refused(void **unused)
{
    (void)unused;
    uint8_t bytes[EK_SAVED_MAX];
    open_middle(1, bytes);
    for (unsigned at = 0; at < SAVED; at++)
        for (unsigned change = 1; change < 256; change++) {
            bytes[at] ^= (uint8_t)change;
            refuse(bytes, SAVED);
            bytes[at] ^= (uint8_t)change;
        }
}

static void test_bytes_of_another_length_are_refused(void **unused)
{
    (void)unused;
    uint8_t bytes[EK_SAVED_MAX] = {0};
    open_middle(2, bytes);
    for (unsigned size = 0; size <= EK_SAVED_MAX; size++)
        if (size != SAVED)
            assert_int_equal(refuse(bytes, size), EK_REASON_BAD_BYTES);
}

/* ------------------------------------------------------------------------- other versions, rules
 */

static void test_other_versions_are_refused(void **unused)
{
    (void)unused;
    uint8_t bytes[EK_SAVED_MAX];
    ek_state loaded;
    open_middle(3, bytes);
    seal(bytes);
    assert_int_equal(ek_load(&game.rules, bytes, SAVED, &loaded), EK_REASON_OK);
    for (unsigned at = VERSION_AT; at < RULES_AT; at++) {
        bytes[at]++;
        seal(bytes);
        assert_int_equal(refuse(bytes, SAVED), EK_REASON_OTHER_VERSION);
        bytes[at]--;
    }
    bytes[MAGIC_AT]++;
    seal(bytes);
    assert_int_equal(refuse(bytes, SAVED), EK_REASON_BAD_BYTES);
}

static int compare(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a;
    const uint64_t other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

enum { RULES_MAX = 10000 };

/* Adds the fingerprints of a board, an edition and a number of players, in every zone there is and
 * drafted, with every set of options. */
static unsigned add_fingerprints(uint64_t *list, unsigned count, const ek_board *board,
                                 unsigned edition, unsigned players)
{
    uint8_t zones[EK_ZONES_MAX + 1] = {0};
    const unsigned areas = ek_tables.thresholds[edition][players - 2].areas;
    const unsigned all = 1 + ek_zones(board, areas, zones + 1);
    for (unsigned z = 0; z < all; z++)
        for (unsigned options = 0; options < 8; options++) {
            ek_rules rules;
            const ek_config config = {(uint8_t)edition, (uint8_t)players, (uint8_t)options,
                                      zones[z]};
            if (ek_rules_init(&rules, board, &config) != EK_REASON_OK)
                continue;
            assert_true(count < RULES_MAX);
            list[count++] = rules.fingerprint;
        }
    return count;
}

static void test_fingerprints_tell_all_rules_apart(void **unused)
{
    (void)unused;
    static uint64_t list[RULES_MAX];
    unsigned count = 0;
    for (unsigned b = 0; b < bd_board_count; b++)
        for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
            for (unsigned players = 2; players <= EK_SEATS; players++)
                if (bd_boards[b].ek->editions >> edition & 1)
                    count = add_fingerprints(list, count, bd_boards[b].ek, edition, players);
    qsort(list, count, sizeof *list, compare);
    for (unsigned i = 1; i < count; i++)
        assert_true(list[i - 1] != list[i]);
    assert_true(count > 2000);
    print_message("# %u different rules\n", count);
}

static void test_fingerprints_of_equal_rules_are_equal(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < game_tables(); i++) {
        ek_rules again;
        assert_true(start_game(&game, i, EK_CHANCE_SEED));
        memset(&again, 0xa5, sizeof again);
        assert_int_equal(ek_rules_init(&again, game.board->ek, &game.rules.config), EK_REASON_OK);
        assert_true(again.fingerprint == game.rules.fingerprint);
    }
}

/* A board that differs in a single cost or region is another board. */
static void test_fingerprints_tell_boards_apart(void **unused)
{
    (void)unused;
    ek_board board = *bd_find("benelux", EK_CLASSIC)->ek;
    const ek_config config = {.edition = EK_CLASSIC, .players = 5, .zone = 0x1f};
    ek_rules rules;
    ek_rules other;
    assert_int_equal(ek_rules_init(&rules, &board, &config), EK_REASON_OK);
    board.link[3].cost++;
    assert_int_equal(ek_rules_init(&other, &board, &config), EK_REASON_OK);
    assert_true(rules.fingerprint != other.fingerprint);
    board.link[3].cost--;
    board.variant[EK_CLASSIC].start[EK_COAL]--;
    assert_int_equal(ek_rules_init(&other, &board, &config), EK_REASON_OK);
    assert_true(rules.fingerprint != other.fingerprint);
}

/* Saved at one table, loaded at each of the others. */
static void test_states_of_other_rules_are_refused(void **unused)
{
    (void)unused;
    uint8_t bytes[EK_SAVED_MAX];
    open_middle(1, bytes);
    const uint64_t own = game.rules.fingerprint;
    for (unsigned i = 0; i < game_tables(); i++) {
        assert_true(start_game(&game, i, EK_CHANCE_SEED));
        if (game.rules.fingerprint != own)
            assert_int_equal(refuse(bytes, SAVED), EK_REASON_OTHER_RULES);
    }
}

/* ------------------------------------------------------------------------------- broken laws */

/* One way to break each law, starting from the building phase of round 1 of four players. */
static void break_law(ek_law law, ek_state *s)
{
    switch (law) {
    case EK_LAW_FIELDS:
        s->spare[2] = 1;
        break;
    case EK_LAW_TOKENS:
        s->fuel[EK_COAL] = 25;
        break;
    case EK_LAW_PLANTS:
        s->removed |= s->market & -s->market;
        break;
    case EK_LAW_DECK:
        s->deck_socket = 40;
        break;
    case EK_LAW_MARKET:
        s->market_size = 8;
        s->removed |= s->market & -s->market;
        s->market &= s->market - 1;
        break;
    case EK_LAW_OWNERSHIP:
        for (unsigned i = 0; i < 3; i++) { /* as many as were removed unseen */
            const ek_plants plant = s->unseen & ~ek_tables.plug;
            s->owner[0].plants |= plant & -plant;
            s->unseen &= ~(plant & -plant);
        }
        break;
    case EK_LAW_HOLDINGS:
        s->owner[3].fuel[EK_URANIUM]++;
        s->fuel[EK_URANIUM]--;
        break;
    case EK_LAW_HOUSES:
        s->owner[1].house_count++;
        break;
    case EK_LAW_PLACES:
        s->places[2] = 1;
        break;
    case EK_LAW_MARKS:
        s->marks = 1;
        break;
    case EK_LAW_MONEY:
        s->owner[1].money = -1;
        break;
    case EK_LAW_ORDER:
        s->order[1] = s->order[0];
        break;
    case EK_LAW_AUCTION:
        s->in_auction = 3;
        break;
    case EK_LAW_TRUST:
        s->trust_acted = 1;
        break;
    case EK_LAW_STEP:
        s->step = 3;
        break;
    case EK_LAW_END:
        s->stage = EK_STAGE_ENDED;
        break;
    default:
        fail_msg("no way to break law %u", (unsigned)law);
    }
}

static void test_states_that_break_a_law_are_refused(void **unused)
{
    (void)unused;
    for (unsigned law = EK_LAW_NONE + 1; law < EK_LAWS; law++) {
        table *t = open_table(EK_RECHARGED, "germany", 4, 0);
        uint8_t bytes[EK_SAVED_MAX];
        skip_to(t, EK_PHASE_BUILDING);
        game.rules = t->rules;
        break_law((ek_law)law, &t->state);
        assert_int_equal(ek_check(&t->rules, &t->state), law);
        assert_int_equal(ek_save(&t->rules, &t->state, bytes), SAVED);
        assert_int_equal(refuse(bytes, SAVED), EK_REASON_BROKEN_LAW);
    }
}

/* ------------------------------------------------------------------------------------- hash */

static void test_every_bit_changes_the_hash(void **unused)
{
    (void)unused;
    uint8_t bytes[EK_SAVED_MAX];
    for (unsigned i = 0; i < game_tables(); i += 5) {
        open_middle(i, bytes);
        const uint64_t hash = ek_hash(&game.state);
        for (unsigned bit = 0; bit < 8 * sizeof(ek_state); bit++) {
            ek_state changed = game.state;
            ((uint8_t *)&changed)[bit / 8] ^= (uint8_t)(1u << bit % 8);
            assert_true(ek_hash(&changed) != hash);
        }
    }
}

enum { HASHES_MAX = 500000 };

/* Different states of real games have different hashes. */
static void test_states_of_many_games_have_different_hashes(void **unused)
{
    (void)unused;
    static uint64_t list[HASHES_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < game_tables() && count < HASHES_MAX; i++) {
        assert_true(start_game(&game, i, EK_CHANCE_SEED));
        do
            list[count++] = ek_hash(&game.state);
        while (count < HASHES_MAX && advance(1));
    }
    qsort(list, count, sizeof *list, compare);
    for (unsigned i = 1; i < count; i++)
        assert_true(list[i - 1] != list[i]);
    print_message("# %u states\n", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states_come_back_as_they_were),
        cmocka_unit_test(test_views_come_back_as_they_were),
        cmocka_unit_test(test_every_flipped_bit_is_refused),
        cmocka_unit_test(test_every_changed_byte_is_refused),
        cmocka_unit_test(test_bytes_of_another_length_are_refused),
        cmocka_unit_test(test_other_versions_are_refused),
        cmocka_unit_test(test_fingerprints_tell_all_rules_apart),
        cmocka_unit_test(test_fingerprints_of_equal_rules_are_equal),
        cmocka_unit_test(test_fingerprints_tell_boards_apart),
        cmocka_unit_test(test_states_of_other_rules_are_refused),
        cmocka_unit_test(test_states_that_break_a_law_are_refused),
        cmocka_unit_test(test_every_bit_changes_the_hash),
        cmocka_unit_test(test_states_of_many_games_have_different_hashes),
    };
    return cmocka_run_group_tests_name("bytes", tests, NULL, NULL);
}
