/*
 * A server with a bug on purpose, which the environment names, so that the chaos test can show that
 * it finds it (planted.py). The linker puts these functions in the place of the server's own.
 *
 * - ELEKTRO_FAULT=claim: tables are changed without a claim, and writes do not look at versions
 * - ELEKTRO_FAULT=fence: requests are answered from memory. A node reads the news ten times a
 *   second, and not before it answers, nor when it is notified.
 * - ELEKTRO_FAULT=news: some of the news are lost, and never caught up
 * - ELEKTRO_FAULT=orphans: no node takes over the bots of another one
 *
 * Without the variable the server has no bug. Other verbs are those of the program itself.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core.h"
#include "serve.h"
#include "turn.h"

bool __real_sv_game_claim(sv_store *store, const char *code, int64_t *version, rec_error *error);
bool __real_sv_games_claim(sv_store *store, const char *const *codes, unsigned count,
                           sv_claim_each *each, void *data, rec_error *error);
bool __real_sv_game_save(sv_store *store, const sv_game_row *row, rec_error *error);
bool __real_sv_journal_add(sv_store *store, int64_t game, const sv_line *line, const char *client,
                           rec_error *error);
void __real_sv_core_hear(sv_core *core);
bool __real_sv_news_read(sv_store *store, const sv_news_place *from, sv_news_list *list,
                         sv_news_place *place, bool *all, rec_error *error);
bool __real_sv_games_drive(sv_store *store, int64_t now, int64_t until, unsigned rules,
                           sv_code_each *each, void *data, rec_error *error);

/* The linker compares no types: the compiler does it here. */
#define SAME_TYPE(name) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(name), __typeof__(__real_##name)), #name)
SAME_TYPE(sv_game_claim);
SAME_TYPE(sv_games_claim);
SAME_TYPE(sv_game_save);
SAME_TYPE(sv_journal_add);
SAME_TYPE(sv_core_hear);
SAME_TYPE(sv_news_read);
SAME_TYPE(sv_games_drive);

static bool has(const char *fault)
{
    const char *planted = getenv("ELEKTRO_FAULT");
    return planted && strcmp(planted, fault) == 0;
}

/* --------------------------------------------------------------------------------------- claim */

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static bool read_version(sv_store *store, const char *code, int64_t *version, rec_error *error)
{
    *version = 0;
    return sv_read(store, "SELECT version FROM games WHERE code = $1", SV_VALUES(sv_text(code)),
                   (sv_rows){"n", take_number, version}, error);
}

bool __wrap_sv_game_claim(sv_store *store, const char *code, int64_t *version, rec_error *error)
{
    return has("claim") ? read_version(store, code, version, error)
                        : __real_sv_game_claim(store, code, version, error);
}

bool __wrap_sv_games_claim(sv_store *store, const char *const *codes, unsigned count,
                           sv_claim_each *each, void *data, rec_error *error)
{
    if (!has("claim"))
        return __real_sv_games_claim(store, codes, count, each, data, error);
    for (unsigned i = 0; i < count; i++) {
        int64_t version;
        if (!read_version(store, codes[i], &version, error))
            return false;
        each(data, codes[i], version);
    }
    return true;
}

/* The row of another server is overwritten. */
bool __wrap_sv_game_save(sv_store *store, const sv_game_row *row, rec_error *error)
{
    if (has("claim") &&
        !sv_write(store, "UPDATE games SET version = $1 WHERE id = $2",
                  SV_VALUES(sv_number(row->version - 1), sv_number(row->id)), NULL, error))
        return false;
    return __real_sv_game_save(store, row, error);
}

bool __wrap_sv_journal_add(sv_store *store, int64_t game, const sv_line *line, const char *client,
                           rec_error *error)
{
    if (has("claim") && !sv_write(store, "DELETE FROM journal WHERE game = $1 AND seq = $2",
                                  SV_VALUES(sv_number(game), sv_number(line->seq)), NULL, error))
        return false;
    return __real_sv_journal_add(store, game, line, client, error);
}

/* --------------------------------------------------------------------------------------- fence */

void __wrap_sv_core_hear(sv_core *core)
{
    enum { OLD_MS = 100 };
    const bool notified = has("fence") && core->store.db->notified(core->store.db);
    (void)notified;
    if (!has("fence") || (!core->inbox.due && core->now - core->nodes.heard >= OLD_MS))
        __real_sv_core_hear(core);
}

/* ---------------------------------------------------------------------------------------- news */

bool __wrap_sv_news_read(sv_store *store, const sv_news_place *from, sv_news_list *list,
                         sv_news_place *place, bool *all, rec_error *error)
{
    enum { OF = 3 };
    const bool ok = __real_sv_news_read(store, from, list, place, all, error);
    for (unsigned i = 0; ok && has("news") && i < list->count; i++)
        if (randombytes_uniform(OF) == 0)
            list->item[i].kind = SV_NEWS_KINDS; /* known, but nothing follows from it */
    return ok;
}

/* ----------------------------------------------------------------------------------------- bots */

/* A driver has a table until some time. At time 0 it is never over, so that a node finds only the
 * tables that it drives itself. */
bool __wrap_sv_games_drive(sv_store *store, int64_t now, int64_t until, unsigned rules,
                           sv_code_each *each, void *data, rec_error *error)
{
    return __real_sv_games_drive(store, has("orphans") ? 0 : now, until, rules, each, data, error);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "serve") == 0)
        return sv_serve(argc - 1, argv + 1, "elektro with a bug");
    execv(ELEKTRO, argv);
    perror(ELEKTRO);
    return 2;
}
