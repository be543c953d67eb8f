#include "limits_shared.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "log.h"

enum {
    KEY_DIGITS = 16,
    LINE_TEXT = 56, /* a key, two numbers of 10 digits, one of 15, and what is between them */
    MOMENT_TEXT = 17
};

#define MOMENT_MAX INT64_C(999999999999999) /* of 15 digits */

_Static_assert(MOMENT_TEXT + SV_LIMIT_DUE_MAX * LINE_TEXT < SV_LIMITS_TEXT,
               "a message has no room for all");
_Static_assert((int)SV_LIMITS_TEXT <= (int)SV_SAID_MAX, "the database has no room for a message");

/* From the highest credit of a bucket to its deepest debt: more makes no difference. */
static int64_t reach_of(const sv_rate *rate)
{
    return (int64_t)rate->max * 1000 * (1 + SV_LIMIT_DEBT_MAX);
}

static int64_t within(int64_t number, int64_t reach)
{
    return number > reach ? reach : number < -reach ? -reach : number;
}

/* ------------------------------------------------------------------------------------ messages */

static size_t print_bucket(sv_limits *limits, unsigned i, char *text, size_t room)
{
    const sv_bucket *b = &limits->place[i / SV_LIMIT_WAYS][i % SV_LIMIT_WAYS];
    const int64_t taken = within(limits->spent.thousandths[i], reach_of(&b->rate));
    limits->spent.is_due[i] = false;
    limits->spent.thousandths[i] = 0;
    return taken == 0 ? 0
                      : (size_t)snprintf(text, room, "%016" PRIx64 " %d %d %" PRId64 "\n", b->key,
                                         b->rate.per_second, b->rate.max, taken);
}

void sv_limits_print(sv_limits *limits, char text[SV_LIMITS_TEXT], int64_t now)
{
    sv_spent *s = &limits->spent;
    const size_t begin =
        (size_t)snprintf(text, SV_LIMITS_TEXT, "%" PRId64 "\n", within(now, MOMENT_MAX));
    size_t length = begin;
    for (unsigned i = 0; i < s->due_count; i++)
        length += print_bucket(limits, s->due[i], text + length, SV_LIMITS_TEXT - length);
    if (length == begin)
        text[0] = '\0';
    s->due_count = 0;
    s->hurry = false;
}

/* Reads a number within bounds, and the character that ends it. */
static bool read_number(const char **at, int64_t from, int64_t to, char end, int64_t *number)
{
    char *rest;
    if (!strchr("-0123456789", **at))
        return false;
    errno = 0;
    *number = strtoll(*at, &rest, 10);
    if (errno || rest == *at || *rest != end || *number < from || *number > to)
        return false;
    *at = rest + 1;
    return true;
}

static bool read_key(const char **at, uint64_t *key)
{
    if (strspn(*at, "0123456789abcdef") != KEY_DIGITS || (*at)[KEY_DIGITS] != ' ')
        return false;
    *key = strtoull(*at, NULL, 16);
    *at += KEY_DIGITS + 1;
    return true;
}

static bool read_line(const char **at, sv_taken *l)
{
    int64_t per_second, max;
    if (!read_key(at, &l->key) || !read_number(at, 1, INT32_MAX, ' ', &per_second) ||
        !read_number(at, 1, INT32_MAX, ' ', &max))
        return false;
    l->rate = (sv_rate){(int32_t)per_second, (int32_t)max};
    return read_number(at, -reach_of(&l->rate), reach_of(&l->rate), '\n', &l->thousandths);
}

bool sv_limits_take_text(sv_limits *limits, const char *text, int64_t now)
{
    sv_taken all[SV_LIMIT_DUE_MAX];
    unsigned count = 0;
    int64_t moment = 0;
    if (*text && !read_number(&text, 0, MOMENT_MAX, '\n', &moment))
        return false;
    while (*text)
        if (count == SV_LIMIT_DUE_MAX || !read_line(&text, &all[count++]))
            return false;
    for (unsigned i = 0; i < count; i++)
        sv_limit_take_elsewhere(limits, &all[i], moment, now);
    return true;
}

/* --------------------------------------------------------------------------------------- turns */

void sv_limits_hear(sv_core *core)
{
    sv_db *db = core->store.db;
    char text[SV_SAID_MAX];
    core->limits.nodes = core->nodes.count;
    sv_limits_count_spent(&core->limits, db->say && core->nodes.count > 1);
    while (db->heard && db->heard(db, text))
        if (!sv_limits_take_text(&core->limits, text, sv_nodes_time(core)))
            sv_log("warning", "a message of another server about limits cannot be read", NULL);
}

static bool are_due(const sv_spent *s, int64_t now)
{
    return s->due_count == SV_LIMIT_DUE_MAX ||
           (s->due_count > 0 && (s->hurry || now - s->told >= SV_LIMITS_TOLD_MS));
}

void sv_limits_tell(sv_core *core)
{
    char text[SV_LIMITS_TEXT];
    sv_spent *s = &core->limits.spent;
    const int64_t now = sv_milliseconds();
    if (!are_due(s, now))
        return;
    s->told = now;
    sv_limits_print(&core->limits, text, sv_nodes_time(core));
    if (text[0])
        core->store.db->say(core->store.db, text);
}
