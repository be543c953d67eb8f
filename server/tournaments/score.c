#include "tournaments/score.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------------------- a table */

unsigned sv_score_points(unsigned count, unsigned rank, unsigned sharing)
{
    /* The ranks are evenly spaced: the mean of shared ones is half-way between first and last. */
    return SV_SCORE_WIN / 2 * (2 * (count - rank) - (sharing - 1)) / (count - 1);
}

/* A rank as the game gave it; all are first if there is no result. */
static unsigned result_of(const sv_score_table *t, unsigned seat)
{
    return t->no_result ? 1 : t->engine_rank[seat];
}

void sv_score_table_rank(sv_score_table *t)
{
    for (unsigned i = 0; i < t->count; i++) {
        unsigned ahead = 0, sharing = 0;
        for (unsigned j = 0; j < t->count; j++) {
            if (t->left[i] != t->left[j]) {
                ahead += t->left[i];
            } else if (t->left[i] || result_of(t, j) == result_of(t, i)) {
                sharing++;
            } else {
                ahead += result_of(t, j) < result_of(t, i);
            }
        }
        t->rank[i] = t->over ? (uint8_t)(ahead + 1) : 0;
        t->points[i] =
            t->over && !t->left[i] ? (uint8_t)sv_score_points(t->count, ahead + 1, sharing) : 0;
    }
}

/* --------------------------------------------------------------------------------- the standings
 */

static bool counts(const sv_score_table *t)
{
    return t->over && !t->final;
}

static void add_points(sv_score_row *rows, const sv_score_table *t)
{
    for (unsigned i = 0; i < t->count; i++) {
        sv_score_row *row = &rows[t->people[i]];
        row->tables++;
        row->points += t->points[i];
        if (t->rank[i] == 1 && !t->no_result && !t->left[i])
            row->wins++;
    }
}

static void add_opponents(sv_score_row *rows, const sv_score_table *t)
{
    for (unsigned i = 0; i < t->count; i++)
        for (unsigned j = 0; j < t->count; j++)
            if (i != j) {
                rows[t->people[i]].met++;
                rows[t->people[i]].met_points += rows[t->people[j]].points;
            }
}

/* Above 0 if b comes before a. */
static int compare(int64_t a, int64_t b)
{
    return (a < b) - (a > b);
}

static int compare_opponents(const sv_score_row *a, const sv_score_row *b)
{
    return compare((int64_t)a->met_points * (b->met ? b->met : 1),
                   (int64_t)b->met_points * (a->met ? a->met : 1));
}

/* As far as it is known before people are compared directly. */
static int compare_sums(const sv_score_row *a, const sv_score_row *b)
{
    const int points = compare(a->points, b->points), wins = compare(a->wins, b->wins);
    return points ? points : wins ? wins : compare_opponents(a, b);
}

/* People who were not at the final table come after those who were. */
static int compare_finals(const sv_score_row *a, const sv_score_row *b)
{
    return compare((uint8_t)(b->final_rank - 1), (uint8_t)(a->final_rank - 1));
}

/* 0: they share a rank. */
static int compare_all(const sv_score_row *a, const sv_score_row *b)
{
    const int finals = compare_finals(a, b), sums = compare_sums(a, b);
    return finals ? finals : sums ? sums : compare(a->direct, b->direct);
}

static int in_order(const void *a, const void *b)
{
    const sv_score_row *x = a, *y = b;
    const int all = compare_all(x, y), rating = compare(x->rating, y->rating);
    return all ? all : rating ? rating : compare(y->person, x->person);
}

/* Sorts rows whose direct comparison and final are still 0, and writes the number of the group of
 * equals that each person is in. */
static void find_equals(sv_score_row *rows, unsigned count, unsigned *group)
{
    qsort(rows, count, sizeof *rows, in_order);
    for (unsigned i = 0; i < count; i++)
        group[rows[i].person] =
            i && compare_sums(&rows[i - 1], &rows[i]) == 0 ? group[rows[i - 1].person] : i;
}

static void compare_directly(const sv_score_table *t, const unsigned *group, int32_t *direct)
{
    for (unsigned i = 0; i < t->count; i++)
        for (unsigned j = 0; j < t->count; j++)
            if (group[t->people[i]] == group[t->people[j]])
                direct[t->people[i]] += (t->rank[i] < t->rank[j]) - (t->rank[i] > t->rank[j]);
}

static void add_final(const sv_score_table *t, uint8_t *final_rank)
{
    for (unsigned i = 0; i < t->count; i++)
        final_rank[t->people[i]] = t->rank[i];
}

