/* The colours of the seats, which clients number from 1. A player keeps a colour from sitting down:
 * the one they prefer, if no other player has it. A bot or an empty seat has the colour with the
 * number of its seat if that is free, else any other. Without preferences the colours are 1, 2, 3
 * and so on, as clients that know of no preferences expect. */
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

void sv_colour_keep(sv_table *table, unsigned seat)
{
    uint8_t colour[EK_SEATS];
    sv_colours(table, colour);
    table->seat[seat].colour = colour[seat];
}

bool sv_colour_take(sv_table *table, unsigned seat, unsigned preferred)
{
    uint8_t colour[EK_SEATS];
    bool is_free = preferred >= 1 && preferred <= EK_SEATS;
    sv_colours(table, colour);
    for (unsigned i = 0; i < table->setting.players; i++)
        if (i != seat && table->seat[i].kind == SV_SEAT_PERSON && colour[i] == preferred)
            is_free = false;
    if (is_free)
        table->seat[seat].colour = (uint8_t)preferred;
    return is_free;
}
