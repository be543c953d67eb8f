/*
 * The test vectors of the fair shuffle, docs/shuffle-vectors.json, for programs in other languages.
 *
 *     test_vectors FILE      compares the file with what the journal computes
 *     test_vectors --print   prints what the file should be
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "journal.h"

#define SEED_1 "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define SEED_2 "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0"
#define SALT_1 "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"
#define SALT_2 "00000000000000000000000000000000000000000000000000000000deadbeef"

static json_t *seal_json(const char *table, unsigned seat, const char *salt, const char *words)
{
    char seal[JN_SEED_TEXT];
    if (!jn_seal(table, seat, salt, words, seal))
        abort();
    return json_pack("{s:s, s:i, s:s, s:s, s:s}", "table", table, "seat", (int)seat, "salt", salt,
                     "words", words, "seal", seal);
}

static json_t *seals(void)
{
    json_t *list = json_array();
    json_array_append_new(list, seal_json("23456789abcd", 1, SALT_1, ""));
    json_array_append_new(list, seal_json("23456789abcd", 2, SALT_1, ""));
    json_array_append_new(list, seal_json("23456789abcd", 2, SALT_2, "  for luck # 7: \"x\" "));
    json_array_append_new(list, seal_json("zyxwvutsrqpn", 6, SALT_2, "Glück auf, Łódź! 電力"));
    return list;
}

static void add_numbers(json_t *object, jn_shuffle shuffle)
{
    static const uint32_t below[] = {1, 2, 3, 7, 34, 42, 1000, 3000000000};
    char bits[17], key[65];
    json_t *limits = json_array(), *numbers = json_array();
    for (unsigned i = 0; i < sizeof shuffle.key; i++)
        snprintf(key + 2 * i, 3, "%02x", shuffle.key[i]);
    snprintf(bits, sizeof bits, "%016llx", (unsigned long long)jn_shuffle_bits(&shuffle));
    for (unsigned i = 0; i < sizeof below / sizeof *below; i++) {
        json_array_append_new(limits, json_integer(below[i]));
        json_array_append_new(numbers, json_integer(jn_shuffle_below(&shuffle, below[i])));
    }
    json_object_set_new(object, "key", json_string(key));
    json_object_set_new(object, "bits", json_string(bits));
    json_object_set_new(object, "below", limits);
    json_object_set_new(object, "numbers", numbers);
}

static json_t *key_json(const jn_mix *mix)
{
    char commitment[JN_SEED_TEXT];
    jn_shuffle shuffle;
    json_t *words = json_array(), *salts = json_array();
    if (!jn_seed_commitment(mix->seed, commitment) || !jn_shuffle_init(&shuffle, mix))
        abort();
    for (unsigned i = 0; i < mix->players; i++) {
        json_array_append_new(words, json_string(mix->words[i]));
        if (mix->version == 2)
            json_array_append_new(salts, json_string(mix->salt[i]));
    }
    json_t *object = json_pack("{s:i, s:s, s:s, s:o}", "version", (int)mix->version, "seed",
                               mix->seed, "commitment", commitment, "words", words);
    if (mix->version == 2) {
        json_object_set_new(object, "table", json_string(mix->table));
        json_object_set_new(object, "attempt", json_integer(mix->attempt));
        json_object_set(object, "salts", salts);
    }
    json_decref(salts);
    add_numbers(object, shuffle);
    return object;
}

static json_t *keys(void)
{
    static const jn_mix mixes[] = {
        {.version = 1, .players = 2, .seed = SEED_1, .words = {"for luck", ""}},
        {.version = 2,
         .players = 2,
         .seed = SEED_1,
         .table = "23456789abcd",
         .attempt = 1,
         .salt = {SALT_1, SALT_2},
         .words = {"", "Glück auf"}},
        {.version = 2,
         .players = 4,
         .seed = SEED_2,
         .table = "zyxwvutsrqpn",
         .attempt = 12,
         .salt = {"", SALT_1, "", SALT_2},
         .words = {"open words", " ", "", "x"}},
    };
    json_t *list = json_array();
    for (unsigned i = 0; i < sizeof mixes / sizeof *mixes; i++)
        json_array_append_new(list, key_json(&mixes[i]));
    return list;
}

/* Zone, order and market from a number, as number 0 chooses the zone and number 1 deals. */
static json_t *setup_json(const bd_board *board, unsigned edition, unsigned players,
                          uint64_t number)
{
    jn_game game;
    const jn_setup setup = {.board = board->ek,
                            .config = {(uint8_t)edition, (uint8_t)players, 0,
                                       ek_random_zone(board->ek, edition, players, number)},
                            .chance = JN_CHANCE_SEED,
                            .seed = number};
    char text[17];
    json_t *zone = json_array(), *order = json_array(), *market = json_array();
    if (jn_start(&game, &setup, NULL) != EK_REASON_OK)
        abort();
    for (unsigned i = 0; i < board->ek->regions; i++)
        if (setup.config.zone >> i & 1)
            json_array_append_new(zone, json_string(board->region[i].id));
    for (unsigned i = 0; i < players; i++)
        json_array_append_new(order, json_integer(game.now.state.order[i] + 1));
    for (unsigned plant = 0; plant < 64; plant++)
        if (game.now.state.market >> plant & 1)
            json_array_append_new(market, json_integer(plant));
    jn_free(&game);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)number);
    return json_pack("{s:s, s:s, s:i, s:s, s:o, s:o, s:o}", "edition",
                     edition == EK_CLASSIC ? "classic" : "recharged", "board", board->base,
                     "players", (int)players, "number", text, "zone", zone, "order", order,
                     "market", market);
}

static json_t *setups(void)
{
    json_t *list = json_array();
    uint64_t number = UINT64_C(0x0123456789abcdef);
    for (unsigned b = 0; b < bd_board_count; b++)
        for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
            for (unsigned players = 2; players <= EK_SEATS; players++)
                if (bd_player_counts(bd_boards[b].ek, (enum ek_edition)edition) >> players & 1)
                    json_array_append_new(
                        list, setup_json(&bd_boards[b], edition, players, ek_random(&number)));
    return list;
}

/* One line for each vector. */
static void print(json_t *vectors)
{
    const char *name, *before = "{";
    json_t *list, *vector;
    size_t i;
    json_object_foreach(vectors, name, list)
    {
        printf("%s\n \"%s\": [", before, name);
        before = "],";
        json_array_foreach(list, i, vector)
        {
            printf("%s\n  ", i ? "," : "");
            json_dumpf(vector, stdout, 0);
        }
    }
    puts("]\n}");
}

int main(int argc, char **argv)
{
    json_error_t error;
    json_t *made =
        json_pack("{s:o, s:o, s:o}", "seals", seals(), "keys", keys(), "setups", setups());
    if (argc == 2 && strcmp(argv[1], "--print") == 0) {
        print(made);
        json_decref(made);
        return 0;
    }
    json_t *kept = argc == 2 ? json_load_file(argv[1], 0, &error) : NULL;
    const bool same = kept && json_equal(made, kept);
    puts(same ? "1..1\nok 1 - the test vectors are those of the journal"
              : "1..1\nnot ok 1 - the test vectors are those of the journal");
    json_decref(made);
    json_decref(kept);
    return same ? 0 : 1;
}
