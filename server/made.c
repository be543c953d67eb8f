#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "log.h"

static sv_made_name *find(sv_core *core, const char *code, const char *client)
{
    sv_made *made = &core->tables.made;
    for (unsigned i = 0; made->turn == core->turn && i < made->count; i++)
        if (strcmp(made->list[i].client, client) == 0 && strcmp(made->list[i].code, code) == 0)
            return &made->list[i];
    return NULL;
}

static bool is_decision(int number)
{
    return number == SV_REQUEST_MOVE || number == SV_REQUEST_TURN || number == SV_REQUEST_UNDO;
}

static void add(void *data, int number, const json_t *request)
{
    sv_core *core = data;
    sv_made *made = &core->tables.made;
    const char *code = json_string_value(json_object_get(request, "table"));
    const char *client = json_string_value(json_object_get(request, "client"));
    if (!is_decision(number) || !code || !client || !client[0] || made->count == SV_MADE_MAX ||
        strlen(client) >= SV_CLIENT_NAME_MAX || !sv_is_claimed(core, code) ||
        find(core, code, client))
        return;
    sv_made_name *name = &made->list[made->count++];
    *name = (sv_made_name){.seq = {0}};
    snprintf(name->code, sizeof name->code, "%s", code);
    snprintf(name->client, sizeof name->client, "%s", client);
}

static void take(void *data, const char *code, const char *client, unsigned seat, uint32_t seq)
{
    sv_core *core = data;
    sv_made_name *name = find(core, code, client);
    if (name && seat < EK_SEATS)
        name->seq[seat] = seq;
}

/* The names from a number on, as JSON. */
static char *names_text(const sv_made *made, unsigned from)
{
    json_t *list = json_array();
    for (unsigned i = from; i < made->count; i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "code", made->list[i].code, "client",
                                              made->list[i].client));
    char *text = json_dumps(list, JSON_COMPACT);
    json_decref(list);
    return text;
}

/* If the query fails, sv_made_find asks for each name by itself. */
void sv_made_look_up(sv_core *core)
{
    rec_error error;
    sv_made *made = &core->tables.made;
    if (!core->store.node)
        return;
    if (made->turn != core->turn)
        made->count = 0;
    made->turn = core->turn;
    const unsigned before = made->count;
    sv_inbox_each(core, add, core);
    if (made->count == before)
        return;
    char *text = names_text(made, before);
    if (!text || !sv_journal_find_all(&core->store, text, take, core, &error)) {
        made->count = before;
        sv_log("error", "the names of moves could not be looked up", NULL);
    }
    free(text);
}

bool sv_made_find(sv_core *core, const sv_table *table, unsigned seat, const char *client,
                  uint32_t *seq, rec_error *error)
{
    const sv_made_name *name = find(core, table->code, client);
    if (!name)
        return sv_journal_find(&core->store, table->id, seat, client, seq, error);
    *seq = name->seq[seat];
    return true;
}

void sv_made_forget(sv_core *core, const sv_table *table, const char *client)
{
    sv_made_name *name = find(core, table->code, client);
    if (name)
        name->code[0] = '\0';
}
