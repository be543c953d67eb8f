/* Compiling the rules of a table: everything that depends only on board, edition, zone, number of
 * players and options is computed once, so that play only looks it up. */
#include "game.h"

/* ------------------------------------------------------------------------- connection costs */

static void direct_connections(ek_rules *rules)
{
    const ek_board *board = rules->board;
    for (unsigned a = 0; a < EK_CITIES; a++)
        for (unsigned b = 0; b < EK_CITIES; b++)
            rules->cost[a][b] = EK_UNREACHABLE;
    for (ek_cities rest = rules->zone_cities; rest;) {
        const unsigned city = ek_take_smallest(&rest);
        rules->cost[city][city] = 0;
    }
    for (unsigned i = 0; i < board->links; i++) {
        const ek_link link = board->link[i];
        if (!ek_has(rules->zone_cities, link.from) || !ek_has(rules->zone_cities, link.to))
            continue;
        rules->cost[link.from][link.to] = rules->cost[link.to][link.from] = link.cost;
        rules->neighbours[link.from] |= ek_bit(link.to);
        rules->neighbours[link.to] |= ek_bit(link.from);
    }
}

/* Stands for every cost that does not fit into its byte. */
enum { TOO_DEAR = EK_UNREACHABLE - 1 };

/* Makes the costs of a row cheaper where the way to the other row's city and on is. */
static void pass_through(uint8_t cost[EK_CITIES], const uint8_t via[EK_CITIES], uint8_t to_via)
{
    for (unsigned to = 0; to < EK_CITIES; to++) {
        const uint8_t room = (uint8_t)(TOO_DEAR - to_via);
        const uint8_t on = via[to] < room ? via[to] : room;
        const uint8_t sum = via[to] == EK_UNREACHABLE ? via[to] : (uint8_t)(to_via + on);
        cost[to] = sum < cost[to] ? sum : cost[to];
    }
}

/* Floyd and Warshall's all-pairs shortest paths inside the zone (6.2). */
static void cheapest_paths(ek_rules *rules)
{
    for (ek_cities vias = rules->zone_cities; vias;) {
        const uint8_t *via = rules->cost[ek_take_smallest(&vias)];
        for (ek_cities froms = rules->zone_cities; froms;) {
            const unsigned from = ek_take_smallest(&froms);
            if (via[from] != EK_UNREACHABLE)
                pass_through(rules->cost[from], via, via[from]);
        }
    }
}

/* The connections that cheapest paths are made of. */
static void find_cheapest_links(ek_rules *rules)
{
    const ek_board *board = rules->board;
    for (unsigned i = 0; i < board->links; i++) {
        const ek_link link = board->link[i];
        if (rules->cost[link.from][link.to] != link.cost)
            continue;
        rules->cheapest_links[link.from] |= ek_bit(link.to) & rules->zone_cities;
        rules->cheapest_links[link.to] |= ek_bit(link.from) & rules->zone_cities;
        if (link.cost == 0)
            rules->freely_linked |= ek_bit(link.from) | ek_bit(link.to);
    }
}

static bool is_too_wide(const ek_rules *rules)
{
    for (unsigned a = 0; a < rules->board->cities; a++)
        for (unsigned b = 0; b < a; b++)
            if (rules->cost[a][b] == TOO_DEAR)
                return true;
    return false;
}

/* --------------------------------------------------------------------------------- the table */

/* The price of the first n tokens of a full ladder. The last row is garbage 1 cheaper, but never
 * below 1 (10.6). */
static void sum_prices(ek_rules *rules)
{
    for (unsigned fuel = 0; fuel <= EK_FUELS; fuel++) {
        const unsigned ladder = fuel < EK_FUELS ? fuel : EK_GARBAGE;
        for (unsigned i = 0; i < ek_tables.tokens[ladder]; i++) {
            unsigned price = ek_tables.price[ladder][i];
            if (fuel == EK_FUELS && price > 1)
                price--;
            rules->price_sum[fuel][i + 1] = (uint16_t)(rules->price_sum[fuel][i] + price);
        }
    }
}

/* Ruling on 7.3: against the Trust the row that the tables name is used. */
static void choose_refill(ek_rules *rules)
{
    const unsigned players = rules->trust ? ek_tables.trust_refill_row : rules->config.players;
    for (unsigned step = 0; step < EK_STEPS; step++)
        for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
            rules->refill[step][fuel] = rules->variant->refill[players - 2][step][fuel];
}

static void map_regions(ek_rules *rules)
{
    const ek_board *board = rules->board;
    for (unsigned city = 0; city < board->cities; city++)
        rules->region_cities[board->region_of[city]] |= ek_bit(city);
    for (unsigned i = 0; i < board->links; i++) {
        const unsigned from = board->region_of[board->link[i].from];
        const unsigned to = board->region_of[board->link[i].to];
        rules->regions_touching[from] |= (uint8_t)(1u << to);
        rules->regions_touching[to] |= (uint8_t)(1u << from);
    }
    for (unsigned r = 0; r < board->regions; r++)
        if (rules->config.zone >> r & 1)
            rules->zone_cities |= rules->region_cities[r];
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash ^= word;
    return ek_random(&hash);
}

