#include "history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "lines.h"
#include "words_text.h"

/* What undoing a step restores. */
typedef struct snapshot {
    ek_state state;
    unsigned entries, script_at;
} snapshot;

struct rec_game {
    rec_options options;
    ek_rules rules;
    ek_state state;
    ek_events events;
    rec_entry *entry;
    unsigned entries, entry_room;
    snapshot *step;
    unsigned steps, step_room;
    unsigned script_at;
};

/* ------------------------------------------------------------------------------------- looking */

const bd_board *rec_board(const rec_game *game)
{
    return game->options.board;
}

const ek_rules *rec_rules(const rec_game *game)
{
    return &game->rules;
}

const ek_state *rec_state(const rec_game *game)
{
    return &game->state;
}

const ek_events *rec_events(const rec_game *game)
{
    return &game->events;
}

const rec_options *rec_options_of(const rec_game *game)
{
    return &game->options;
}

const rec_entry *rec_history(const rec_game *game, unsigned *count)
{
    *count = game->entries;
    return game->entry;
}

unsigned rec_steps(const rec_game *game)
{
    return game->steps;
}

const ek_state *rec_state_before(const rec_game *game, unsigned step)
{
    return step < game->steps ? &game->step[step].state : &game->state;
}

/* -------------------------------------------------------------------------------------- seeds */

static bool make_seed(char seed[REC_SEED_MAX], rec_error *error)
{
    uint64_t bits[2];
    if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        return rec_fail(error, "no-randomness", "The system gives no random bytes for a seed.");
    snprintf(seed, REC_SEED_MAX, "%016llx%016llx", (unsigned long long)bits[0],
             (unsigned long long)bits[1]);
    return true;
}

/* ------------------------------------------------------------------------------------ history */

/* Makes room for one more item in a growing list; false without memory. */
static bool reserve(void **list, unsigned count, unsigned *room, size_t size)
{
    if (count < *room)
        return true;
    const unsigned wanted = *room ? *room * 2 : 64;
    void *grown = realloc(*list, wanted * size);
    if (!grown)
        return false;
    *list = grown;
    *room = wanted;
    return true;
}

static bool add_entry(rec_game *game, unsigned kind, uint32_t value, unsigned seat, bool asked)
{
    void *list = game->entry;
    if (!reserve(&list, game->entries, &game->entry_room, sizeof *game->entry))
        return false;
    game->entry = list;
    game->entry[game->entries++] =
        (rec_entry){.value = value, .kind = (uint8_t)kind, .seat = (uint8_t)seat, .asked = asked};
    return true;
}

static bool add_snapshot(rec_game *game, rec_error *error)
{
    void *list = game->step;
    if (game->steps == REC_STEPS_MAX)
        return rec_fail(error, "game-too-long", "A game has at most %d steps.", REC_STEPS_MAX);
    if (!reserve(&list, game->steps, &game->step_room, sizeof *game->step))
        return rec_fail(error, "no-memory", "There is not enough memory.");
    game->step = list;
    game->step[game->steps++] =
        (snapshot){.state = game->state, .entries = game->entries, .script_at = game->script_at};
    return true;
}

/* Writes down the cards that a call of the engine turned up, and appends its events. */
static bool note_chance(rec_game *game, const ek_events *events, bool asked)
{
    for (unsigned i = 0; i < events->count; i++) {
        const ek_event *e = &events->list[i];
        if (e->type == EK_EVENT_PLANT_DRAWN) {
            if (!add_entry(game, REC_DRAW, e->a, EK_NOBODY, asked))
                return false;
            asked = false;
        }
        if ((e->type == EK_EVENT_PLANT_DRAWN || e->type == EK_EVENT_DECK_SHUFFLED) &&
            e->b != EK_BACK_UNKNOWN && !add_entry(game, REC_BACK, e->b, EK_NOBODY, false))
            return false;
        if (game->events.count < EK_EVENTS_MAX)
            game->events.list[game->events.count++] = *e;
    }
    return true;
}

/* -------------------------------------------------------------------------------------- rules */

/* Compiles the rules for the zone as it stands: none while it is drafted. */
static ek_reason compile_rules(rec_game *game)
{
    const rec_options *o = &game->options;
    const bool drafting = o->zone_way == REC_ZONE_DRAFT && ek_phase(&game->state) == EK_PHASE_ZONE;
    const ek_config config = {.edition = o->edition,
                              .players = o->players,
                              .options = o->options,
                              .zone = drafting ? 0 : game->state.zone};
    return ek_rules_init(&game->rules, o->board->ek, &config);
}

