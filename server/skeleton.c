#include "skeleton.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum { UNITS_MAX = 2048, EMOJI_STYLE = 0xfe0f, MARKS_MAX = 3 };

/* Characters without ink. Those in the last line are symbols by their properties. */
static const char invisible[] = "[[:Default_Ignorable_Code_Point:][:White_Space:]"
                                "[:Cc:][:Cf:][:Cs:][:Co:][:Noncharacter_Code_Point:]"
                                "[\\u2800\\U0001D159\\U00013441\\U00013442]-[\\u0020]]";

/* A text in UTF-16, as ICU works on it. */
typedef struct text16 {
    UChar unit[UNITS_MAX];
    int32_t length;
} text16;

/* ICU's tables are opened once, by the one thread that owns the core. */
static const USet *invisible_set(void)
{
    static USet *set;
    UErrorCode status = U_ZERO_ERROR;
    UChar pattern[sizeof invisible];
    if (!set) {
        u_uastrcpy(pattern, invisible);
        set = uset_openPattern(pattern, -1, &status);
    }
    return set;
}

static const USpoofChecker *checker(void)
{
    static USpoofChecker *opened;
    UErrorCode status = U_ZERO_ERROR;
    if (!opened)
        opened = uspoof_open(&status);
    return opened;
}

static void read_name(const char *name, text16 *text, UErrorCode *status)
{
    u_strFromUTF8(text->unit, UNITS_MAX, &text->length, name, -1, status);
}

/* The code points of a text; returns how many, -1: it cannot be read. */
static int32_t code_points(const char *text, UChar32 c[UNITS_MAX])
{
    UErrorCode status = U_ZERO_ERROR;
    text16 units;
    int32_t length;
    read_name(text, &units, &status);
    u_strToUTF32(c, UNITS_MAX, &length, units.unit, units.length, &status);
    return U_FAILURE(status) ? -1 : length;
}

bool sv_has_invisible(const char *text)
{
    const USet *set = invisible_set();
    UChar32 c[UNITS_MAX];
    const int32_t length = code_points(text, c);
    if (!set || length < 0)
        return true;
    for (int32_t i = 0; i < length; i++) {
        /* It makes an emoji of the symbol before it, and phones write it. */
        const bool style = i > 0 && c[i] == EMOJI_STYLE && c[i - 1] > 0x7f &&
                           u_hasBinaryProperty(c[i - 1], UCHAR_EMOJI);
        if (uset_contains(set, c[i]) && !style)
            return true;
    }
    return false;
}

bool sv_has_stray_marks(const char *name)
{
    UChar32 c[UNITS_MAX];
    const int32_t length = code_points(name, c);
    int32_t marks = MARKS_MAX; /* none may come first */
    for (int32_t i = 0; i < length; i++) {
        const bool is_mark = U_GET_GC_MASK(c[i]) & U_GC_M_MASK;
        if (is_mark && ++marks > MARKS_MAX)
            return true;
        if (!is_mark)
            marks = c[i] == ' ' ? MARKS_MAX : 0;
    }
    return length < 0;
}

/* None of these characters needs a surrogate pair. */
bool sv_without_direction_marks(const char *text, char *copy, size_t size)
{
    UErrorCode status = U_ZERO_ERROR;
    text16 units;
    int32_t kept = 0, length;
    read_name(text, &units, &status);
    for (int32_t i = 0; U_SUCCESS(status) && i < units.length; i++)
        if (!u_hasBinaryProperty(units.unit[i], UCHAR_BIDI_CONTROL))
            units.unit[kept++] = units.unit[i];
    u_strToUTF8(copy, (int32_t)size, &length, units.unit, kept, &status);
    return U_SUCCESS(status) && length > 0 && length < (int32_t)size;
}

/* Without case, compatibility forms and characters that show nothing. */
static void fold(const text16 *from, text16 *to, UErrorCode *status)
{
    const UNormalizer2 *folder = unorm2_getNFKCCasefoldInstance(status);
    to->length = unorm2_normalize(folder, from->unit, from->length, to->unit, UNITS_MAX, status);
}

static void skeleton(const text16 *from, text16 *to, UErrorCode *status)
{
    to->length =
        uspoof_getSkeleton(checker(), 0, from->unit, from->length, to->unit, UNITS_MAX, status);
}

/* Several spaces look like one in a page. */
static void join_spaces(text16 *text)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < text->length; i++)
        if (text->unit[i] != ' ' || (kept > 0 && text->unit[kept - 1] != ' '))
            text->unit[kept++] = text->unit[i];
    text->length = kept;
}

/* Capitals and small letters have skeletons of their own, and a skeleton may contain capitals, such
 * as the O for 0: so that of the skeleton without case is taken. */
static void finish(const text16 *name, char key[SV_SKELETON_MAX], UErrorCode *status)
{
    text16 bare, folded;
    skeleton(name, &bare, status);
    fold(&bare, &folded, status);
    skeleton(&folded, &bare, status);
    if (U_FAILURE(*status))
        return;
    join_spaces(&bare);
    u_strToUTF8(key, SV_SKELETON_MAX - 1, NULL, bare.unit, bare.length, status);
    key[SV_SKELETON_MAX - 1] = '\0';
}

bool sv_skeletons_of(const char *name, sv_skeletons *s)
{
    UErrorCode status = U_ZERO_ERROR;
    text16 shown, folded;
    memset(s, 0, sizeof *s);
    read_name(name, &shown, &status);
    fold(&shown, &folded, &status);
    finish(&shown, s->shown, &status);
    finish(&folded, s->folded, &status);
    return U_SUCCESS(status) && s->shown[0] && s->folded[0];
}

const char *sv_skeleton_version(void)
{
    return U_UNICODE_VERSION " ICU " U_ICU_VERSION;
}
