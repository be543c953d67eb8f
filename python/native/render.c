/* The table as text, drawn as `elektro show` draws it. */
#include <stdlib.h>

#include "../../cli/draw.h"
#include "games.h"

/* The table of a game, drawn on a sheet, and the pending decision below it. */
static void print_table(const draw_table *table, screen *sheet, FILE *out)
{
    const screen_terms terms = {.colours = SCREEN_PLAIN, .utf8 = true};
    char status[256];
    draw_all(sheet, table, sheet->height);
    screen_print(sheet, &terms, false, out);
    draw_status(table, status, sizeof status);
    fprintf(out, "%s.\n", status);
}

char *env_render(const env_batch *batch, uint32_t game, uint32_t seat, uint32_t width,
                 uint32_t height)
{
    ek_state view = batch->arrays.state[game];
    const draw_table table = {.board = batch->board,
                              .rules = batch->rules[game],
                              .state = &view,
                              .name = {"", "", "", "", "", ""}};
    screen sheet;
    char *text = NULL;
    size_t size;
    if (seat != EK_NOBODY)
        ek_view(batch->rules[game], &batch->arrays.state[game], seat, &view);
    if (width < DRAW_WIDTH_MIN || height < DRAW_ROWS_MIN || !screen_make(&sheet, width, height))
        return NULL;
    FILE *out = open_memstream(&text, &size);
    if (out) {
        print_table(&table, &sheet, out);
        fclose(out);
    }
    screen_free(&sheet);
    return text;
}

void env_free(char *text)
{
    free(text);
}
