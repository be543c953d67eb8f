/*
 * The protocol of `elektro engine`. An input is lines of requests; every one must be answered, a
 * refused one must change nothing, and the game must always obey the laws.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

static void hold(bool law, const char *words)
{
    if (law)
        return;
    fprintf(stderr, "%s\n", words);
    abort();
}

static uint64_t hash_of(const rec_game *game)
{
    return game ? ek_hash(rec_state(game)) : 0;
}

static void ask(rec_game **game, const char *line, size_t length)
{
    const rec_game *before = *game;
    const uint64_t hash = hash_of(before);
    json_t *reply = engine_reply(game, line, length);
    const json_t *ok = json_object_get(reply, "ok");
    hold(json_is_boolean(ok), "a reply does not say whether it is ok");
    if (json_is_false(ok))
        hold(*game == before && hash_of(*game) == hash, "a refused request has changed the game");
    if (*game)
        hold(ek_check(rec_rules(*game), rec_state(*game)) == EK_LAW_NONE, "a law is broken");
    char *text = json_dumps(reply, JSON_COMPACT);
    hold(text, "a reply cannot be written");
    free(text);
    json_decref(reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rec_game *game = NULL;
    const char *at = (const char *)data;
    const char *end = at + size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            stop = end;
        ask(&game, at, (size_t)(stop - at));
        at = stop + 1;
    }
    rec_free(game);
    return 0;
}
