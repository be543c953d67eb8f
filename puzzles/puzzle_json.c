#include "puzzle_json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "position.h"
#include "reason_text.h"
#include "report.h"
#include "words_text.h"

/* -------------------------------------------------------------------------------------- puzzles */

/* A turn as the notation of records writes its moves, one after the other. */
static json_t *plan_json(const pz_found *found, const ek_state *view, const pz_turn *turn)
{
    char text[BOT_PLAN_MAX * (REC_MOVE_MAX + 2)] = "";
    ek_state state = *view;
    size_t length = 0;
    for (unsigned i = 0; i < turn->count; i++) {
        char move[REC_MOVE_MAX];
        rec_print_move(found->board, &state, turn->plan[i], move);
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? ", " : "", move);
        ek_play(found->rules, &state, turn->plan[i], NULL);
    }
    return json_string(text);
}

/* Chances with four digits are more exact than any search. */
static json_t *chance_json(int32_t chance)
{
    return json_real((double)an_round_one(chance) / AN_PARTS);
}

static json_t *turn_json(const pz_found *found, const ek_state *view, const pz_turn *turn)
{
    json_t *json = json_pack("{s:o, s:o}", "turn", plan_json(found, view, turn), "chance",
                             chance_json(turn->chance));
    if (json && turn->limit > 0)
        json_object_set_new(json, "limit", json_integer(turn->limit));
    return json;
}

static json_t *accepted_json(const pz_found *found, const pz_puzzle *p)
{
    json_t *list = json_array();
    for (unsigned i = 0; list && i < p->accepted_count; i++)
        json_array_append_new(list, turn_json(found, &p->view, &p->accepted[i]));
    return list;
}

static json_t *failed_json(const pz_puzzle *p)
{
    static const enum bot_level level[PZ_GRADERS_COUNT] = {
#define ROW(name, level, playouts) level,
        PZ_GRADERS(ROW)
#undef ROW
    };
    json_t *json = json_object();
    for (unsigned i = 0; json && i < PZ_GRADERS_COUNT; i++)
        json_object_set_new(json, bot_level_words[level[i]], json_integer(p->failed[i]));
    return json;
}

/* Words and fields; catalogs have the sentences. */
static json_t *reasons_json(const pz_found *found, const pz_puzzle *p)
{
    const rec_options options = {.board = found->board};
    json_t *list = json_array();
    for (unsigned i = 0; list && i < p->reasons; i++) {
        json_t *reason = an_reason_json(&options, &p->reason[i]);
        json_object_del(reason, "text");
        json_array_append_new(list, reason);
    }
    return list;
}

json_t *pz_puzzle_json(const pz_found *found, unsigned i, uint64_t number)
{
    const pz_puzzle *p = &found->puzzle[i];
    const ek_config *config = &found->rules->config;
    char position[REC_POSITION_MAX];
    char id[9];
    char seed[17];
    snprintf(seed, sizeof seed, "%016" PRIx64, p->seed);
    snprintf(id, sizeof id, "%08" PRIx32, (uint32_t)ek_hash(&p->view));
    if (!rec_position_print(found->board, found->rules, &p->view, position, sizeof position))
        return NULL;
    return json_pack("{s:s, s:I, s:s, s:s, s:s, s:i, s:i, s:s, s:i, s:s, s:o, s:o, s:o, s:o, s:o}",
                     "id", id, "game", (json_int_t)number, "seed", seed, "board", found->board->id,
                     "edition", rec_edition_word(config->edition), "players", (int)config->players,
                     "round", (int)p->view.round, "phase", an_phase_words[found->phase[i]], "grade",
                     (int)p->grade, "position", position, "accepted", accepted_json(found, p),
                     "next", turn_json(found, &p->view, &p->next), "normal",
                     turn_json(found, &p->view, &p->normal), "failed", failed_json(p), "reasons",
                     reasons_json(found, p));
}

json_t *pz_search_json(const pz_run *run)
{
    char weights[9];
    snprintf(weights, sizeof weights, "%08" PRIx32, run->plan->judge.weights->checksum);
    return json_pack("{s:i, s:s}", "nodes", (int)run->nodes, "weights", weights);
}

json_t *pz_made_json(const pz_run *run)
{
    const sm_plan *plan = run->plan;
    json_t *made = json_pack("{s:I, s:s, s:s, s:i, s:i}", "seed", (json_int_t)plan->seed, "tables",
                             plan->table_list, "bots", plan->bot_list, "vary", (int)plan->vary,
                             "each", (int)run->each);
    json_object_update_new(made, pz_search_json(run));
    return made;
}

/* ---------------------------------------------------------------------------------------- files */

static bool is_short_enough(const char *path, rec_error *error)
{
    struct stat status;
    return stat(path, &status) != 0 || status.st_size <= PZ_FILE_MAX ||
           rec_fail(error, "bad-file", "%.100s has more than %d bytes.", path, PZ_FILE_MAX);
}

static bool is_file(const json_t *file)
{
    const json_int_t games = json_integer_value(json_object_get(file, "games"));
    return json_integer_value(json_object_get(file, "version")) == PZ_VERSION &&
           json_is_array(json_object_get(file, "puzzles")) &&
           json_is_object(json_object_get(file, "made")) && games > 0 && games <= PZ_GAMES_MAX;
}

json_t *pz_read_file(const char *path, rec_error *error)
{
    json_error_t bad;
    if (!is_short_enough(path, error))
        return NULL;
    json_t *file = json_load_file(path, 0, &bad);
    if (!file) {
        rec_fail(error, "bad-file", "%.100s:%d: %.100s", path, bad.line, bad.text);
        return NULL;
    }
    if (is_file(file))
        return file;
    json_decref(file);
    rec_fail(error, "bad-file", "%.100s is not a file of puzzles.", path);
    return NULL;
}

/* Prints a value in one line; false if that fails. */
static bool put(FILE *out, const json_t *value)
{
    return json_dumpf(value, out, JSON_ENCODE_ANY | JSON_REAL_PRECISION(4)) == 0;
}

static bool print(FILE *out, const json_t *file)
{
    const json_t *puzzles = json_object_get(file, "puzzles");
    bool ok = fprintf(out, "{\"version\": %d, \"made\": ", PZ_VERSION) > 0 &&
              put(out, json_object_get(file, "made")) && fputs(", \"games\": ", out) >= 0 &&
              put(out, json_object_get(file, "games")) && fputs(", \"puzzles\": [", out) >= 0;
    for (size_t i = 0; ok && i < json_array_size(puzzles); i++)
        ok = fputs(i ? ",\n" : "\n", out) >= 0 && put(out, json_array_get(puzzles, i));
    return ok && fputs("\n]}\n", out) >= 0;
}

bool pz_write_file(const char *path, const json_t *file, rec_error *error)
{
    char fresh[4096];
    if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh)
        return rec_fail(error, "bad-file", "The name of the file is too long.");
    FILE *out = fopen(fresh, "w");
    bool ok = out && print(out, file) && fflush(out) == 0 && fsync(fileno(out)) == 0;
    if (out)
        ok = fclose(out) == 0 && ok;
    ok = ok && rename(fresh, path) == 0;
    return ok || rec_fail(error, "no-file", "%.100s cannot be written: %s.", path, strerror(errno));
}
