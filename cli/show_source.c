#include "show_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "position.h"
#include "record.h"

static const char position_word[] = "position/";

const cli_option show_options[] = {
    CLI_NUMBER_ROW(
        show_how, to, "to", "N", 0, REC_STEPS_MAX, NULL,
        "after move N of the record, with the cards that follow it; by default after the "
        "last"),
    CLI_FILE_ROW(show_how, board, "board", "FILE",
                 "board file of a position on a board of your own"),
    {.name = NULL}};

static bool complain(const char *verb, const char *what, const rec_error *error)
{
    if (error->line)
        return cli_complain(verb, "%s: line %u, column %u: %s", what, error->line, error->column,
                            error->text);
    if (error->column)
        return cli_complain(verb, "column %u: %s", error->column, error->text);
    return cli_complain(verb, "%s", error->text);
}

static bool open_position(const char *verb, const char *text, const show_how *how, show_source *s)
{
    rec_error error = {.line = 0};
    bd_error why;
    if (how->to != SHOW_LAST)
        return cli_complain(verb, "--to is for records; a position has no moves");
    s->board = how->board ? bd_load_file(how->board, &why) : NULL;
    if (how->board && !s->board)
        return cli_complain(verb, "%s", why.text);
    s->table = (draw_table){.rules = &s->rules, .state = &s->state, .board = s->board};
    if (!rec_position_parse(text, &s->table.board, &s->rules, &s->state, &error))
        return complain(verb, "position", &error);
    return true;
}

/* Moves are counted as the record numbers them; cards are not moves. */
static bool go_back_to(const char *verb, unsigned to, rec_game *game)
{
    jn_cursor c;
    unsigned moves = 0, steps = 0; /* all moves; the steps before move to + 1 */
    jn_first_step(&c, rec_journal(game));
    while (jn_next_step(&c)) {
        moves += jn_is_move(c.line);
        if (moves <= to)
            steps = c.step;
    }
    if (to != SHOW_LAST && to > moves)
        return cli_complain(verb, "--to %u: the game has only %u moves", to, moves);
    rec_undo_to(game, steps);
    return true;
}

static bool open_record(const char *verb, const char *path, const char *text, size_t size,
                        const show_how *how, show_source *s)
{
    rec_error error = {.line = 0};
    if (how->board)
        return cli_complain(verb, "--board is for positions; a record names its board");
    s->game = rec_read(path, text, size, &error);
    if (!s->game)
        return complain(verb, path, &error);
    if (!go_back_to(verb, how->to, s->game))
        return false;
    s->table = (draw_table){
        .board = rec_board(s->game), .rules = rec_rules(s->game), .state = rec_state(s->game)};
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        s->table.name[seat] = rec_options_of(s->game)->name[seat];
    return true;
}

bool show_open(const char *verb, const char *what, const show_how *how, show_source *s)
{
    size_t size;
    *s = (show_source){.game = NULL};
    if (strncmp(what, position_word, sizeof position_word - 1) == 0)
        return open_position(verb, what, how, s);
    char *text = cli_read_file(verb, what, REC_RECORD_MAX, &size);
    if (!text)
        return false;
    const bool is_position = strncmp(text, position_word, sizeof position_word - 1) == 0;
    if (is_position)
        text[strcspn(text, "\r\n")] = '\0';
    const bool ok = is_position ? open_position(verb, text, how, s)
                                : open_record(verb, what, text, size, how, s);
    free(text);
    return ok;
}

void show_close(show_source *s)
{
    rec_free(s->game);
    bd_free(s->board);
}
