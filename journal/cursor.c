#include "advance.h"

/* Moves and JN_UNDO lines match like brackets. No turn has more than JN_TURN_MAX moves at once. */
static bool is_taken_back(const jn_game *game, unsigned at)
{
    unsigned moves = 0;
    for (unsigned i = at + 1; i < game->lines && moves < JN_TURN_MAX; i++) {
        if (jn_is_chance(game->line[i]))
            return false;
        if (jn_is_move(game->line[i]))
            moves++;
        else if (moves-- == 0)
            return true;
    }
    return false;
}

bool jn_is_settled(const jn_game *game, unsigned at)
{
    return game->undos == 0 ||
           (jn_line_type(game->line[at]) != JN_UNDO && !is_taken_back(game, at));
}

/* ------------------------------------------------------------------------------- line by line */

void jn_begin(jn_cursor *c, const jn_game *game)
{
    c->game = game;
    c->at = c->step = 0;
    c->line = 0;
    c->seat = EK_NOBODY;
    jn_set_up(game, &c->now, &c->events);
    c->before = c->now.state;
}

void jn_begin_at(jn_cursor *c, const jn_game *game, const jn_point *point, unsigned at)
{
    c->game = game;
    c->at = at;
    c->step = 0;
    c->line = 0;
    c->seat = EK_NOBODY;
    c->now = *point;
    c->before = c->now.state;
    c->events.count = 0;
}

void jn_begin_at_end(jn_cursor *c, const jn_game *game)
{
    jn_begin_at(c, game, &game->now, game->lines);
    c->step = game->steps;
}

bool jn_next(jn_cursor *c)
{
    if (c->at == c->game->lines)
        return false;
    c->line = c->game->line[c->at];
    c->before = c->now.state;
    c->seat = jn_is_chance(c->line) ? (unsigned)EK_NOBODY : ek_to_move(&c->before);
    jn_advance(c->game, &c->now, c->line, c->at, &c->events, NULL);
    c->at++;
    if (jn_line_type(c->line) == JN_UNDO)
        c->step--;
    else
        c->step += !jn_is_joined(c->line);
    return true;
}

bool jn_next_settled(jn_cursor *c)
{
    unsigned at = c->at;
    while (at < c->game->lines && !jn_is_settled(c->game, at))
        at++;
    if (at == c->game->lines)
        return false;
    c->at = at;
    return jn_next(c);
}

/* ------------------------------------------------------------------------------- step by step */

/* Adds the joined lines that follow. The step keeps its own line, seat and state before it. */
static void join(jn_cursor *c)
{
    ek_events more;
    for (; c->at < c->game->lines && jn_is_joined(c->game->line[c->at]); c->at++) {
        jn_advance(c->game, &c->now, c->game->line[c->at], c->at, &more, NULL);
        jn_append_events(&c->events, &more);
    }
}

void jn_first_step(jn_cursor *c, const jn_game *game)
{
    jn_begin(c, game);
    join(c);
}

bool jn_next_step(jn_cursor *c)
{
    if (!jn_next_settled(c))
        return false;
    join(c);
    return true;
}

void jn_go_to_step(jn_cursor *c, const jn_game *game, unsigned step)
{
    jn_first_step(c, game);
    while (c->step < step && jn_next_step(c)) {
    }
}
