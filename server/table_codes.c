#include "table_codes.h"

#include <stdio.h>
#include <stdlib.h>

#include "errors.h"

enum { GAMES_MAX = 1000 }; /* of a user that are open or running, and as many that ended */

void sv_codes_add(void *data, const sv_game_row *row)
{
    sv_codes_note(data, row->code);
}

void sv_codes_note(void *data, const char *code)
{
    sv_codes *list = data;
    if (list->count == list->room) {
        const unsigned room = list->room * 2 + 16;
        void *grown = list->cut ? NULL : realloc(list->code, room * sizeof *list->code);
        if (!grown) {
            list->cut = true;
            return;
        }
        list->code = grown;
        list->room = room;
    }
    snprintf(list->code[list->count++], SV_CODE_MAX, "%s", code);
}

bool sv_codes_of(sv_store *store, int64_t user, bool ended, sv_codes *list, rec_error *error)
{
    return sv_games_of(store, user, false, INT64_MAX, GAMES_MAX, sv_codes_add, list, error) &&
           (!ended ||
            sv_games_of(store, user, true, INT64_MAX, GAMES_MAX, sv_codes_add, list, error)) &&
           (!list->cut || sv_fail_memory(error));
}
