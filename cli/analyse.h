/* The parts of elektro analyse: assessing on all cores with a journal, and the report as text. */
#ifndef ELEKTRO_CLI_ANALYSE_H
#define ELEKTRO_CLI_ANALYSE_H

#include <stdio.h>

#include "record.h"
#include "report.h"
#include "story.h"

/* What is analysed, and how. */
typedef struct analyse_task {
    const rec_game *record;
    an_game *game;
    an_about about;
    bot_judge judge;
    unsigned from, to;   /* numbers of moves */
    unsigned threads;    /* 0: one for each core */
    const char *journal; /* path or NULL */
} analyse_task;

/* analyse_run.c: assesses decisions and cards, shows progress, sums up. False and error if the
 * journal cannot be used, or without memory. */
bool analyse_run(const analyse_task *task, rec_error *error);

/* Whether a decision or card belongs to the moves that are analysed. */
bool analyse_is_wanted(const analyse_task *task, unsigned number);

/* analyse_words.c: what is said of a decision or card, in one line. */
enum { ANALYSE_TEXT_MAX = 2 * AN_TURN_MAX };
void analyse_verdict_text(const analyse_task *task, const an_decision *decision,
                          char text[ANALYSE_TEXT_MAX]);
/* How many of its reasons are told, and one of them as a sentence. */
unsigned analyse_reasons_told(const an_decision *decision);
void analyse_reason_text(const analyse_task *task, const an_decision *decision, unsigned i,
                         char text[REC_STORY_MAX]);
void analyse_luck_text(const analyse_task *task, const an_card *card, char text[ANALYSE_TEXT_MAX]);
double analyse_percent(int32_t parts); /* of 1/10000 */

/* analyse_annotate.c: writes a copy of the record with comments; "-" is standard output. False
 * after a message in the name of the verb. */
bool analyse_annotate(const char *verb, const analyse_task *task, const char *name,
                      const char *text, size_t size, const char *path);
/* Whether the copy may have this name: no other file is replaced. */
bool analyse_may_write(const char *verb, const char *path, const rec_game *record);

/* How the text is laid out. */
typedef struct analyse_layout {
    unsigned width;
    bool utf8, all; /* all: every decision and card, not only those that matter */
} analyse_layout;

/* analyse_text.c */
void analyse_print(const analyse_task *task, const analyse_layout *layout);

/* analyse_journal.c. The journal of an analysis: a first line that says what was analysed and how,
 * then a line for each decision or card that has been assessed. */

/* Opens a journal to go on with an analysis, and takes from it what has been assessed. NULL and
 * error if it cannot be opened or belongs to another analysis. play: a hash of assessments, which
 * changes when bots or weights do. */
FILE *analyse_journal_open(const analyse_task *task, uint64_t play, rec_error *error);
/* analyse_check.c: whether what a journal says of a decision or card can be true of it. */
bool analyse_is_possible(const analyse_task *task, const an_decision *decision);
bool analyse_is_possible_luck(const analyse_task *task, const an_card *card);
/* Adds what was found; false if it cannot be written. */
bool analyse_journal_add(FILE *journal, const an_game *game, unsigned number);

#endif
