#include "plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match_table.h"
#include "seeds.h"
#include "words_text.h"

/* --------------------------------------------------------------------------------------- tables */

/* One item of the list, divided: the words of board, edition and players. */
typedef struct item {
    char part[3][BD_ID_MAX + 1];
} item;

static bool is_any(const char *word)
{
    return !*word || strcmp(word, "any") == 0;
}

static bool divide(const char *text, size_t length, item *it)
{
    unsigned parts = 0;
    *it = (item){.part = {""}};
    if (length == strlen("everywhere") && memcmp(text, "everywhere", length) == 0)
        return true;
    for (size_t at = 0; at <= length; at++, parts++) {
        const size_t size = strcspn(text + at, "/,");
        if (parts == 3 || size > BD_ID_MAX)
            return false;
        memcpy(it->part[parts], text + at, size);
        at += size;
    }
    return length > 0;
}

static uint8_t options_at(const bd_board *board, unsigned edition, unsigned players)
{
    uint8_t options = 0;
    for (unsigned i = 0; i < EK_OPTIONS; i++) {
        ek_rules rules;
        const ek_config config = {.edition = (uint8_t)edition,
                                  .players = (uint8_t)players,
                                  .options = (uint8_t)(1u << i)};
        if (ek_rules_init(&rules, board->ek, &config) == EK_REASON_OK)
            options |= config.options;
    }
    return options;
}

static sm_table describe_table(const bd_board *board, unsigned edition, unsigned players)
{
    sm_table table = {.board = board,
                      .edition = (uint8_t)edition,
                      .players = (uint8_t)players,
                      .options = options_at(board, edition, players)};
    table.zones = (uint8_t)ek_random_zones(board->ek, edition, players, table.zone);
    return table;
}

static bool is_meant(const sm_plan *plan, const item *it, const bd_board *board, unsigned edition,
                     unsigned players)
{
    char *end;
    return (is_any(it->part[0]) || sm_boards_find(plan->boards, it->part[0], edition) == board) &&
           (is_any(it->part[1]) || rec_edition_named(it->part[1]) == (int)edition) &&
           (is_any(it->part[2]) || (strtoul(it->part[2], &end, 10) == players && *end == '\0'));
}

/* Adds all tables that an item means; false if there are too many. */
static bool add_tables(sm_plan *plan, const item *it)
{
    for (unsigned i = 0; i < plan->boards->count; i++)
        for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
            for (unsigned players = 2; players <= EK_SEATS; players++) {
                const bd_board *board = plan->boards->board[i];
                if (!(bd_player_counts(board->ek, (enum ek_edition)edition) >> players & 1) ||
                    !is_meant(plan, it, board, edition, players))
                    continue;
                if (plan->tables == SM_TABLES_MAX)
                    return false;
                plan->table[plan->tables++] = describe_table(board, edition, players);
            }
    return true;
}

/* A header that named only the beginning of a list could not tell one run from another. */
static bool has_room(const char *list, const char *of, rec_error *error)
{
    return strlen(list) <= SM_LIST_MAX ||
           rec_fail(error, "too-long", "The list of %s is longer than %d bytes.", of, SM_LIST_MAX);
}

bool sm_read_tables(sm_plan *plan, rec_error *error)
{
    plan->tables = 0;
    if (!has_room(plan->table_list, "tables", error))
        return false;
    for (const char *at = plan->table_list;; at++) {
        const size_t length = strcspn(at, ",");
        const unsigned before = plan->tables;
        item it;
        if (!divide(at, length, &it) || (add_tables(plan, &it) && plan->tables == before))
            return rec_fail(error, "bad-tables",
                            "There is no table '%.*s'; write BOARD/EDITION/PLAYERS, such as "
                            "germany/recharged/4 or usa/any/5, or everywhere.",
                            (int)(length < 60 ? length : 60), at);
        if (plan->tables == SM_TABLES_MAX)
            return rec_fail(error, "bad-tables", "There can be at most %d tables.",
                            SM_TABLES_MAX - 1);
        at += length;
        if (!*at)
            return true;
    }
}

/* ----------------------------------------------------------------------------------------- bots */

