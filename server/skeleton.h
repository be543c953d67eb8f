/*
 * What a name looks like: by ICU, so that the tables of Unicode are kept up to date elsewhere.
 *
 * Two names look alike if they have a skeleton in common (Unicode Technical Standard 39). A name
 * has two: one of its letters as they are, because "Ivan" with a capital I looks like "lvan" with a
 * small l, and one of its letters without case, because "IVAN" is the same name.
 */
#ifndef ELEKTRO_SERVER_SKELETON_H
#define ELEKTRO_SERVER_SKELETON_H

#include <stdbool.h>
#include <stddef.h>

enum { SV_SKELETON_MAX = 1024 };

typedef struct sv_skeletons {
    char folded[SV_SKELETON_MAX]; /* without case */
    char shown[SV_SKELETON_MAX];  /* as it is written; often the same */
} sv_skeletons;

/* The skeletons of a name in UTF-8; false if it has none. */
__attribute__((warn_unused_result)) bool sv_skeletons_of(const char *name, sv_skeletons *skeletons);

/* Whether a text contains a character that shows nothing, or a space other than " ". */
bool sv_has_invisible(const char *text);
/* Whether a name has accents without a letter below them, or more of them than a language needs:
 * they would be drawn over other lines. */
bool sv_has_stray_marks(const char *name);

/* Copies a text in UTF-8 without the invisible characters that set the direction of letters: they
 * could turn around what a page or a terminal shows next to the text. Letters that are written from
 * right to left need none. False if nothing is left, or more than fits. */
bool sv_without_direction_marks(const char *text, char *copy, size_t size);

/* The version of Unicode by which skeletons are made: another version may make others. */
const char *sv_skeleton_version(void);

#endif
