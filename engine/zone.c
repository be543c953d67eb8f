/* The zone: which regions are in play (rules.md 2.1). Regions are sets of bits. */
#include "game.h"

static ek_cities cities_of(const ek_board *board, unsigned zone)
{
    ek_cities cities = 0;
    for (unsigned city = 0; city < board->cities; city++)
        if (zone >> board->region_of[city] & 1)
            cities |= ek_bit(city);
    return cities;
}

/* Finds the cities directly connected to each. */
static void find_neighbours(const ek_board *board, ek_cities neighbours[EK_CITIES])
{
    for (unsigned city = 0; city < EK_CITIES; city++)
        neighbours[city] = 0;
    for (unsigned i = 0; i < board->links; i++) {
        neighbours[board->link[i].from] |= ek_bit(board->link[i].to);
        neighbours[board->link[i].to] |= ek_bit(board->link[i].from);
    }
}

/* Ruling on 2.1: an area is connected when each of its cities can be reached from every other
 * inside it. That the regions touch is not enough: in Italy's north-west, north-east and centre
 * one city would be cut off, and a game that needs them all could never end. */
bool ek_zone_connected(const ek_board *board, unsigned zone)
{
    if (zone == 0 || zone >> board->regions)
        return false;
    ek_cities neighbours[EK_CITIES];
    ek_cities apart = cities_of(board, zone);
    ek_cities waiting = apart & -apart;
    find_neighbours(board, neighbours);
    while (waiting) {
        apart &= ~waiting;
        waiting |= neighbours[ek_take_smallest(&waiting)] & apart;
    }
    return apart == 0;
}

unsigned ek_zones(const ek_board *board, unsigned regions, uint8_t zones[EK_ZONES_MAX])
{
    unsigned count = 0;
    for (unsigned zone = 1; zone < 1u << board->regions; zone++)
        if (ek_size(zone) == regions && ek_zone_connected(board, zone))
            zones[count++] = (uint8_t)zone;
    return count;
}

bool ek_can_become_zone(const ek_rules *rules, unsigned regions)
{
    uint8_t zones[EK_ZONES_MAX];
    const unsigned count = ek_zones(rules->board, rules->limit.areas, zones);
    for (unsigned i = 0; i < count; i++)
        if ((zones[i] & regions) == regions)
            return true;
    return false;
}

/* Ruling on 2.1: every connected zone is equally likely, and the home regions of the board (on
 * France that of Paris) are always part of a random zone. */
unsigned ek_random_zones(const ek_board *board, unsigned edition, unsigned players,
                         uint8_t zones[EK_ZONES_MAX])
{
    if (edition >= EK_EDITIONS || players < 2 || players > EK_SEATS)
        return 0;
    const unsigned home = board->variant[edition].home_regions;
    const unsigned areas = ek_tables.thresholds[edition][players - 2].areas;
    const unsigned count = ek_zones(board, areas, zones);
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++)
        if ((zones[i] & home) == home)
            zones[kept++] = zones[i];
    return kept;
}

uint8_t ek_random_zone(const ek_board *board, unsigned edition, unsigned players, uint64_t seed)
{
    uint8_t zones[EK_ZONES_MAX];
    const unsigned count = ek_random_zones(board, edition, players, zones);
    return count ? zones[ek_random_below(&seed, count)] : 0;
}
