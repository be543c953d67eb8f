#include "show_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "position.h"
#include "record.h"

static const char position_word[] = "position/";

static bool complain(const char *verb, const char *what, const rec_error *error)
{
    if (error->line)
        fprintf(stderr, "elektro %s: %s: line %u, column %u: %s\n", verb, what, error->line,
                error->column, error->text);
    else if (error->column)
        fprintf(stderr, "elektro %s: column %u: %s\n", verb, error->column, error->text);
    else
        fprintf(stderr, "elektro %s: %s\n", verb, error->text);
    return false;
}

static bool open_position(const char *verb, const char *text, show_source *s)
{
    rec_error error = {.line = 0};
    s->table = (draw_table){.rules = &s->rules, .state = &s->state};
    if (!rec_position_parse(text, &s->table.board, &s->rules, &s->state, &error))
        return complain(verb, "position", &error);
    return true;
}

static bool open_record(const char *verb, const char *path, const char *text, size_t size, long to,
                        show_source *s)
{
    rec_error error = {.line = 0};
    s->game = rec_read(path, text, size, &error);
    if (!s->game)
        return complain(verb, path, &error);
    const unsigned steps = rec_steps(s->game);
    if (to > (long)steps) {
        fprintf(stderr, "elektro %s: the game has only %u steps\n", verb, steps);
        return false;
    }
    while (to >= 0 && rec_steps(s->game) > (unsigned)to && rec_undo(s->game, &error)) {
    }
    s->table = (draw_table){
        .board = rec_board(s->game), .rules = rec_rules(s->game), .state = rec_state(s->game)};
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        s->table.name[seat] = rec_options_of(s->game)->name[seat];
    return true;
}

bool show_open(const char *verb, const char *what, long to, show_source *s)
{
    size_t size;
    *s = (show_source){.game = NULL};
    if (strncmp(what, position_word, sizeof position_word - 1) == 0)
        return open_position(verb, what, s);
    char *text = cli_read_file(verb, what, REC_RECORD_MAX, &size);
    if (!text)
        return false;
    const bool is_position = strncmp(text, position_word, sizeof position_word - 1) == 0;
    if (is_position)
        text[strcspn(text, "\r\n")] = '\0';
    const bool ok =
        is_position ? open_position(verb, text, s) : open_record(verb, what, text, size, to, s);
    free(text);
    return ok;
}

void show_close(show_source *s)
{
    rec_free(s->game);
}