/* ------------------------------------------------------------------------------------- chance */

/* The seed takes over where the script ends. */
static bool hand_over_to_seed(rec_game *game)
{
    ek_events events = {0};
    const unsigned back = game->state.top_back;
    ek_reseed(&game->rules, &game->state, game->state.random, &events);
    const bool settled = back == EK_BACK_UNKNOWN && game->state.top_back != back;
    if (settled && events.count == 0 &&
        !add_entry(game, REC_BACK, game->state.top_back, EK_NOBODY, false))
        return false;
    return note_chance(game, &events, false);
}

/* The next card of the script shows its back on top of the deck. */
static bool show_scripted_back(rec_game *game)
{
    const unsigned plant = game->options.script[game->script_at];
    const enum ek_back back = ek_tables.plug >> plant & 1 ? EK_BACK_PLUG : EK_BACK_SOCKET;
    if (game->state.top_back != EK_BACK_UNKNOWN ||
        ek_show_back(&game->rules, &game->state, back) != EK_REASON_OK)
        return true;
    return add_entry(game, REC_BACK, back, EK_NOBODY, false);
}

/* Turns up cards as long as script or seed have them. */
static bool feed(rec_game *game, rec_error *error)
{
    const rec_options *o = &game->options;
    bool room = true;
    while (room && game->script_at < o->script_count && ek_card_awaited(&game->state)) {
        const unsigned plant = o->script[game->script_at];
        ek_events events;
        const ek_reason reason = ek_draw(&game->rules, &game->state, plant, &events);
        if (reason != EK_REASON_OK)
            return rec_fail(error, rec_reason_word(reason), "Card %u of the script, plant %u: %s",
                            game->script_at + 1, plant, rec_reason_text(reason));
        game->script_at++;
        room = note_chance(game, &events, false);
    }
    if (game->state.chance == EK_CHANCE_ASK && game->script_at < o->script_count)
        room = room && show_scripted_back(game);
    else if (game->state.chance == EK_CHANCE_ASK && o->chance == EK_CHANCE_SEED)
        room = room && hand_over_to_seed(game);
    return room || rec_fail(error, "no-memory", "There is not enough memory.");
}

/* --------------------------------------------------------------------------------------- start */

void rec_options_default(rec_options *options)
{
    *options = (rec_options){.edition = EK_RECHARGED, .players = 4};
    options->board = bd_find("germany", EK_RECHARGED);
}

static bool check_script(const rec_options *o, rec_error *error)
{
    for (unsigned i = 0; i < o->script_count; i++)
        if (o->script[i] >= EK_PLANT_NUMBERS || !(ek_tables.plants >> o->script[i] & 1))
            return rec_fail(error, "no-such-plant", "Card %u of the script: there is no plant %u.",
                            i + 1, o->script[i]);
    return true;
}

/* What a record could not hold is refused at the start. */
static bool check_texts(const rec_options *o, rec_error *error)
{
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        if (!rec_is_plain_utf8(o->name[seat]))
            return rec_fail(error, "bad-name", "The name of seat %u has control characters.",
                            seat + 1);
    if (!rec_is_plain_utf8(o->board_file))
        return rec_fail(error, "bad-name", "The name of the board's file has control characters.");
    if (!rec_is_plain_utf8(o->seed) || !rec_is_plain_utf8(o->commitment))
        return rec_fail(error, "bad-seed", "The seed has control characters.");
    return true;
}

static bool choose_zone(rec_game *game, uint64_t seed, rec_error *error)
{
    const rec_options *o = &game->options;
    if (o->edition >= EK_EDITIONS || !(o->board->ek->editions >> o->edition & 1))
        return rec_refuse(error, EK_REASON_BAD_EDITION);
    if (o->players < 2 || o->players > EK_SEATS)
        return rec_refuse(error, EK_REASON_BAD_PLAYERS);
    if (o->zone_way == REC_ZONE_GIVEN)
        game->state.zone = o->zone;
    else if (o->zone_way == REC_ZONE_RANDOM)
        game->state.zone = ek_random_zone(o->board->ek, o->edition, o->players, ~seed);
    else
        return true;
    return game->state.zone != 0 || rec_refuse(error, EK_REASON_NO_ZONE);
}

