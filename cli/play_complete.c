/* Completion of typed lines: commands, and the next words of legal moves. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "play.h"
#include "words_text.h"

static const char *const commands[] = {"help",   "why",     "undo", "log", "map",  "plants",
                                       "prices", "players", "near", "max", "save", "quit"};

typedef struct finder {
    const play *p;
    const char *line;      /* as typed */
    char before[EDIT_MAX]; /* its words before the last one, verb in full */
    char start[EDIT_MAX];  /* the last word, to be completed */
    char (*words)[PLAY_WORD_MAX];
    unsigned count;
} finder;

static void offer(finder *f, const char *word, size_t length)
{
    if (length >= PLAY_WORD_MAX || strncasecmp(word, f->start, strlen(f->start)) != 0)
        return;
    for (unsigned i = 0; i < f->count && i < PLAY_WORDS_MAX; i++)
        if (strlen(f->words[i]) == length && memcmp(f->words[i], word, length) == 0)
            return;
    if (f->count < PLAY_WORDS_MAX) {
        memcpy(f->words[f->count], word, length);
        f->words[f->count][length] = '\0';
    }
    f->count++;
}

/* Offers the word of a move that follows what has been typed. */
static void offer_next(finder *f, const char *text)
{
    const size_t typed = strlen(f->before);
    if (strncasecmp(text, f->before, typed) != 0)
        return;
    if (strlen(f->start) > 0 || typed > 0 || f->line[0] == '\0')
        offer(f, text + typed, strcspn(text + typed, " "));
}

/* Writes a short verb out, so that it can be compared with printed moves. */
static void expand_verb(finder *f, const ek_move *moves, unsigned count)
{
    const size_t length = strcspn(f->before, " ");
    char rest[EDIT_MAX];
    if (length == 0)
        return;
    for (unsigned i = 0; i < count; i++) {
        const char *word = rec_move_word(ek_move_type(moves[i]));
        if (strncasecmp(word, f->before, length) != 0)
            continue;
        snprintf(rest, sizeof rest, "%s", f->before + length);
        snprintf(f->before, sizeof f->before, "%s%.*s", word, EDIT_MAX - 16, rest);
        return;
    }
}

static void cut_line(finder *f)
{
    const char *last = strrchr(f->line, ' ');
    const size_t length = last ? (size_t)(last - f->line) + 1 : 0;
    snprintf(f->before, sizeof f->before, "%.*s", (int)length, f->line);
    snprintf(f->start, sizeof f->start, "%s", f->line + length);
}

static void offer_cities(finder *f)
{
    const bd_board *board = rec_board(f->p->game);
    for (unsigned c = 0; c < board->ek->cities; c++)
        offer(f, board->city[c].id, strlen(board->city[c].id));
}

unsigned play_complete(const play *p, const char *line, char words[PLAY_WORDS_MAX][PLAY_WORD_MAX])
{
    static ek_move moves[EK_MOVES_MAX];
    finder f = {.p = p, .line = line, .words = words};
    const unsigned count = ek_moves(play_rules(p), play_state(p), moves);
    char text[REC_MOVE_MAX];
    cut_line(&f);
    if (strncasecmp(f.before, "why ", 4) == 0)
        memmove(f.before, f.before + 4, strlen(f.before + 4) + 1);
    if (strncasecmp(f.before, "near ", 5) == 0) {
        offer_cities(&f);
        return f.count;
    }
    expand_verb(&f, moves, count);
    for (unsigned i = 0; i < count; i++) {
        rec_print_move(rec_board(p->game), play_state(p), moves[i], text);
        offer_next(&f, text);
    }
    if (strchr(line, ' '))
        return f.count;
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++)
        offer(&f, commands[i], strlen(commands[i]));
    if (f.count == 0 && ek_phase(play_state(p)) == EK_PHASE_BUILDING)
        offer_cities(&f);
    return f.count;
}
