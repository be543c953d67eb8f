#include "pairing/match.h"

#include <stdlib.h>

enum {
    MINUTE = 60000,
    POINTS_A_MINUTE = 25, /* of rating: by how much more the others may differ from the first */
    SAME_ADDRESS = 1000,  /* points: people from one address meet if hardly anybody else waits */
    WITH_BOTS = 4         /* seats, if nobody has said how many */
};

static bool accepts(const sv_seeker *w, unsigned players)
{
    return w->players == 0 || w->players == players;
}

static bool agree(unsigned one, unsigned other)
{
    return one == other || one == SV_RATED_ANY || other == SV_RATED_ANY;
}

/* A group that is being made. */
typedef struct making {
    const sv_seekers *queue;
    sv_group group;
    bool bots;      /* for those who play with bots, too */
    unsigned rated; /* what the members agree on so far: enum sv_rated_wish */
} making;

static const sv_seeker *member(const making *m, unsigned number)
{
    return &m->queue->list[m->group.member[number]];
}

static bool is_member(const making *m, unsigned place)
{
    for (unsigned i = 0; i < m->group.count; i++)
        if (m->group.member[i] == place)
            return true;
    return false;
}

static bool may_meet_all(const making *m, int64_t person)
{
    const sv_seekers *q = m->queue;
    for (unsigned i = 0; q->apart && i < m->group.count; i++)
        if (q->apart(q->data, member(m, i)->person, person))
            return false;
    return true;
}

static bool may_join(const making *m, unsigned place)
{
    const sv_seeker *w = &m->queue->list[place];
    return !m->queue->taken[place] && !is_member(m, place) && w->pace == member(m, 0)->pace &&
           accepts(w, m->group.players) && agree(w->rated, m->rated) &&
           (!m->bots || w->bots_at != SV_BOTS_NEVER) && may_meet_all(m, w->person);
}

/* Whether one of the group waits at the same address. */
static bool shares_address(const making *m, const sv_seeker *w)
{
    for (unsigned i = 0; w->origin && i < m->group.count; i++)
        if (member(m, i)->origin == w->origin)
            return true;
    return false;
}

/* Less is better; a difference of ratings weighs less the longer somebody has waited. */
static int64_t distance(const making *m, unsigned place)
{
    const sv_seeker *w = &m->queue->list[place];
    const int64_t waited = (m->queue->now - w->since) * POINTS_A_MINUTE / MINUTE;
    const bool known = w->rating && member(m, 0)->rating;
    const bool suspect = m->rated != SV_RATED_NO && shares_address(m, w);
    return (known ? llabs(w->rating - member(m, 0)->rating) : 0) + (suspect ? SAME_ADDRESS : 0) -
           waited;
}

/* The one to join next; false: there is nobody. */
static bool find_best(const making *m, unsigned *best)
{
    bool found = false;
    for (unsigned i = 0; i < m->queue->count; i++)
        if (may_join(m, i) && (!found || distance(m, i) < distance(m, *best))) {
            *best = i;
            found = true;
        }
    return found;
}

static void add(making *m, unsigned place)
{
    const unsigned rated = m->queue->list[place].rated;
    m->group.member[m->group.count++] = place;
    if (rated != SV_RATED_ANY)
        m->rated = rated;
}

/* As many people as a table has seats, or as there are. */
static making gather(const sv_seekers *queue, unsigned first, unsigned players, bool bots)
{
    making m = {.queue = queue,
                .group = {.member = {first}, .count = 1, .players = players},
                .bots = bots,
                .rated = bots ? SV_RATED_NO : queue->list[first].rated};
    unsigned next = 0;
    while (m.group.count < players && find_best(&m, &next))
        add(&m, next);
    m.group.rated = m.rated != SV_RATED_NO;
    return m;
}

static bool has_waited_for_more(const making *m)
{
    const sv_seeker *first = member(m, 0);
    const unsigned players = m->group.players;
    bool any = players < EK_SEATS;
    for (unsigned i = 0; i < m->group.count; i++)
        any = any && member(m, i)->players == 0;
    return !any || m->queue->now - first->since >= sv_pair_paces[first->pace].gather_ms[players];
}

static bool find_people(const sv_seekers *queue, unsigned first, sv_group *group)
{
    for (unsigned players = EK_SEATS; players >= 2; players--) {
        if (!accepts(&queue->list[first], players))
            continue;
        const making m = gather(queue, first, players, false);
        if (m.group.count == players && has_waited_for_more(&m)) {
            *group = m.group;
            return true;
        }
    }
    return false;
}

/* At the table with the most people; of those with as many, the one that comes first here. */
static bool fill_up(const sv_seekers *queue, unsigned first, sv_group *group)
{
    static const uint8_t sizes[] = {WITH_BOTS, 5, 3, 6, 2};
    const sv_seeker *w = &queue->list[first];
    if (w->bots_at == SV_BOTS_NEVER || queue->now < w->bots_at)
        return false;
    group->count = 0;
    for (unsigned i = 0; i < sizeof sizes; i++) {
        if (!accepts(w, sizes[i]))
            continue;
        const making m = gather(queue, first, sizes[i], true);
        if (m.group.count > group->count)
            *group = m.group;
    }
    return true;
}

static void take(const sv_seekers *queue, const sv_group *group)
{
    for (unsigned i = 0; i < group->count; i++)
        queue->taken[group->member[i]] = true;
}

bool sv_match_next(const sv_seekers *queue, sv_group *group)
{
    for (unsigned first = 0; first < queue->count; first++)
        if (!queue->taken[first] &&
            (find_people(queue, first, group) || fill_up(queue, first, group))) {
            take(queue, group);
            return true;
        }
    return false;
}
