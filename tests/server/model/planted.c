#include "planted.h"

#include <string.h>

#include "core.h"
#include "outbox.h"
#include "store.h"
#include "turn.h"

enum planted planted;

const char *const planted_names[PLANTED_KINDS] = {
    [PLANTED_NOTHING] = "nothing",
    [PLANTED_CLAIM] = "claims that lock nothing",
    [PLANTED_CLAIM_AND_VERSION] = "claims that lock nothing, writes that do not check the version",
    [PLANTED_DEAF] = "nodes that do not read the news",
    [PLANTED_HORIZON] = "news that are dropped",
    [PLANTED_HASTE] = "answers that are sent before the commit"};

bool __real_sv_game_claim(sv_store *store, const char *code, int64_t *version, rec_error *error);
bool __wrap_sv_game_claim(sv_store *store, const char *code, int64_t *version, rec_error *error);
bool __real_sv_games_claim(sv_store *store, const char *const *codes, unsigned count,
                           sv_claim_each *each, void *data, rec_error *error);
bool __wrap_sv_games_claim(sv_store *store, const char *const *codes, unsigned count,
                           sv_claim_each *each, void *data, rec_error *error);
bool __real_sv_game_save(sv_store *store, const sv_game_row *row, rec_error *error);
bool __wrap_sv_game_save(sv_store *store, const sv_game_row *row, rec_error *error);
void __real_sv_core_hear(sv_core *core);
void __wrap_sv_core_hear(sv_core *core);
bool __real_sv_news_read(sv_store *store, const sv_news_place *from, sv_news_list *list,
                         sv_news_place *place, bool *all, rec_error *error);
bool __wrap_sv_news_read(sv_store *store, const sv_news_place *from, sv_news_list *list,
                         sv_news_place *place, bool *all, rec_error *error);

/* The linker compares no types: the compiler does it here. */
#define SAME_TYPE(name) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(name), __typeof__(__real_##name)), #name)
SAME_TYPE(sv_game_claim);
SAME_TYPE(sv_games_claim);
SAME_TYPE(sv_game_save);
SAME_TYPE(sv_core_hear);
SAME_TYPE(sv_news_read);

static bool claims_nothing(void)
{
    return planted == PLANTED_CLAIM || planted == PLANTED_CLAIM_AND_VERSION;
}

static void take_number(void *data, const sv_value *column)
{
    *(int64_t *)data = column[0].number;
}

static bool read_version(sv_store *store, const char *code, int64_t *version, rec_error *error)
{
    *version = 0;
    return sv_write_and_read(store, "SELECT version FROM games WHERE code = $1",
                             SV_VALUES(sv_text(code)), (sv_rows){"n", take_number, version}, error);
}

bool __wrap_sv_game_claim(sv_store *store, const char *code, int64_t *version, rec_error *error)
{
    return claims_nothing() ? read_version(store, code, version, error)
                            : __real_sv_game_claim(store, code, version, error);
}

bool __wrap_sv_games_claim(sv_store *store, const char *const *codes, unsigned count,
                           sv_claim_each *each, void *data, rec_error *error)
{
    if (!claims_nothing())
        return __real_sv_games_claim(store, codes, count, each, data, error);
    for (unsigned i = 0; i < count; i++) {
        int64_t version;
        if (!read_version(store, codes[i], &version, error))
            return false;
        each(data, codes[i], version);
    }
    return true;
}

bool __wrap_sv_game_save(sv_store *store, const sv_game_row *row, rec_error *error)
{
    sv_game_row any = *row;
    if (planted == PLANTED_CLAIM_AND_VERSION) {
        if (!sv_read(store, "SELECT version FROM games WHERE id = $1 FOR UPDATE",
                     SV_VALUES(sv_number(row->id)), (sv_rows){"n", take_number, &any.version},
                     error))
            return false;
        any.version++;
    }
    return __real_sv_game_save(store, &any, error);
}

void __wrap_sv_core_hear(sv_core *core)
{
    if (planted != PLANTED_DEAF)
        __real_sv_core_hear(core);
}

bool __wrap_sv_news_read(sv_store *store, const sv_news_place *from, sv_news_list *list,
                         sv_news_place *place, bool *all, rec_error *error)
{
    const bool ok = __real_sv_news_read(store, from, list, place, all, error);
    if (planted == PLANTED_HORIZON)
        sv_news_free(list);
    return ok;
}

bool planted_needs_failures(void)
{
    return planted == PLANTED_HASTE;
}

/* The writes wait in the pipe for the commit: a read between answers and commit makes room for a
 * failure. */
void planted_before_commit(sv_core *core)
{
    int64_t one;
    rec_error error;
    if (planted != PLANTED_HASTE)
        return;
    sv_outbox_send(core, NULL);
    if (!sv_read(&core->store, "SELECT 1", NULL, 0, (sv_rows){"n", take_number, &one}, &error))
        sv_store_abort(&core->store, &error);
}
