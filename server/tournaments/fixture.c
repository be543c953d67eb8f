#include "tournaments/fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEOPLE_TEXT = SV_DRAW_SEATS_MAX * 32, RESULT_TEXT = SV_DRAW_SEATS_MAX * 8 };

const char *const sv_fixture_words[SV_FIXTURE_STATES] = {"waiting", "running",   "ended",
                                                         "by-rule", "no-result", "abandoned"};

static bool read_people(sv_fixture *f, const char *text)
{
    char *end;
    for (f->count = 0; *text && f->count < SV_DRAW_SEATS_MAX; f->count++) {
        const unsigned long place = strtoul(text, &end, 10);
        if (end == text || *end != ':' || place >= SV_DRAW_PEOPLE_MAX)
            return false;
        f->place[f->count] = (uint16_t)place;
        text = end + 1;
        f->person[f->count] = strtoll(text, &end, 10);
        if (end == text)
            return false;
        text = end + strspn(end, " ");
    }
    return *text == '\0' && f->count >= SV_DRAW_SEATS_MIN;
}

static bool read_result(sv_fixture *f, const char *text)
{
    char *end;
    for (unsigned i = 0; text && i < f->count; i++) {
        const unsigned long rank = strtoul(text, &end, 10);
        if (end == text || rank > SV_DRAW_SEATS_MAX)
            return false;
        f->rank[i] = (uint8_t)rank;
        f->left[i] = *end == '-';
        text = end + f->left[i];
    }
    return true;
}

bool sv_fixture_read(sv_fixture *f, const sv_fixture_row *row)
{
    *f = (sv_fixture){
        .round = (uint16_t)row->round, .number = (uint16_t)row->number, .state = row->state};
    snprintf(f->code, sizeof f->code, "%s", row->code);
    return row->state < SV_FIXTURE_STATES && read_people(f, row->people) &&
           read_result(f, row->result);
}

static void print_people(const sv_fixture *f, char text[PEOPLE_TEXT])
{
    int length = 0;
    for (unsigned i = 0; i < f->count; i++)
        length += snprintf(text + length, PEOPLE_TEXT - (size_t)length, "%s%u:%lld", i ? " " : "",
                           f->place[i], (long long)f->person[i]);
}

static void print_result(const sv_fixture *f, char text[RESULT_TEXT])
{
    int length = 0;
    for (unsigned i = 0; i < f->count; i++)
        length += snprintf(text + length, RESULT_TEXT - (size_t)length, "%s%u%s", i ? " " : "",
                           f->rank[i], f->left[i] ? "-" : "");
}

typedef bool row_writer(sv_store *store, int64_t tournament, const sv_fixture_row *row,
                        rec_error *error);

static bool write_row(sv_store *store, int64_t tournament, const sv_fixture *f, row_writer *writer,
                      rec_error *error)
{
    char people[PEOPLE_TEXT] = "", result[RESULT_TEXT] = "";
    print_people(f, people);
    print_result(f, result);
    const sv_fixture_row row = {.round = f->round,
                                .number = f->number,
                                .state = f->state,
                                .code = f->code,
                                .people = people,
                                .result = sv_fixture_is_over(f) ? result : NULL};
    return writer(store, tournament, &row, error);
}

bool sv_fixture_enter(sv_store *store, int64_t tournament, const sv_fixture *f, rec_error *error)
{
    return write_row(store, tournament, f, sv_fixture_add, error);
}

bool sv_fixture_save(sv_store *store, int64_t tournament, const sv_fixture *f, rec_error *error)
{
    return write_row(store, tournament, f, sv_fixture_set, error);
}

void sv_fixture_score(const sv_fixture *f, bool final, sv_score_table *table)
{
    *table = (sv_score_table){.round = f->round,
                              .final = final,
                              .over = sv_fixture_is_over(f),
                              .no_result = f->state == SV_FIXTURE_NO_RESULT,
                              .by_rule = f->state == SV_FIXTURE_BY_RULE,
                              .count = f->count};
    for (unsigned i = 0; i < f->count; i++) {
        table->people[i] = f->place[i];
        table->engine_rank[i] = f->rank[i];
        table->left[i] = f->left[i];
    }
    sv_score_table_rank(table);
}
