#include "game_server.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "log.h"
#include "rules_cache.h"

#define TOKEN "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static talker people[2];
static const ek_rules *rules;
static int64_t time_now = 1000000000;

void must(bool holds, const char *failure)
{
    if (holds)
        return;
    fprintf(stderr, "failed: %s\n", failure);
    abort();
}

static int64_t wound_clock(void)
{
    return time_now;
}

void game_server_open(sv_core *core)
{
    rec_error error;
    sv_log_quietly(true);
    /* There are no worker threads and background jobs wait, so that every input is deterministic.
     */
    must(sodium_init() >= 0 &&
             sv_core_open(core, sv_db_sqlite(":memory:", NULL, &error), 0, &error),
         "the core does not open");
    core->clock = wound_clock;
    sv_limits_set(&core->limits, 60000);
    /* One guest a second, and no passwords: their job would wait forever. */
    core->limits.logins = (sv_rate){1, 1};
}

static void empty_store(sv_core *core)
{
    static const char *const statements =
        "DELETE FROM games; DELETE FROM journal; DELETE FROM players; DELETE FROM chat;"
        "DELETE FROM mutes; DELETE FROM errands; DELETE FROM sessions; DELETE FROM users;";
    const sv_session session = {.id = 1, .user = 1, .expires = INT64_MAX};
    sv_session kept = session;
    rec_error error;
    sv_token_hash(TOKEN, kept.hash);
    must(core->store.db->script(core->store.db, statements, &error), "the store cannot be emptied");
    must(sv_session_add(&core->store, &kept, 1, &error) && sv_store_commit(&core->store, &error),
         "the session cannot be stored");
}

void game_server_start(sv_core *core, server_game *g)
{
    time_now += 60000;
    empty_store(core);
    talker_open(core, &people[0], 1, "Anna");
    talker_open(core, &people[1], 2, "Ben");
    must(begin_game(core, &people[0], &people[1],
                    ",\"order\":\"seated\",\"zone\":[\"north-west\",\"west\",\"south-west\"]",
                    g->code),
         "the game does not start");
    const sv_table *table = sv_table_find(core, g->code);
    snprintf(g->seed, sizeof g->seed, "%s", table->seed);
    if (!rules) /* held, so that they are compiled once for all inputs */
        rules = jn_rules_share(table->game.now.rules);
}

talker *game_server_player(unsigned number)
{
    return &people[number];
}

void game_server_check(sv_core *core, const server_game *g)
{
    rec_error error;
    const sv_table *memory = sv_table_find(core, g->code);
    sv_table *stored = sv_table_load(&core->store, g->code, &error);
    must(memory && stored, "the table is missing in memory or in the store");
    must(memory->version == stored->version && memory->status == stored->status,
         "memory and store have different versions");
    must(memory->game.lines == stored->game.lines, "memory and store have different entries");
    must(memcmp(&memory->game.now.state, &stored->game.now.state, sizeof(ek_state)) == 0,
         "memory and store have different states");
    must(ek_check(memory->game.now.rules, &memory->game.now.state) == EK_LAW_NONE,
         "the state breaks a law");
    sv_table_free(stored);
}

void game_server_disconnect(sv_core *core)
{
    for (unsigned i = 0; i < 2; i++)
        talker_close(core, &people[i]);
}

size_t game_server_expand(const server_game *g, const uint8_t *from, size_t length, char *text,
                          size_t room)
{
    size_t written = 0;
    for (size_t i = 0; i < length && written + sizeof TOKEN < room; i++) {
        if (from[i] == '@' || from[i] == '~')
            written += (size_t)snprintf(text + written, room - written, "%s",
                                        from[i] == '@' ? g->code : TOKEN);
        else
            text[written++] = (char)from[i];
    }
    return written;
}
