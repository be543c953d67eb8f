/*
 * Game records. An input is the text of one; an accepted game must obey the laws, and be the same
 * game and the same bytes when it is written and read again. Its shuffle is checked, with its own
 * lines as the notes of a player: notes can only make the verdict worse. Comments are added to it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "shuffle_check.h"

static void hold(bool law, const char *words)
{
    if (law)
        return;
    fprintf(stderr, "%s\n", words);
    abort();
}

static uint64_t public_hash(const rec_game *game)
{
    ek_state view;
    ek_view(rec_rules(game), rec_state(game), EK_NOBODY, &view);
    return ek_hash(&view);
}

static void check_game(const rec_game *game)
{
    rec_error error;
    hold(ek_check(rec_rules(game), rec_state(game)) == EK_LAW_NONE, "a law is broken");
    char *text = rec_write(game);
    hold(text, "a game cannot be written");
    rec_game *again = rec_read("fuzz", text, strlen(text), &error);
    hold(again, "a written record cannot be read");
    char *rewritten = rec_write(again);
    hold(rewritten && strcmp(text, rewritten) == 0,
         "a written record is written differently the second time");
    hold(public_hash(game) == public_hash(again), "the game read differs from the game written");
    rec_free(again);
    free(rewritten);
    free(text);
}

static void check_shuffle(const rec_game *game, const uint8_t *data, size_t size)
{
    rec_error error;
    rec_fairness alone, noted;
    char *text = strndup((const char *)data, size);
    hold(text, "no memory");
    const bool consistent = rec_check_shuffle(text, game, NULL, &alone, &error);
    const bool fair = rec_check_shuffle(text, game, text, &noted, &error);
    hold(consistent || !fair, "a shuffle is fair by notes, but does not follow from the record");
    hold(!fair || alone.version == 2, "a shuffle without seals is called fair");
    free(text);
}

static bool remark(void *data, unsigned moves, unsigned plant, char text[REC_LINE_MAX])
{
    (void)data;
    snprintf(text, REC_LINE_MAX, "ä %u %u", moves, plant);
    return (moves + plant) % 3 != 0;
}

/* A record with comments is the same game, and has the same comments when they are added again. */
static void check_comments(const rec_game *game, const uint8_t *data, size_t size)
{
    const rec_commenter commenter = {.comment = remark};
    rec_error error = {0};
    char *once = rec_annotate("fuzz", (const char *)data, size, "fuzz", &commenter, &error);
    hold(once || strcmp(error.code, "record-too-long") == 0, "a record cannot be annotated");
    if (!once)
        return;
    rec_game *read = rec_read("fuzz", once, strlen(once), &error);
    hold(read, "an annotated record cannot be read");
    hold(public_hash(game) == public_hash(read), "an annotated record is another game");
    char *twice = rec_annotate("fuzz", once, strlen(once), "fuzz", &commenter, &error);
    hold(twice && strcmp(once, twice) == 0, "comments that are added again are different");
    rec_free(read);
    free(twice);
    free(once);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rec_error error;
    rec_game *game = rec_read("fuzz", (const char *)data, size, &error);
    if (game) {
        check_game(game);
        check_shuffle(game, data, size);
        check_comments(game, data, size);
    } else {
        hold(error.line > 0 && error.column > 0 && error.code[0] && error.text[0],
             "a refusal has no place or no words");
    }
    rec_free(game);
    return 0;
}
