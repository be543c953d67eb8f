/* The zone: which regions are in play (rules.md 2.1). Regions are sets of bits. */
#include "game.h"

/* The regions that touch region: joined to it by a connection. */
static unsigned touching(const ek_board *board, unsigned region)
{
    unsigned set = 0;
    for (unsigned i = 0; i < board->links; i++) {
        const unsigned from = board->region_of[board->link[i].from];
        const unsigned to = board->region_of[board->link[i].to];
        if (from == region)
            set |= 1u << to;
        if (to == region)
            set |= 1u << from;
    }
    return set & ~(1u << region);
}

bool ek_zone_connected(const ek_board *board, unsigned zone)
{
    if (zone == 0 || zone >> board->regions)
        return false;
    unsigned reached = zone & -zone;
    for (unsigned grown = reached; grown; reached |= grown) {
        unsigned next = 0;
        for (unsigned r = 0; r < board->regions; r++)
            if (grown >> r & 1)
                next |= touching(board, r);
        grown = next & zone & ~reached;
    }
    return reached == zone;
}

unsigned ek_zones(const ek_board *board, unsigned regions, uint8_t zones[EK_ZONES_MAX])
{
    unsigned count = 0;
    for (unsigned zone = 1; zone < 1u << board->regions; zone++)
        if (ek_size(zone) == regions && ek_zone_connected(board, zone))
            zones[count++] = (uint8_t)zone;
    return count;
}

/* Ruling on 2.1: every connected zone is equally likely, and the home regions of the board (on
 * France that of Paris) are always part of a random zone. */
uint8_t ek_random_zone(const ek_board *board, unsigned edition, unsigned players, uint64_t seed)
{
    uint8_t zones[EK_ZONES_MAX];
    const unsigned home = board->variant[edition].home_regions;
    const unsigned areas = ek_tables.thresholds[edition][players - 2].areas;
    const unsigned count = ek_zones(board, areas, zones);
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++)
        if ((zones[i] & home) == home)
            zones[kept++] = zones[i];
    return kept ? zones[ek_random_below(&seed, kept)] : 0;
}