bool sm_read_bots(sm_plan *plan, rec_error *error)
{
    if (!has_room(plan->bot_list, "bots", error) ||
        !ar_read_bots(plan->bot_list, plan->bot, &plan->bots, error))
        return false;
    for (unsigned i = 0; i < plan->bots; i++) {
        const ar_entrant *e = &plan->bot[i];
        if (e->is_program)
            return rec_fail(error, "bad-bots", "'%.60s': programs cannot make samples.", e->name);
        if (e->bot.milliseconds)
            return rec_fail(error, "bad-bots",
                            "'%.60s' thinks by the clock, so that its games could not be "
                            "repeated; give it a number of playouts, such as %s@400.",
                            e->name, bot_level_words[e->bot.level]);
    }
    return true;
}

bool sm_is_slow(const sm_plan *plan)
{
    for (unsigned i = 0; i < plan->bots; i++)
        if (plan->bot[i].bot.level >= BOT_HARD)
            return true;
    return false;
}

/* ---------------------------------------------------------------------------------------- games */

/* Tells boards of the same name apart. */
static uint64_t fingerprint_of(const sm_plan *plan, const bd_board *board)
{
    for (unsigned i = 0; i < plan->tables; i++) {
        const sm_table *table = &plan->table[i];
        const ek_config config = {.edition = table->edition, .players = table->players};
        ek_rules rules;
        if (table->board == board && ek_rules_init(&rules, board->ek, &config) == EK_REASON_OK)
            return rules.fingerprint;
    }
    return 0;
}

enum {
    NUMBERS_MAX = 256,                                             /* bytes of all numbers */
    BOARD_MAX = sizeof "board  0123456789abcdef\n" - 1 + BD_ID_MAX /* bytes of one board */
};
_Static_assert(NUMBERS_MAX + 2 * SM_LIST_MAX + SM_BOARDS_MAX * BOARD_MAX < SM_MADE_MAX,
               "the header has room for every plan");

void sm_describe(const sm_plan *plan, char made[SM_MADE_MAX])
{
    int length = snprintf(made, SM_MADE_MAX,
                          "rules %d\nplay %016" PRIx64 "\nweights %08" PRIx32 "\nseed %" PRIu64
                          "\ntables %s\nbots %s\nexplore %u\nvary %u\noptions %u\nchances %u\n",
                          EK_RULES_VERSION, ar_bots_hash(), plan->judge.weights->checksum,
                          plan->seed, plan->table_list, plan->bot_list, plan->explore, plan->vary,
                          plan->options, plan->chances);
    for (unsigned i = bd_board_count; i < plan->boards->count; i++)
        length +=
            snprintf(made + length, (size_t)(SM_MADE_MAX - length), "board %s %016" PRIx64 "\n",
                     plan->boards->board[i]->id, fingerprint_of(plan, plan->boards->board[i]));
}

static bool happens(uint64_t *random, unsigned percent)
{
    return ek_random_below(random, 100) < percent;
}

static bot_game_seat choose_bot(const sm_plan *plan, uint64_t *random)
{
    const ar_entrant *e = &plan->bot[ek_random_below(random, plan->bots)];
    bot_game_seat seat = {.nodes = e->bot.nodes,
                          .explore = plan->explore * (uint32_t)BOT_SHARE_ONE / 100,
                          .level = e->bot.level,
                          .style = e->bot.style};
    if (happens(random, plan->vary))
        seat.vary = (uint16_t)(1 + ek_random_below(random, SM_VARY_MAX));
    return seat;
}

void sm_deal_game(const sm_plan *plan, uint64_t number, sm_deal *deal)
{
    uint64_t random = plan->seed ^ (number + 1) * UINT64_C(0xd1342543de82ef95);
    random = ek_random(&random); /* neighbouring numbers must not share their dice */
    const unsigned number_of_table = ek_random_below(&random, plan->tables);
    const sm_table *table = &plan->table[number_of_table];
    *deal = (sm_deal){.board = table->board,
                      .table = number_of_table,
                      .config = {.edition = table->edition, .players = table->players}};
    for (unsigned i = 0; i < EK_OPTIONS; i++)
        if (table->options >> i & 1 && happens(&random, plan->options))
            deal->config.options |= (uint8_t)(1u << i);
    deal->config.zone = table->zone[ek_random_below(&random, table->zones)];
    deal->setup.seed = ek_random(&random);
    for (unsigned seat = 0; seat < table->players; seat++)
        deal->setup.seat[seat] = choose_bot(plan, &random);
}
