#include "history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "lines.h"
#include "words_text.h"

struct rec_game {
    rec_options options;
    jn_game journal;
    ek_events events;
};

/* ------------------------------------------------------------------------------------- looking */

const bd_board *rec_board(const rec_game *game)
{
    return game->options.board;
}

const ek_rules *rec_rules(const rec_game *game)
{
    return game->journal.now.rules;
}

const ek_state *rec_state(const rec_game *game)
{
    return &game->journal.now.state;
}

const ek_events *rec_events(const rec_game *game)
{
    return &game->events;
}

const rec_options *rec_options_of(const rec_game *game)
{
    return &game->options;
}

const jn_game *rec_journal(const rec_game *game)
{
    return &game->journal;
}

unsigned rec_steps(const rec_game *game)
{
    return game->journal.steps;
}

void rec_state_at(const rec_game *game, unsigned steps, ek_state *state)
{
    jn_cursor cursor;
    jn_go_to_step(&cursor, &game->journal, steps);
    *state = cursor.now.state;
}

/* -------------------------------------------------------------------------------------- seeds */

static bool make_seed(char seed[REC_SEED_MAX], rec_error *error)
{
    uint64_t bits[2];
    if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        return rec_fail(error, "no-randomness", "The system has no random bytes for a seed.");
    snprintf(seed, REC_SEED_MAX, "%016llx%016llx", (unsigned long long)bits[0],
             (unsigned long long)bits[1]);
    return true;
}

/* ------------------------------------------------------------------------------------- refusals */

#define WORD(name, word) [JN_##name - EK_REASONS] = word,
static const char *const journal_words[] = {JN_REASON_WORDS(WORD)};
#undef WORD

bool rec_refuse_line(rec_error *error, const bd_board *board, const ek_rules *rules,
                     unsigned reason)
{
    const char *word = reason < EK_REASONS ? NULL : journal_words[reason - EK_REASONS];
    switch (reason) {
    case JN_TOO_LONG:
        return rec_fail(error, word, "A game has at most %d steps.", REC_STEPS_MAX);
    case JN_NO_MEMORY:
        return rec_fail(error, word, "There is not enough memory.");
    case JN_NOTHING_TO_UNDO:
        return rec_fail(error, word, "There is nothing to take back.");
    case JN_DAMAGED:
        return rec_fail(error, word,
                        "The journal of this game is damaged: an entry is impossible.");
    default:
        return rules ? rec_refuse_move(error, board, rules, (ek_reason)reason)
                     : rec_refuse(error, (ek_reason)reason);
    }
}

/* Names the card of the script that was refused, if one was. */
static bool refuse_step(const rec_game *game, unsigned reason, rec_error *error)
{
    const unsigned card = game->journal.refused_card;
    if (card == 0 || reason >= EK_REASONS)
        return rec_refuse_line(error, rec_board(game), rec_rules(game), reason);
    return rec_fail(error, rec_reason_word((ek_reason)reason),
                    "Card %u of the script, plant %u: %s", card, game->options.script[card - 1],
                    rec_reason_text((ek_reason)reason));
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

/* Refuses texts that cannot be written into a record. */
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

/* The opening market is dealt from the seed unless it is given; the script begins after it. */
static bool start(rec_game *game, rec_error *error)
{
    rec_options *o = &game->options;
    if (!o->seed_known && !make_seed(o->seed, error))
        return false;
    o->seed_known = true;
    if (!check_texts(o, error) || !check_script(o, error))
        return false;
    jn_setup setup = {.board = o->board->ek,
                      .config = {o->edition, o->players, o->options, o->zone},
                      .zone_choice = o->zone_choice,
                      .chance = o->chance == EK_CHANCE_SEED ? JN_CHANCE_SEED : JN_CHANCE_TOLD,
                      .order_given = o->order_given,
                      .script_count = (uint16_t)o->script_count,
                      .seed = rec_seed_of(o->seed),
                      .market = o->market,
                      .script = o->script};
    memcpy(setup.order, o->order, sizeof setup.order);
    const unsigned reason = jn_start(&game->journal, &setup, &game->events);
    return reason == EK_REASON_OK || rec_refuse_line(error, o->board, NULL, reason);
}

rec_game *rec_new(const rec_options *options, rec_error *error)
{
    rec_game *game = calloc(1, sizeof *game);
    if (!game) {
        rec_refuse_line(error, NULL, NULL, JN_NO_MEMORY);
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
    jn_free(&game->journal); /* first: it uses the board */
    if (game->options.board_owned)
        bd_free((bd_board *)game->options.board);
    free(game);
}

/* --------------------------------------------------------------------------------------- steps */

/* Why a step is refused if the game has REC_STEPS_MAX steps: the rules come first. */
static unsigned refuse_when_full(ek_reason reason)
{
    return reason == EK_REASON_OK ? (unsigned)JN_TOO_LONG : reason;
}

static bool is_full(const rec_game *game)
{
    return rec_steps(game) >= REC_STEPS_MAX;
}

static bool end_step(rec_game *game, unsigned reason, const ek_events *events, rec_error *error)
{
    if (reason != EK_REASON_OK)
        return refuse_step(game, reason, error);
    game->events = *events;
    return true;
}

bool rec_play(rec_game *game, ek_move move, rec_error *error)
{
    const unsigned seat = ek_to_move(rec_state(game));
    ek_events events;
    const unsigned reason =
        is_full(game) ? refuse_when_full(ek_why(rec_rules(game), rec_state(game), seat, move))
                      : jn_play(&game->journal, seat, move, &events);
    return end_step(game, reason, &events, error);
}

bool rec_play_text(rec_game *game, const char *text, rec_error *error)
{
    ek_move move;
    return rec_parse_move(rec_board(game), rec_rules(game), rec_state(game), text, &move, error) &&
           rec_play(game, move, error);
}

bool rec_draw(rec_game *game, unsigned plant, rec_error *error)
{
    ek_state next = *rec_state(game);
    ek_events events;
    const unsigned reason = is_full(game)
                                ? refuse_when_full(ek_draw(rec_rules(game), &next, plant, NULL))
                                : jn_draw(&game->journal, plant, false, &events);
    return end_step(game, reason, &events, error);
}

/* A back is not a step. */
bool rec_show_back(rec_game *game, enum ek_back back, rec_error *error)
{
    const unsigned reason = jn_show_back(&game->journal, back, true);
    return reason == EK_REASON_OK || refuse_step(game, reason, error);
}

/* ---------------------------------------------------------------------------------------- undo */

void rec_undo_to(rec_game *game, unsigned steps)
{
    jn_undo_to(&game->journal, steps);
    game->events.count = 0;
}

bool rec_undo(rec_game *game, rec_error *error)
{
    if (rec_steps(game) == 0)
        return refuse_step(game, JN_NOTHING_TO_UNDO, error);
    rec_undo_to(game, rec_steps(game) - 1);
    return true;
}
