#include "records.h"

#include <stdlib.h>

bool sm_records_add(sm_records *records, sm_game *game)
{
    if (records->room - records->size < SM_RECORD_MAX) {
        const size_t room = 2 * records->room + SM_RECORD_MAX;
        uint8_t *more = realloc(records->bytes, room);
        if (!more)
            return false;
        records->bytes = more;
        records->room = room;
    }
    records->size += sm_write_game(game, records->bytes + records->size);
    records->games++;
    return true;
}