/* What the standings need to know of each person besides their row. */
typedef struct sheet {
    unsigned *group;
    int32_t *direct;
    uint8_t *final_rank;
} sheet;

static void fill(sheet *s, const sv_score_table *tables, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (counts(&tables[i]))
            compare_directly(&tables[i], s->group, s->direct);
        else if (tables[i].over)
            add_final(&tables[i], s->final_rank);
}

static void give_ranks(sv_score_row *rows, unsigned count, const sheet *s)
{
    for (unsigned i = 0; i < count; i++) {
        rows[i].direct = s->direct[rows[i].person];
        rows[i].final_rank = s->final_rank[rows[i].person];
    }
    qsort(rows, count, sizeof *rows, in_order);
    for (unsigned i = 0; i < count; i++)
        rows[i].rank =
            i && compare_all(&rows[i - 1], &rows[i]) == 0 ? rows[i - 1].rank : (uint16_t)(i + 1);
}

bool sv_score_standings(const sv_score_person *people, unsigned people_count,
                        const sv_score_table *tables, unsigned table_count, sv_score_row *rows)
{
    sheet s = {calloc(people_count + 1, sizeof *s.group),
               calloc(people_count + 1, sizeof *s.direct),
               calloc(people_count + 1, sizeof *s.final_rank)};
    const bool ok = s.group && s.direct && s.final_rank;
    for (unsigned i = 0; ok && i < people_count; i++)
        rows[i] = (sv_score_row){.person = (uint16_t)i, .rating = people[i].rating};
    for (unsigned i = 0; ok && i < table_count; i++)
        if (counts(&tables[i]))
            add_points(rows, &tables[i]);
    for (unsigned i = 0; ok && i < table_count; i++)
        if (counts(&tables[i]))
            add_opponents(rows, &tables[i]);
    if (ok) {
        find_equals(rows, people_count, s.group);
        fill(&s, tables, table_count);
        give_ranks(rows, people_count, &s);
    }
    free(s.group);
    free(s.direct);
    free(s.final_rank);
    return ok;
}

unsigned sv_score_opponents(const sv_score_row *row)
{
    return row->met ? (20 * row->met_points + row->met) / (2 * row->met) : 0;
}

void sv_score_final(const sv_score_row *rows, const sv_score_person *people, unsigned people_count,
                    unsigned seats, sv_draw_table *table)
{
    *table = (sv_draw_table){0};
    for (unsigned i = 0; i < people_count && table->count < seats; i++)
        if (!people[rows[i].person].out)
            table->people[table->count++] = rows[i].person;
    if (table->count < SV_DRAW_SEATS_MIN)
        table->count = 0;
}

/* -------------------------------------------------------------------------------------- as text */

static const char *name_of(const sv_score_row *row, const char *const *names)
{
    return names[row->person] ? names[row->person] : "(former player)";
}

/* Characters of a text in UTF-8. */
static unsigned width_of(const char *text)
{
    unsigned width = 0;
    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

static void write_name(FILE *out, const char *name, unsigned width)
{
    fprintf(out, "  %s%*s", name, (int)(width - width_of(name)), "");
}

static void write_row(FILE *out, const sv_score_row *row, const char *name, unsigned width,
                      bool has_final)
{
    const unsigned opponents = sv_score_opponents(row);
    fprintf(out, "%4u", row->rank);
    write_name(out, name, width);
    fprintf(out, "  %6u  %4u  %7u.%u  %+6d", (unsigned)row->points, row->wins, opponents / 10,
            opponents % 10, (int)row->direct);
    if (has_final && row->final_rank)
        fprintf(out, "  %5u", row->final_rank);
    fputc('\n', out);
}

static void write_table(FILE *out, const sv_score_row *rows, unsigned count,
                        const char *const *names)
{
    unsigned width = width_of("Name");
    bool has_final = false;
    for (unsigned i = 0; i < count; i++) {
        const unsigned w = width_of(name_of(&rows[i], names));
        width = w > width ? w : width;
        has_final |= rows[i].final_rank != 0;
    }
    fputs("Rank", out);
    write_name(out, "Name", width);
    fprintf(out, "  Points  Wins  Opponents  Direct%s\n", has_final ? "  Final" : "");
    for (unsigned i = 0; i < count; i++)
        write_row(out, &rows[i], name_of(&rows[i], names), width, has_final);
}

char *sv_score_text(const char *title, const sv_score_row *rows, unsigned count,
                    const char *const *names)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%s\n\n", title);
    write_table(out, rows, count, names);
    const bool whole = !ferror(out);
    if (fclose(out) == 0 && whole)
        return text;
    free(text);
    return NULL;
}
