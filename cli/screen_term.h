/* The terminal itself: keys one by one, its size, and giving it back as it was. */
#ifndef ELEKTRO_CLI_SCREEN_TERM_H
#define ELEKTRO_CLI_SCREEN_TERM_H

#include <stdbool.h>
#include <stddef.h>

/* Keys that are no character. Characters are themselves, control keys 1 to 31. */
enum term_key {
    TERM_NONE = 0x110000, /* nothing was typed in time */
    TERM_CLOSED,          /* there is no terminal any more */
    TERM_RESIZED,
    TERM_UP,
    TERM_DOWN,
    TERM_LEFT,
    TERM_RIGHT,
    TERM_HOME,
    TERM_END,
    TERM_DELETE,
    TERM_PAGE_UP,
    TERM_PAGE_DOWN,
    TERM_F1,
    TERM_F2,
    TERM_F3,
    TERM_F4,
    TERM_OTHER /* any other key */
};

enum { TERM_INTERRUPT = 3, TERM_ENTER = '\r', TERM_ESCAPE = 27, TERM_BACKSPACE = 127 };

/* Takes the terminal over: keys unechoed, a screen of its own. False if there is none. It is given
 * back by term_close, at exit and by every signal that ends the program. */
bool term_open(void);
void term_close(void);

/* Its size now; 80 × 24 if it does not tell. */
void term_size(int fd, unsigned *width, unsigned *height);

/* Waits for a key, at most so long; a negative time is for ever. */
unsigned term_read_key(int milliseconds);

/* Keys that are typed while nobody waits for one are read later. */

/* Whether Ctrl-C was typed, or the terminal is gone. May be called on any thread. */
bool term_is_left(void);

/* Waits so long; Enter or the space bar ends it and is TERM_ENTER. Other keys are typed ahead, and
 * all that follow them. Also returns TERM_NONE, TERM_RESIZED, TERM_CLOSED or TERM_INTERRUPT. */
unsigned term_pause(unsigned milliseconds);

/* Drops keys that were typed ahead. */
void term_forget(void);

/* ---------------------------------------------------------------------------- editing a line */

enum { EDIT_MAX = 160, EDIT_HISTORY = 50 };

typedef struct edit_line {
    char text[EDIT_MAX]; /* UTF-8 */
    unsigned length, cursor;
    char history[EDIT_HISTORY][EDIT_MAX];
    unsigned entries, browsing; /* browsing == entries: the line being typed */
} edit_line;

void edit_clear(edit_line *e);
/* Remembers the line for the arrow keys. */
void edit_remember(edit_line *e);
/* Replaces the word before the cursor. */
void edit_complete(edit_line *e, unsigned from, const char *word);
/* Lets a key change the line; false if it means nothing to it. */
bool edit_key(edit_line *e, unsigned key);
/* Where the word before the cursor begins. */
unsigned edit_word_start(const edit_line *e);

#endif
