/* Requests about leader boards. */
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "errors.h"
#include "profiles/profile.h"

/* "all", "2026" or "2026-11". */
static bool read_period(const char *text, int64_t *period)
{
    static const char digits[] = "0123456789";
    const size_t length = strlen(text), year = strspn(text, digits);
    *period = 0;
    if (strcmp(text, "all") == 0)
        return true;
    if (year != 4)
        return false;
    *period = strtoll(text, NULL, 10);
    if (length == 4)
        return true;
    if (length != 7 || text[4] != '-' || strspn(text + 5, digits) != 2)
        return false;
    const int64_t month = strtoll(text + 5, NULL, 10);
    *period = *period * 100 + month;
    return month >= 1 && month <= 12;
}

static bool read_board(sv_call *call, sv_board *board)
{
    board->pace = strcmp(sv_call_text(call, "pace"), sv_pace_words[SV_PACE_DAYS]) == 0
                      ? SV_PACE_DAYS
                      : SV_PACE_LIVE;
    return read_period(sv_call_text(call, "period"), &board->period) ||
           sv_fail(&call->error, SV_ERROR_BAD_REQUEST,
                   "\"period\": expected all, a year or a month: 2026 or 2026-11.");
}

static json_t *leader_json(const sv_leader *leader, const char *name, int64_t place)
{
    return json_pack("{s:o, s:s, s:I, s:I, s:b, s:I, s:I}", "rank",
                     place ? json_integer(place) : json_null(), "name", name, "rating",
                     (json_int_t)sv_points(leader->skill.mean), "deviation",
                     (json_int_t)sv_points(leader->skill.spread), "provisional", !leader->listed,
                     "games", (json_int_t)leader->games, "wins", (json_int_t)leader->wins);
}

/* A page of a board, and what is shown of its leaders. */
typedef struct board_page {
    sv_leader leader[SV_LEADERS_PAGE + 1];
    json_t *row[SV_LEADERS_PAGE];
    unsigned count;
    int64_t place; /* of the first */
} board_page;

static void take_leader(void *data, const sv_leader *leader)
{
    board_page *page = data;
    if (page->count <= SV_LEADERS_PAGE)
        page->leader[page->count++] = *leader;
}

static void take_face(void *data, const sv_face *face)
{
    board_page *page = data;
    for (unsigned i = 0; i < page->count && i < SV_LEADERS_PAGE; i++)
        if (page->leader[i].person == face->person && !(face->hidden & SV_HIDE_RATINGS))
            page->row[i] = leader_json(&page->leader[i], face->name, page->place + i);
}

static unsigned shown_of(const board_page *page)
{
    return page->count < SV_LEADERS_PAGE ? page->count : SV_LEADERS_PAGE;
}

static bool name_leaders(sv_store *store, board_page *page, rec_error *error)
{
    int64_t person[SV_LEADERS_PAGE];
    for (unsigned i = 0; i < shown_of(page); i++)
        person[i] = page->leader[i].person;
    return sv_faces_of(store, person, shown_of(page), take_face, page, error);
}

static json_t *rows_of(const board_page *page)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < shown_of(page); i++)
        if (page->row[i])
            json_array_append(rows, page->row[i]);
    return rows;
}

/* Where the user of the request is; null for those who have not played in this period. */
static json_t *own_row(sv_call *call, sv_board board)
{
    const sv_user *me = &call->client->user;
    sv_leader leader;
    int64_t place;
    bool found = false;
    if (me->id &&
        !sv_leader_find(&call->core->store, board, me->id, &leader, &place, &found, &call->error))
        return NULL;
    return found ? leader_json(&leader, me->name, place) : json_null();
}

static json_t *board_reply(sv_call *call, sv_board board, board_page *page)
{
    json_t *you = own_row(call, board);
    if (!you ||
        !sv_leaders_from(&call->core->store, board, page->place, take_leader, page, &call->error) ||
        !name_leaders(&call->core->store, page, &call->error)) {
        json_decref(you);
        return NULL;
    }
    return json_pack("{s:o, s:b, s:o}", "leaders", rows_of(page), "more",
                     page->count > SV_LEADERS_PAGE, "you", you);
}

json_t *sv_on_leaders(sv_call *call)
{
    sv_board board;
    board_page page = {.count = 0, .place = 1};
    if (json_object_get(call->request, "from"))
        page.place = sv_call_number(call, "from");
    if (!read_board(call, &board))
        return NULL;
    json_t *reply = board_reply(call, board, &page);
    for (unsigned i = 0; i < SV_LEADERS_PAGE; i++)
        json_decref(page.row[i]);
    return reply;
}
