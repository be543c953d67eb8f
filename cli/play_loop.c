/* The main loop: turns of people and bots, undo, auto-bids. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "deadline.h"
#include "play.h"
#include "words_text.h"

const ek_rules *play_rules(const play *p)
{
    return rec_rules(p->game);
}

const ek_state *play_state(const play *p)
{
    return rec_state(p->game);
}

const char *play_name(const play *p, unsigned seat)
{
    draw_table t;
    ek_state view;
    play_view(p, &view, &t);
    return draw_name(&t, seat);
}

void play_view(const play *p, ek_state *view, draw_table *t)
{
    const rec_options *o = rec_options_of(p->game);
    if (p->table)
        *view = *play_state(p);
    else
        ek_view(play_rules(p), play_state(p), p->viewer, view);
    *t = (draw_table){.board = rec_board(p->game), .rules = play_rules(p), .state = view};
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        t->name[seat] = o->name[seat];
}

/* ---------------------------------------------------------------------------------------- bots */

/* The game is replayed to bots that were not there from the start, or saw moves that were undone.
 */
void play_seat_bots(play *p)
{
    if (!p->team)
        p->team = ar_team_open(0);
    for (unsigned seat = 0; seat < play_rules(p)->config.players; seat++) {
        if (p->seat[seat].level == SEAT_PERSON)
            continue;
        const uint64_t seed =
            rec_seed_of(rec_options_of(p->game)->seed) + seat + 1000 * rec_steps(p->game);
        ar_sit(&p->bot[seat], &p->seat[seat], seat, play_rules(p), seed);
        bot_catch_up(&p->bot[seat], rec_journal(p->game));
    }
}

static ek_move ask_bot(play *p, unsigned seat)
{
    const ar_limits limits = {.milliseconds = p->seat[seat].milliseconds,
                              .team = p->team,
                              .interrupted = p->front->is_left};
    ek_state view;
    ek_view(play_rules(p), play_state(p), seat, &view);
    return ar_bot_move(&p->bot[seat], play_rules(p), &view, &limits);
}

static void bot_turn(play *p, unsigned seat)
{
    rec_error error;
    const ek_move move = ask_bot(p, seat);
    if (p->front->is_left && p->front->is_left()) { /* the bot has not finished thinking */
        p->quit = true;
        return;
    }
    if (!play_move(p, move, &error)) {
        p->front->tell(p, error.text);
        p->quit = true;
        return;
    }
    if (p->fast || p->skipping)
        return;
    p->front->show(p);
    p->front->pause(p);
}

/* --------------------------------------------------------------------------------------- steps */

void play_keep(play *p)
{
    rec_error error;
    p->save_error[0] = '\0';
    if (p->path[0] && !play_save(p, &error))
        snprintf(p->save_error, sizeof p->save_error, "%s", error.text);
}

void play_step_made(play *p)
{
    play_log_step(p);
    for (unsigned seat = 0; seat < play_rules(p)->config.players; seat++)
        if (p->seat[seat].level != SEAT_PERSON)
            bot_see(&p->bot[seat], rec_events(p->game));
    play_keep(p);
}

bool play_move(play *p, ek_move move, rec_error *error)
{
    if (!rec_play(p->game, move, error))
        return false;
    play_step_made(p);
    return true;
}

/* A step that turned up a card revealed something about the deck. */
static bool turned_up_a_card(const ek_state *before, const ek_state *after)
{
    return before->unseen != after->unseen || before->buried != after->buried ||
           before->step3 != after->step3 || before->top_back != after->top_back ||
           ek_deck_count(before) != ek_deck_count(after);
}

unsigned play_turn(const play *p, ek_state *before, ek_move move[JN_TURN_MAX])
{
    const jn_game *game = rec_journal(p->game);
    const unsigned made = game->now.live;
    jn_cursor cursor;
    *before = game->now.base;
    for (unsigned i = 0; i < made; i++) {
        jn_go_to_step(&cursor, game, rec_steps(p->game) - made + i + 1);
        move[i] = cursor.line;
    }
    return made;
}

bool play_may_undo(const play *p, rec_error *error)
{
    const unsigned steps = rec_steps(p->game);
    const unsigned seat = ek_to_move(play_state(p));
    if (steps == 0)
        return rec_fail(error, "nothing-to-undo", "There is nothing to undo.");
    if (p->table)
        return true;
    ek_state before;
    rec_state_at(p->game, steps - 1, &before);
    if (ek_to_move(&before) != seat || ek_phase(&before) != ek_phase(play_state(p)))
        return rec_fail(error, "not-your-turn", "Only moves of this turn can be undone.");
    if (turned_up_a_card(&before, play_state(p)))
        return rec_fail(error, "card-turned-up", "A card was turned up; that cannot be undone.");
    return true;
}

/* -------------------------------------------------------------------------------------- people */

/* Auto-bid, up to the limit that the player has set. */
static bool bid_by_limit(play *p, unsigned seat)
{
    const ek_state *state = play_state(p);
    rec_error error;
    if (p->limit[seat] == 0)
        return false;
    if (state->in_auction == 0 || state->auction_plant != p->limit_plant[seat]) {
        p->limit[seat] = 0;
        return false;
    }
    const ek_move move = state->bid < p->limit[seat] ? ek_move_of(EK_MOVE_BID, 0, state->bid + 1u)
                                                     : ek_move_of(EK_MOVE_PASS, 0, 0);
    return play_move(p, move, &error);
}

static void person_turn(play *p, unsigned seat)
{
    char line[EDIT_MAX], prompt[REC_NAME_MAX + 32];
    const bool secret = !p->table && !(play_rules(p)->config.options & EK_OPEN_MONEY);
    if (p->viewer != seat && p->people > 1 && secret)
        p->front->pass(p, seat);
    if (p->quit) /* no seat has the keyboard, so no money is shown */
        return;
    p->viewer = seat;
    p->skipping = false;
    p->front->show(p);
    snprintf(prompt, sizeof prompt, "%c %s> ", draw_letter(seat), play_name(p, seat));
    if (!p->front->ask(p, prompt, line)) {
        p->quit = p->closed = true;
        return;
    }
    const unsigned steps = rec_steps(p->game);
    play_do_line(p, line);
    if (rec_steps(p->game) != steps)
        p->log_seen[seat] = p->log_count;
}

void play_run(play *p)
{
    while (!p->quit && ek_phase(play_state(p)) != EK_PHASE_ENDED) {
        const unsigned seat = ek_to_move(play_state(p));
        if (seat == EK_NOBODY)
            play_table_card(p);
        else if (p->seat[seat].level != SEAT_PERSON)
            bot_turn(p, seat);
        else if (!bid_by_limit(p, seat))
            person_turn(p, seat);
    }
}
