/* Analyses of games in the store. */
#include <sodium.h>
#include <string.h>

#include "errors.h"
#include "store.h"

enum { DIGEST_BYTES = 16 };

/* Tells a content that was altered or cut off on the disk. */
static void digest_of(const char *content, char digest[SV_HEX_MAX])
{
    uint8_t hash[DIGEST_BYTES];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)content, strlen(content), NULL, 0);
    sodium_bin2hex(digest, SV_HEX_MAX, hash, sizeof hash);
}

bool sv_analysis_save(sv_store *store, const sv_analysis_row *row, rec_error *error)
{
    char digest[SV_HEX_MAX];
    digest_of(row->content, digest);
    return sv_write(store,
                    "INSERT INTO analyses (game, sum, maker, made, used, digest, content) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game) DO UPDATE SET "
                    "sum = excluded.sum, maker = excluded.maker, made = excluded.made, "
                    "used = excluded.used, digest = excluded.digest, content = excluded.content",
                    SV_VALUES(sv_number(row->game), sv_number(row->sum), sv_text(row->maker),
                              sv_number(row->made), sv_number(row->used), sv_text(digest),
                              sv_text(row->content)),
                    NULL, error);
}

typedef struct finding {
    sv_analysis_each *each;
    void *data;
    int64_t game;
    bool *damaged;
} finding;

static void take_analysis(void *data, const sv_value *column)
{
    const finding *f = data;
    const sv_analysis_row row = {.game = f->game,
                                 .sum = column[0].number,
                                 .maker = column[1].text,
                                 .made = column[2].number,
                                 .used = column[3].number,
                                 .content = column[5].text};
    char digest[SV_HEX_MAX];
    digest_of(row.content, digest);
    *f->damaged = strcmp(digest, column[4].text) != 0;
    if (!*f->damaged)
        f->each(f->data, &row);
}

bool sv_analysis_find(sv_store *store, int64_t game, sv_analysis_each *each, void *data,
                      bool *damaged, rec_error *error)
{
    finding f = {each, data, game, damaged};
    *damaged = false;
    return sv_read(store,
                   "SELECT sum, maker, made, used, digest, content FROM analyses WHERE game = $1",
                   SV_VALUES(sv_number(game)), (sv_rows){"ntnntt", take_analysis, &f}, error);
}

bool sv_analysis_use(sv_store *store, int64_t game, int64_t now, rec_error *error)
{
    return sv_write(store, "UPDATE analyses SET used = $1 WHERE game = $2",
                    SV_VALUES(sv_number(now), sv_number(game)), NULL, error);
}

bool sv_analysis_drop(sv_store *store, int64_t game, rec_error *error)
{
    return sv_write(store, "DELETE FROM analyses WHERE game = $1", SV_VALUES(sv_number(game)), NULL,
                    error);
}

bool sv_analyses_trim(sv_store *store, unsigned keep, unsigned max, unsigned *gone,
                      rec_error *error)
{
    int64_t changed = 0;
    const bool ok = sv_write(store,
                             "DELETE FROM analyses WHERE game IN (SELECT game FROM analyses "
                             "ORDER BY used DESC, game LIMIT $1 OFFSET $2)",
                             SV_VALUES(sv_number(max), sv_number(keep)), &changed, error);
    *gone = (unsigned)changed;
    return ok;
}

/* ------------------------------------------------------------------------------- being made */

static void take_analysing(void *data, const sv_value *column)
{
    sv_analysing *a = data;
    a->node = column[0].number;
    a->done = (unsigned)column[1].number;
    a->total = (unsigned)column[2].number;
}

bool sv_analysing_find(sv_store *store, int64_t game, sv_analysing *a, rec_error *error)
{
    *a = (sv_analysing){.game = game};
    return sv_read(store, "SELECT node, done, total FROM analysing WHERE game = $1",
                   SV_VALUES(sv_number(game)), (sv_rows){"nnn", take_analysing, a}, error);
}

/* A row of this server may be left of a turn that could not drop it. */
bool sv_analysing_add(sv_store *store, int64_t game, rec_error *error)
{
    return sv_write(store,
                    "INSERT INTO analysing (game, node, done, total) VALUES ($1, $2, 0, 0) "
                    "ON CONFLICT (game) DO NOTHING",
                    SV_VALUES(sv_number(game), sv_number(store->node)), NULL, error);
}

bool sv_analysing_set(sv_store *store, const sv_analysing *a, rec_error *error)
{
    return sv_write(
        store, "UPDATE analysing SET done = $1, total = $2 WHERE game = $3 AND node = $4",
        SV_VALUES(sv_number(a->done), sv_number(a->total), sv_number(a->game), sv_number(a->node)),
        NULL, error);
}

bool sv_analysing_drop(sv_store *store, int64_t game, rec_error *error)
{
    return sv_write(store, "DELETE FROM analysing WHERE game = $1 AND node = $2",
                    SV_VALUES(sv_number(game), sv_number(store->node)), NULL, error);
}

bool sv_analysing_keep(sv_store *store, const int64_t *game, unsigned count, rec_error *error)
{
    char *text = sv_list_of_numbers(store, game, count);
    const bool ok = text ? sv_write(store,
                                    "DELETE FROM analysing WHERE node = $1 "
                                    "AND game <> ALL ($2::bigint[])",
                                    SV_VALUES(sv_number(store->node), sv_text(text)), NULL, error)
                         : sv_fail_memory(error);
    free(text);
    return ok;
}
