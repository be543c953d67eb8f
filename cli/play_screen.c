/* Playing on the whole screen: the table above, what happened and the prompt below. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"

enum { NEWS_MAX = 8 };

static const screen_style plain = {INK_PLAIN, INK_SHEET, false};
static const screen_style quiet = {INK_QUIET, INK_SHEET, false};
static const screen_style warning = {INK_WARNING, INK_SHEET, true};
static const screen_style bar = {INK_PLAIN, INK_BAR, false};
static const screen_style prompt_style = {INK_STRONG, INK_SHEET, true};

static const char *const key_hint = "? help  TAB complete  u undo  log  q quit";

/* ----------------------------------------------------------------------------------- composing */

/* Rows below the table for what happened. */
static unsigned news_rows(unsigned height)
{
    const unsigned rows = height < 30 ? 2 : (height - 22) / 4;
    return rows > NEWS_MAX ? NEWS_MAX : rows;
}

/* Writes a text of several lines into rows; what does not fit is left out. */
static void draw_text(screen *s, unsigned y, unsigned rows, screen_style style, const char *text)
{
    for (unsigned row = 0; row < rows && *text; row++) {
        const size_t length = strcspn(text, "\n");
        screen_printf(s, 1, y + row, style, s->width - 2, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* The last sentences of the log, newest below. */
static void draw_news(screen *s, const play *p, unsigned y, unsigned rows)
{
    const unsigned shown = p->log_count < rows ? p->log_count : rows;
    for (unsigned i = 0; i < shown; i++)
        screen_put(s, 1, y + i, i + 1 == shown ? plain : quiet, s->width - 2,
                   p->log[p->log_count - shown + i]);
}

static void draw_below(screen *s, const play *p, const draw_table *t, unsigned rows)
{
    char status[256];
    const unsigned y = s->height - rows - 2;
    if (p->save_error[0])
        screen_printf(s, 1, y, warning, s->width - 2, "Not saved: %s", p->save_error);
    else if (p->message)
        draw_text(s, y, rows, plain, p->message);
    else
        draw_news(s, p, y, rows);
    draw_status(t, status, sizeof status);
    screen_fill(s, 0, s->height - 2, s->width, 1, bar);
    screen_put(s, 1, s->height - 2, bar, s->width - 2, status);
    const unsigned width = screen_text_width(key_hint);
    if (screen_text_width(status) + width + 4 < s->width)
        screen_put(s, s->width - width - 1, s->height - 2,
                   (screen_style){INK_QUIET, INK_BAR, false}, width, key_hint);
}

static void compose(screen *s, const play *p)
{
    ek_state view;
    draw_table t;
    const unsigned rows = news_rows(s->height);
    play_view(p, &view, &t);
    if (s->width < DRAW_WIDTH_MIN || s->height < DRAW_ROWS_MIN + 4)
        screen_printf(s, 0, 0, warning, s->width, "Enlarge the window to %u x %u cells.",
                      DRAW_WIDTH_MIN, DRAW_ROWS_MIN + 4);
    else
        draw_all(s, &t, s->height - rows - 2);
    if (s->height > rows + 2)
        draw_below(s, p, &t, rows);
}

/* Puts a sheet on the terminal, the cursor where typing goes on. */
static void put_out(const screen *s, const play *p, unsigned cursor)
{
    fputs("\033[?25l", stdout);
    screen_print(s, &p->terms, true, stdout);
    if (cursor)
        printf("\033[%u;%uH\033[?25h", s->height, cursor);
    fflush(stdout);
}

static void draw_prompt(screen *s, const play *p, const char *prompt, unsigned *cursor)
{
    const unsigned y = s->height - 1;
    unsigned x = screen_put(s, 0, y, prompt_style, s->width / 2, prompt);
    char before[EDIT_MAX];
    snprintf(before, sizeof before, "%.*s", (int)p->edit.cursor, p->edit.text);
    screen_put(s, x, y, plain, s->width - x, p->edit.text);
    *cursor = x + screen_text_width(before) + 1;
    if (*cursor > s->width)
        *cursor = s->width;
}

static void redraw(play *p, const char *prompt)
{
    screen s;
    unsigned width, height, cursor = 0;
    term_size(STDOUT_FILENO, &width, &height);
    if (!screen_make(&s, width, height))
        return;
    compose(&s, p);
    if (prompt)
        draw_prompt(&s, p, prompt, &cursor);
    put_out(&s, p, cursor);
    screen_free(&s);
}

static void show(play *p)
{
    redraw(p, NULL);
}

/* --------------------------------------------------------------------------------------- pages */

static unsigned count_lines(const char *text)
{
    unsigned lines = 0;
    for (; *text; lines++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return lines;
}

static const char *line_at(const char *text, unsigned line)
{
    for (; line > 0 && *text; line--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

/* Shows one page of a long text and waits; returns the line the next page begins with. */
static unsigned show_page(play *p, const char *text, unsigned from, unsigned lines)
{
    screen s;
    unsigned width, height;
    term_size(STDOUT_FILENO, &width, &height);
    if (height < 3 || !screen_make(&s, width, height))
        return lines;
    const unsigned rows = height - 2;
    draw_text(&s, 1, rows, plain, line_at(text, from));
    screen_fill(&s, 0, height - 1, width, 1, bar);
    screen_put(&s, 1, height - 1, bar, width - 2,
               from + rows < lines ? "Enter: more   Esc: back to the table"
                                   : "Enter: back to the table");
    put_out(&s, p, 0);
    screen_free(&s);
    for (;;) {
        const unsigned key = term_read_key(-1);
        if (key == TERM_RESIZED)
            return from;
        if (key == TERM_UP || key == TERM_PAGE_UP)
            return from > rows ? from - rows : 0;
        if (key == TERM_CLOSED || key == TERM_ESCAPE || key == 'q')
            return lines;
        if (key != TERM_NONE)
            return from + rows;
    }
}

/* Breaks lines that are too long where they have a space. The text is changed. */
static void wrap(char *text, unsigned width)
{
    char *space = NULL;
    unsigned column = 0;
    for (char *c = text; *c; c++) {
        if (*c == '\n') {
            column = 0;
            space = NULL;
            continue;
        }
        column += ((unsigned char)*c & 0xc0) != 0x80;
        if (*c == ' ' && column > width / 4)
            space = c;
        if (column > width && space) {
            *space = '\n';
            column = (unsigned)(c - space);
            space = NULL;
        }
    }
}

static void tell(play *p, const char *text)
{
    unsigned width, height;
    term_size(STDOUT_FILENO, &width, &height);
    free(p->message);
    p->message = strdup(text);
    if (!p->message)
        return;
    wrap(p->message, width > 2 ? width - 2 : 1);
    const unsigned lines = count_lines(p->message);
    if (lines <= news_rows(height))
        return;
    char *page = p->message;
    p->message = NULL;
    for (unsigned from = 0; from < lines;)
        from = show_page(p, page, from, lines);
    free(page);
}

/* --------------------------------------------------------------------------------------- typing */

/* The longest beginning that all words share. */
static void shared_beginning(char words[PLAY_WORDS_MAX][PLAY_WORD_MAX], unsigned count)
{
    for (unsigned i = 1; i < count && i < PLAY_WORDS_MAX; i++) {
        unsigned same = 0;
        while (words[0][same] && words[0][same] == words[i][same])
            same++;
        words[0][same] = '\0';
    }
}

static void list_words(play *p, char words[PLAY_WORDS_MAX][PLAY_WORD_MAX], unsigned count)
{
    char text[512];
    size_t used = 0;
    for (unsigned i = 0; i < count && i < PLAY_WORDS_MAX && used < sizeof text - 64; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s  ", words[i]);
    free(p->message);
    p->message = strdup(text);
}

static void complete(play *p)
{
    char words[PLAY_WORDS_MAX][PLAY_WORD_MAX], line[EDIT_MAX], shared[PLAY_WORD_MAX + 1];
    if (!p->game)
        return;
    snprintf(line, sizeof line, "%.*s", (int)p->edit.cursor, p->edit.text);
    const unsigned count = play_complete(p, line, words);
    const unsigned from = edit_word_start(&p->edit);
    if (count == 0)
        return;
    if (count > 1)
        list_words(p, words, count);
    shared_beginning(words, count);
    snprintf(shared, sizeof shared, "%s%s", words[0], count == 1 ? " " : "");
    if (strlen(shared) >= p->edit.cursor - from)
        edit_complete(&p->edit, from, shared);
}

/* Keys that act at once on an empty line. */
static const char *shortcut(unsigned key)
{
    switch (key) {
    case '?':
    case TERM_F1:
        return "?";
    case '<':
        return "undo";
    case '+':
        return "bid +";
    case '-':
        return "pass";
    case '.':
        return "done";
    case '=':
        return "=";
    case TERM_F2:
        return "plants";
    case TERM_F3:
        return "prices";
    case TERM_F4:
        return "log";
    default:
        return NULL;
    }
}

enum { CONTROL_D = 4, CONTROL_L = 12 };

static bool ask(play *p, const char *prompt, char line[EDIT_MAX])
{
    edit_clear(&p->edit);
    for (;;) {
        redraw(p, prompt);
        const unsigned key = term_read_key(-1);
        const char *at_once = p->edit.length == 0 ? shortcut(key) : NULL;
        const bool leaves = key == TERM_INTERRUPT || (key == CONTROL_D && p->edit.length == 0);
        if (key == TERM_CLOSED)
            return false;
        if (key == TERM_ENTER || at_once || leaves) {
            free(p->message);
            p->message = NULL;
            edit_remember(&p->edit);
            snprintf(line, EDIT_MAX, "%s", leaves ? "quit" : at_once ? at_once : p->edit.text);
            return true;
        }
        if (key == '\t')
            complete(p);
        else if (key == CONTROL_L)
            fputs("\033[2J", stdout);
        else
            edit_key(&p->edit, key);
    }
}

/* ------------------------------------------------------------------------------ between people */

static void pass(play *p, unsigned seat)
{
    screen s;
    unsigned width, height, key;
    term_forget(); /* keys typed ahead are no answer of the next person */
    do {
        term_size(STDOUT_FILENO, &width, &height);
        p->viewer = EK_NOBODY;
        if (!screen_make(&s, width, height))
            return;
        compose(&s, p);
        screen_fill(
            &s, 0, height - 1, width, 1,
            (screen_style){(uint8_t)(INK_ON_PLAYER + seat), (uint8_t)(INK_PLAYER + seat), true});
        screen_printf(
            &s, 1, height - 1,
            (screen_style){(uint8_t)(INK_ON_PLAYER + seat), (uint8_t)(INK_PLAYER + seat), true},
            width - 2, "%s, it is your turn. Press Enter when you sit at the keyboard.",
            play_name(p, seat));
        put_out(&s, p, 0);
        screen_free(&s);
        key = term_read_key(-1);
        p->quit = key == TERM_CLOSED || key == TERM_INTERRUPT;
    } while (key != TERM_ENTER && !p->quit);
}

static void pause_for_reading(play *p)
{
    unsigned key;
    while ((key = term_pause(p->pace)) == TERM_RESIZED)
        show(p);
    p->skipping = key == TERM_ENTER;
    p->quit = key == TERM_INTERRUPT || key == TERM_CLOSED;
}

const play_front play_screen = {ask, tell, show, pass, pause_for_reading, term_is_left};
