/* A record with the analysis as comments. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyse.h"
#include "cli.h"
#include "files.h"
#include "play_file.h"

static const char kind[] = "analysis";

/* Comments in the order of the game. */
typedef struct comments {
    const analyse_task *task;
    unsigned decision, card; /* the next ones */
} comments;

static bool comment_on_move(comments *c, unsigned number, char text[ANALYSE_TEXT_MAX])
{
    const an_game *g = c->task->game;
    while (c->decision < g->decisions && g->decision[c->decision].last < number)
        c->decision++;
    const an_decision *d = c->decision < g->decisions ? &g->decision[c->decision] : NULL;
    if (!d || d->last != number || !d->assessed)
        return false;
    analyse_verdict_text(c->task, d, text);
    for (unsigned i = 0; i < analyse_reasons_told(d); i++) {
        char reason[REC_STORY_MAX];
        const size_t length = strlen(text);
        analyse_reason_text(c->task, d, i, reason);
        snprintf(text + length, ANALYSE_TEXT_MAX - length, "%s%s", i ? " " : ". ", reason);
    }
    return true;
}

static bool comment_on_card(comments *c, unsigned number, unsigned plant,
                            char text[ANALYSE_TEXT_MAX])
{
    const an_game *g = c->task->game;
    while (c->card < g->cards && g->card[c->card].number < number)
        c->card++;
    const an_card *card = c->card < g->cards ? &g->card[c->card] : NULL;
    if (!card || card->number != number || card->plant != plant)
        return false;
    c->card++;
    if (card->assessed)
        analyse_luck_text(c->task, card, text);
    return card->assessed;
}

static bool comment(void *data, unsigned moves, unsigned plant, char text[REC_LINE_MAX])
{
    char whole[ANALYSE_TEXT_MAX];
    const bool is_known =
        plant ? comment_on_card(data, moves, plant, whole) : comment_on_move(data, moves, whole);
    if (is_known)
        snprintf(text, REC_LINE_MAX, "%.*s", REC_LINE_MAX - 1, whole);
    return is_known;
}

/* -------------------------------------------------------------------------------------- writing */

static bool is_same_game(const rec_game *a, const rec_game *b)
{
    char *first = rec_write(a);
    char *second = rec_write(b);
    const bool same = first && second && strcmp(first, second) == 0;
    free(first);
    free(second);
    return same;
}

bool analyse_may_write(const char *verb, const char *path, const rec_game *record)
{
    struct stat status;
    rec_error error;
    size_t size;
    if (strcmp(path, "-") == 0 || stat(path, &status) != 0 || status.st_size == 0)
        return true;
    char *text = S_ISREG(status.st_mode) ? cli_read_file(verb, path, REC_RECORD_MAX, &size) : NULL;
    rec_game *other = text ? rec_read(path, text, size, &error) : NULL;
    const bool may = other && is_same_game(record, other);
    rec_free(other);
    free(text);
    return may ||
           cli_complain(verb, "%s exists and is not a record of this game; choose another name",
                        path);
}

bool analyse_annotate(const char *verb, const analyse_task *task, const char *name,
                      const char *text, size_t size, const char *path)
{
    comments c = {.task = task};
    const rec_commenter commenter = {.comment = comment, .data = &c};
    rec_error error;
    char *annotated = rec_annotate(name, text, size, kind, &commenter, &error);
    if (!annotated)
        return cli_complain(verb, "%s", error.text);
    const size_t length = strlen(annotated);
    bool ok = true;
    if (strcmp(path, "-") == 0)
        fwrite(annotated, 1, length, stdout); /* cli_printed tells whether that worked */
    else
        ok = file_write(path, annotated, length, false, &error) ||
             cli_complain(verb, "%s", error.text);
    free(annotated);
    return ok;
}
