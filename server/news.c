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

/* Those of tables and presence are read together, before; what is only told comes after. */
static bool act_on(sv_core *core, const sv_news_item *item, rec_error *error)
{
    switch (item->kind) {
    case SV_NEWS_CHAT:
        return sv_chat_has_lines(core, item->whom, number(item->more), error);
    case SV_NEWS_ADMISSION:
        return sv_admission_changed(core, item->whom, error);
    case SV_NEWS_USER:
        return sv_user_changed(core, number(item->whom), error);
    case SV_NEWS_TABLE:
    case SV_NEWS_PRESENCE:
    case SV_NEWS_PUSH:
    case SV_NEWS_LINE:
    case SV_NEWS_ANALYSIS:
    case SV_NEWS_KINDS: /* of a newer release */
        return true;
    }
    return true;
}

static void tell(sv_core *core, const sv_news_item *item)
{
    if (item->kind == SV_NEWS_PUSH)
        push(core, item);
    else if (item->kind == SV_NEWS_LINE)
        sv_chat_line_removed(core, item->whom, number(item->more));
    else if (item->kind == SV_NEWS_ANALYSIS)
        tell_analysis(core, item);
}

static int compare_codes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The codes of tables that news of a kind are about, each once: only of those in memory, and only
 * outdated ones. */
static unsigned find_codes(sv_core *core, const sv_news_list *list, enum sv_news_kind kind,
                           const char **codes)
{
    unsigned count = 0, kept = 0;
    for (unsigned i = 0; i < list->count; i++) {
        const sv_news_item *item = &list->item[i];
        const sv_table *table = item->kind == kind ? sv_table_find(core, item->whom) : NULL;
        if (table && (kind != SV_NEWS_TABLE || table->stale))
            codes[count++] = item->whom;
    }
    qsort(codes, count, sizeof *codes, compare_codes);
    for (unsigned i = 0; i < count; i++)
        if (i == 0 || strcmp(codes[i], codes[i - 1]) != 0)
            codes[kept++] = codes[i];
    return kept;
}

static bool read_tables(sv_core *core, const sv_news_list *list, rec_error *error)
{
    const char **codes = malloc((list->count + 1) * sizeof *codes);
    if (!codes)
        return sv_fail_memory(error);
    unsigned count = find_codes(core, list, SV_NEWS_TABLE, codes);
    bool ok = sv_tables_read_again(core, codes, count, error);
    if (ok) {
        count = find_codes(core, list, SV_NEWS_PRESENCE, codes);
        ok = sv_presence_changed(core, codes, count, error);
    }
    free(codes);
    return ok;
}

/* Tables first: the other news refer to their newest version. What is only told comes last: if
 * anything fails, all news are read again, and nothing must be told twice. */
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
    for (unsigned i = 0; i < list->count; i++)
        tell(core, &list->item[i]);
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
    sv_news_place_free(&core->nodes.news);
    return sv_news_read(&core->store, &end, &none, &core->nodes.news, &all, error);
}

void sv_news_end(sv_core *core)
{
    sv_news_place_free(&core->nodes.news);
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
        sv_news_place_free(before);
        *before = now;
    } else {
        sv_news_place_free(&now);
    }
    sv_news_free(&list);
    return ok;
}