/* The opening market is dealt from the seed unless it is given; the script begins after it. */
static bool start(rec_game *game, rec_error *error)
{
    rec_options *o = &game->options;
    if (!o->seed_known && !make_seed(o->seed, error))
        return false;
    o->seed_known = true;
    const uint64_t seed = rec_seed_of(o->seed);
    if (!check_texts(o, error) || !check_script(o, error) || !choose_zone(game, seed, error))
        return false;
    ek_reason reason = compile_rules(game);
    if (reason != EK_REASON_OK)
        return rec_refuse(error, reason);
    ek_setup setup = {.seed = seed, .market = o->market, .order_given = o->order_given};
    memcpy(setup.order, o->order, sizeof setup.order);
    reason = ek_start(&game->rules, &setup, &game->state, &game->events);
    if (reason != EK_REASON_OK)
        return rec_refuse(error, reason);
    if (o->script_count || o->chance == EK_CHANCE_ASK)
        ek_ask(&game->state);
    return feed(game, error);
}

rec_game *rec_new(const rec_options *options, rec_error *error)
{
    rec_game *game = calloc(1, sizeof *game);
    if (!game) {
        rec_fail(error, "no-memory", "There is not enough memory.");
        if (options->board_owned)
            bd_free((bd_board *)options->board);
        return NULL;
    }
    game->options = *options;
    if (start(game, error))
        return game;
    rec_free(game);
    return NULL;
}

void rec_free(rec_game *game)
{
    if (!game)
        return;
    if (game->options.board_owned)
        bd_free((bd_board *)game->options.board);
    free(game->entry);
    free(game->step);
    free(game);
}

/* --------------------------------------------------------------------------------------- steps */

static void restore(rec_game *game)
{
    const snapshot *last = &game->step[--game->steps];
    game->state = last->state;
    game->entries = last->entries;
    game->script_at = last->script_at;
    game->events.count = 0;
    if (game->options.zone_way == REC_ZONE_DRAFT)
        compile_rules(game);
}

/* What every step ends with; a failure takes the whole step back. */
static bool finish_step(rec_game *game, bool noted, rec_error *error)
{
    bool ok = noted || rec_fail(error, "no-memory", "There is not enough memory.");
    if (ok && ek_rules_wanted(&game->rules, &game->state))
        compile_rules(game);
    ok = ok && feed(game, error);
    if (!ok)
        restore(game);
    return ok;
}

bool rec_play(rec_game *game, ek_move move, rec_error *error)
{
    const unsigned seat = ek_to_move(&game->state);
    const ek_reason reason = ek_why(&game->rules, &game->state, seat, move);
    if (reason != EK_REASON_OK)
        return rec_refuse_move(error, game->options.board, &game->rules, reason);
    if (!add_snapshot(game, error))
        return false;
    ek_events events;
    ek_play(&game->rules, &game->state, move, &events);
    game->events.count = 0;
    const bool noted =
        add_entry(game, REC_MOVE, move, seat, true) && note_chance(game, &events, false);
    return finish_step(game, noted, error);
}

bool rec_play_text(rec_game *game, const char *text, rec_error *error)
{
    ek_move move;
    return rec_parse_move(game->options.board, &game->rules, &game->state, text, &move, error) &&
           rec_play(game, move, error);
}

bool rec_draw(rec_game *game, unsigned plant, rec_error *error)
{
    ek_state state = game->state;
    ek_events events;
    const ek_reason reason = ek_draw(&game->rules, &state, plant, &events);
    if (reason != EK_REASON_OK)
        return rec_refuse(error, reason);
    if (!add_snapshot(game, error))
        return false;
    game->state = state;
    game->events.count = 0;
    return finish_step(game, note_chance(game, &events, true), error);
}

bool rec_show_back(rec_game *game, enum ek_back back, rec_error *error)
{
    const unsigned before = game->state.top_back;
    const ek_reason reason = ek_show_back(&game->rules, &game->state, back);
    if (reason != EK_REASON_OK)
        return rec_refuse(error, reason);
    if (before != EK_BACK_UNKNOWN || add_entry(game, REC_BACK, back, EK_NOBODY, false))
        return true;
    game->state.top_back = EK_BACK_UNKNOWN;
    return rec_fail(error, "no-memory", "There is not enough memory.");
}

bool rec_undo(rec_game *game, rec_error *error)
{
    if (game->steps == 0)
        return rec_fail(error, "nothing-to-undo", "There is nothing to take back.");
    restore(game);
    return true;
}
