/* Analyses of games in the store. */
#include <sodium.h>
#include <string.h>

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