static uint64_t mix_deck(uint64_t hash, const ek_deck_rule *deck, unsigned row)
{
    hash = mix(hash, deck->out);
    hash = mix(hash, deck->opening);
    hash = mix(hash, deck->deal);
    return mix(hash, (uint64_t)deck->top << 16 | (uint64_t)deck->removed_plug[row] << 8 |
                         deck->removed_socket[row]);
}

/* Tells apart any two tables whose games could differ. */
static uint64_t fingerprint_of(const ek_rules *rules)
{
    const ek_board *board = rules->board;
    const ek_config *config = &rules->config;
    uint64_t hash = EK_RULES_VERSION;
    hash = mix(hash, (uint64_t)config->edition << 24 | (uint64_t)config->players << 16 |
                         (uint64_t)config->options << 8 | config->zone);
    for (unsigned city = 0; city < board->cities; city++)
        hash = mix(hash, board->region_of[city]);
    for (unsigned i = 0; i < board->links; i++)
        hash = mix(hash, (uint64_t)board->link[i].from << 16 | (uint64_t)board->link[i].to << 8 |
                             board->link[i].cost);
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        hash = mix(hash, (uint64_t)rules->variant->start[fuel] << 32 |
                             (uint64_t)rules->refill[0][fuel] << 16 |
                             (uint64_t)rules->refill[1][fuel] << 8 | rules->refill[2][fuel]);
    hash = mix(hash, rules->variant->nuclear_cities);
    hash = mix(hash, rules->variant->cheap_garbage_cities);
    hash = mix_deck(hash, &rules->variant->deck, config->players - 2u);
    hash = mix(hash, (uint64_t)rules->variant->coal_storage_price << 24 |
                         (uint64_t)rules->variant->last_uranium_plant << 16 |
                         (uint64_t)rules->variant->ecological_fifth << 8 |
                         rules->variant->smallest_leaves_too);
    return hash;
}

/* ------------------------------------------------------------------------------- refusals */

static ek_reason why_not_config(const ek_board *board, const ek_config *config)
{
    if (config->edition >= EK_EDITIONS || !(board->editions >> config->edition & 1))
        return EK_REASON_BAD_EDITION;
    if (config->players < 2 || config->players > EK_SEATS)
        return EK_REASON_BAD_PLAYERS;
    if (config->options & ~(EK_STARTING_CITIES | EK_FIRST_GAME | EK_OPEN_MONEY))
        return EK_REASON_BAD_OPTION;
    if (config->options & EK_STARTING_CITIES && config->edition != EK_RECHARGED)
        return EK_REASON_BAD_OPTION;
    if (config->options & EK_FIRST_GAME && config->edition != EK_CLASSIC)
        return EK_REASON_BAD_OPTION;
    return EK_REASON_OK;
}

/* Every house and mark of the setup needs a city of its own. */
static bool is_roomy(const ek_rules *rules, unsigned zone)
{
    unsigned cities = 0;
    unsigned needed = rules->config.players;
    for (unsigned city = 0; city < rules->board->cities; city++)
        cities += zone >> rules->board->region_of[city] & 1;
    if (rules->trust)
        for (unsigned i = 0; i < EK_TRUST_TURNS; i++)
            needed += ek_tables.trust_turns[i];
    return cities >= needed;
}

static ek_reason why_not_zone(const ek_rules *rules)
{
    const unsigned zone = rules->config.zone;
    uint8_t zones[EK_ZONES_MAX];
    if (zone) {
        if (zone >> rules->board->regions)
            return EK_REASON_NO_SUCH_REGION;
        if (ek_size(zone) != rules->limit.areas)
            return EK_REASON_BAD_ZONE_SIZE;
        if (!ek_zone_connected(rules->board, zone))
            return EK_REASON_ZONE_APART;
        return is_roomy(rules, zone) ? EK_REASON_OK : EK_REASON_ZONE_TOO_SMALL;
    }
    const unsigned count = ek_zones(rules->board, rules->limit.areas, zones);
    for (unsigned i = 0; i < count; i++)
        if (!is_roomy(rules, zones[i]))
            return EK_REASON_ZONE_TOO_SMALL;
    return count ? EK_REASON_OK : EK_REASON_NO_ZONE;
}

ek_reason ek_rules_init(ek_rules *rules, const ek_board *board, const ek_config *config)
{
    ek_reason reason = why_not_config(board, config);
    if (reason != EK_REASON_OK)
        return reason;
    *rules = (ek_rules){.board = board,
                        .variant = &board->variant[config->edition],
                        .config = *config,
                        .limit = ek_tables.thresholds[config->edition][config->players - 2],
                        .trust = config->edition == EK_RECHARGED && config->players == 2};
    reason = why_not_zone(rules);
    if (reason != EK_REASON_OK)
        return reason;
    map_regions(rules);
    direct_connections(rules);
    cheapest_paths(rules);
    if (is_too_wide(rules))
        return EK_REASON_BOARD_TOO_WIDE;
    find_cheapest_links(rules);
    sum_prices(rules);
    choose_refill(rules);
    rules->fingerprint = fingerprint_of(rules);
    return EK_REASON_OK;
}
