/* The colours of the seats, which clients number from 1. A player keeps a colour from sitting down:
 * the one they wish for, if no other player has it. Bots and empty seats have any others, that of
 * their seat if it is free, as all seats have in clients that do not know of wishes. */
#include <string.h>

#include "table.h"

static bool is_used(const uint8_t *colours, unsigned colour)
{
    for (unsigned i = 0; i < EK_SEATS; i++)
        if (colours[i] == colour)
            return true;
    return false;
}

void sv_colours(const sv_table *table, uint8_t colour[EK_SEATS])
{
    const unsigned players = table->setting.players;
    memset(colour, 0, EK_SEATS);
    for (unsigned i = 0; i < players; i++)
        if (table->seat[i].colour <= EK_SEATS && !is_used(colour, table->seat[i].colour))
            colour[i] = table->seat[i].colour;
    for (unsigned i = 0; i < players; i++)
        if (!colour[i] && !is_used(colour, i + 1))
            colour[i] = (uint8_t)(i + 1);
    for (unsigned i = 0; i < players; i++)
        for (unsigned next = 1; !colour[i]; next++)
            if (!is_used(colour, next))
                colour[i] = (uint8_t)next;
}

bool sv_colour_take(sv_table *table, unsigned seat, unsigned wish)
{
    uint8_t colour[EK_SEATS];
    bool is_free = wish >= 1 && wish <= EK_SEATS;
    sv_colours(table, colour);
    for (unsigned i = 0; i < table->setting.players; i++)
        if (i != seat && table->seat[i].kind == SV_SEAT_PERSON && colour[i] == wish)
            is_free = false;
    table->seat[seat].colour = is_free ? (uint8_t)wish : colour[seat];
    return is_free;
}
