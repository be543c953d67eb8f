#include "news.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "again.h"
#include "chat.h"
#include "core.h"
#include "errors.h"
#include "presence.h"
#include "sessions.h"
#include "spectators.h"

/* --------------------------------------------------------------------------------- what they say
 */

static int64_t number(const char *text)
{
    return text ? strtoll(text, NULL, 10) : 0;
}

static void push(sv_core *core, const sv_news_item *item)
{
    json_t *object = json_loads(item->more ? item->more : "", 0, NULL);
    if (object)
        sv_push_here(core, number(item->whom), object);
}

static void tell_analysis(sv_core *core, const sv_news_item *item)
{
    json_t *object = json_loads(item->more ? item->more : "", 0, NULL);
    if (object)
        sv_analysis_tell(core, item->whom, object);
    json_decref(object);
}

static bool act_on(sv_core *core, const sv_news_item *item, rec_error *error)
{
    switch (item->kind) {
    case SV_NEWS_TABLE: /* they are read together */
        return true;
    case SV_NEWS_PRESENCE:
        return sv_presence_changed(core, item->whom, error);
    case SV_NEWS_CHAT:
        return sv_chat_has_lines(core, item->whom, number(item->more), error);
    case SV_NEWS_ADMISSION:
        return sv_admission_changed(core, item->whom, error);
    case SV_NEWS_USER:
        return sv_user_changed(core, number(item->whom), error);
    case SV_NEWS_PUSH:
        push(core, item);
        return true;
    case SV_NEWS_ANALYSIS:
        tell_analysis(core, item);
        return true;
    case SV_NEWS_KINDS: /* of a newer release */
        return true;
    }
    return true;
}

/* The codes of tables that have changed, each once: the last news of a table are all that counts.
 */
static unsigned find_tables(const sv_news_list *list, const char **codes)
{
    unsigned count = 0;
    for (unsigned i = 0; i < list->count; i++) {
        const sv_news_item *item = &list->item[i];
        unsigned k = 0;
        while (k < count && strcmp(codes[k], item->whom) != 0)
            k++;
        if (item->kind == SV_NEWS_TABLE && k == count)
            codes[count++] = item->whom;
    }
    return count;
}

static bool read_tables(sv_core *core, const sv_news_list *list, rec_error *error)
{
    const char **codes = malloc((list->count + 1) * sizeof *codes);
    const bool ok = codes ? sv_tables_read_again(core, codes, find_tables(list, codes), error)
                          : sv_fail_memory(error);
    free(codes);
    return ok;
}

/* Tables first: the other news refer to their newest version. */
static bool act_on_all(sv_core *core, const sv_news_list *list, rec_error *error)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->item[i].kind == SV_NEWS_TABLE)
            sv_table_note_version(core, list->item[i].whom, number(list->item[i].more));
    if (!read_tables(core, list, error))
        return false;
    for (unsigned i = 0; i < list->count; i++)
        if (!act_on(core, &list->item[i], error))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------- reading */

/* Neither number ever falls, but in a backup, or in another database. */
static bool is_replaced(const sv_news_place *before, const sv_news_place *now)
{
    return now->next < before->next || now->generation < before->generation ||
           now->incarnation != before->incarnation;
}

/* Some news may have been deleted by now. */
static bool is_late(const sv_news_place *before, const sv_news_place *now)
{
    return now->at - before->at > SV_NEWS_AWAY_MS;
}

bool sv_news_begin(sv_core *core, rec_error *error)
{
    bool all;
    char nothing[] = "{}";
    sv_news_list none = {.count = 0};
    const sv_news_place end = {.next = INT64_MAX, .open = nothing};
    sv_news_leave(&core->nodes.news);
    return sv_news_read(&core->store, &end, &none, &core->nodes.news, &all, error);
}

void sv_news_end(sv_core *core)
{
    sv_news_leave(&core->nodes.news);
}

bool sv_news_follow(sv_core *core, bool *outdated, rec_error *error)
{
    bool all = true;
    sv_news_list list = {.count = 0};
    sv_news_place *before = &core->nodes.news, now;
    bool ok = sv_news_read(&core->store, before, &list, &now, &all, error);
    *outdated = ok && (!all || is_replaced(before, &now) || is_late(before, &now));
    if (ok && !*outdated)
        ok = act_on_all(core, &list, error);
    if (ok && !*outdated) {
        sv_news_leave(before);
        *before = now;
    } else {
        sv_news_leave(&now);
    }
    sv_news_free(&list);
    return ok;
}
