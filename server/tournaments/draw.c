#include "tournaments/draw.h"

#include <stdlib.h>
#include <string.h>

#include "elektro.h"

enum {
    /* How many exchanges of two people a draw may try. A draw of 1,000 people takes some hundredths
     * of a second with the most; in a small field fewer find the best draw. */
    TRIES_EACH = 4000,
    TRIES_MAX = 2000000,
    KICK = 3,      /* exchanges at random that begin a new search */
    SEAT_STEP = 60 /* divisible by the steps between the seats of every table */
};

/* A meeting that repeats outweighs any distance that people can move. */
#define REPEAT ((int64_t)1 << 30)

/* -------------------------------------------------------------------------------- sizes of tables
 */

unsigned sv_draw_tables(unsigned people, unsigned wished)
{
    unsigned tables = (people + wished - 1) / wished;
    while (tables > 1 && people / tables < SV_DRAW_SEATS_MIN)
        tables--;
    return people < SV_DRAW_SEATS_MIN ? 0 : tables;
}

unsigned sv_draw_size(unsigned people, unsigned wished, unsigned table)
{
    const unsigned tables = sv_draw_tables(people, wished);
    return people / tables + (table < people % tables);
}

/* ----------------------------------------------------------------------------------- the seeding
 */

/* A person among those who are drawn. */
typedef struct seed {
    uint16_t person;
    int32_t points, rating;
    uint64_t lot;
} seed;

/* Decides between equals; the same for the whole tournament if salt is 0. */
static uint64_t lot_of(const sv_draw_field *field, unsigned person, unsigned salt)
{
    uint64_t random = field->seed + ((uint64_t)salt << 32) + person;
    random = ek_random(&random);
    return ek_random(&random);
}

static int in_order(const void *a, const void *b)
{
    const seed *x = a, *y = b;
    if (x->points != y->points)
        return x->points < y->points ? 1 : -1;
    if (x->rating != y->rating)
        return x->rating < y->rating ? 1 : -1;
    if (x->lot != y->lot)
        return x->lot < y->lot ? 1 : -1;
    return x->person < y->person ? -1 : 1;
}

/* Lists those who are drawn, best first. */
static unsigned list_people(const sv_draw_field *field, seed *seeds)
{
    unsigned count = 0;
    for (unsigned i = 0; i < field->people_count; i++) {
        const sv_draw_person *p = &field->people[i];
        if (!p->out)
            seeds[count++] = (seed){(uint16_t)i, p->points, p->rating, lot_of(field, i, 0)};
    }
    qsort(seeds, count, sizeof *seeds, in_order);
    return count;
}

/* ------------------------------------------------------------------------------- the first round
 */

/* A table while the pots of the first round are given out. */
typedef struct filling {
    unsigned number;
    int64_t strength; /* the sum of the ratings so far */
} filling;

static int weakest_first(const void *a, const void *b)
{
    const filling *x = a, *y = b;
    if (x->strength != y->strength)
        return x->strength < y->strength ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

/* Gives one person of a pot to each table, the first to the weakest. If the pot has fewer people,
 * the strongest tables get one: the last person of the pot makes the strongest table weaker. */
static void give_pot(const seed *pot, unsigned people, filling *fillings, unsigned count,
                     sv_draw_table *tables)
{
    qsort(fillings, count, sizeof *fillings, weakest_first);
    for (unsigned i = 0; i < people; i++) {
        filling *f = &fillings[count - people + i];
        sv_draw_table *t = &tables[f->number];
        t->people[t->count++] = pot[i].person;
        f->strength += pot[i].rating;
    }
}

/* Puts the tables of the larger size first; otherwise they keep their order. */
static void sort_by_size(sv_draw_table *tables, unsigned count, unsigned larger)
{
    unsigned sorted = 0;
    for (unsigned i = 0; i < count; i++) {
        const sv_draw_table t = tables[i];
        if (t.count == larger) {
            memmove(&tables[sorted + 1], &tables[sorted], (i - sorted) * sizeof t);
            tables[sorted++] = t;
        }
    }
}

static bool draw_pots(const seed *seeds, unsigned people, unsigned count, sv_draw_table *tables)
{
    filling *fillings = calloc(count, sizeof *fillings);
    if (!fillings)
        return false;
    for (unsigned i = 0; i < count; i++)
        fillings[i].number = i;
    for (unsigned at = 0; at < people; at += count)
        give_pot(seeds + at, people - at < count ? people - at : count, fillings, count, tables);
    free(fillings);
    sort_by_size(tables, count, (people + count - 1) / count);
    return true;
}

/* -------------------------------------------------------------------------------- later rounds */

/* A draw that is improved. People are numbers in the order of their points. */
typedef struct draw {
    unsigned people;
    uint8_t *met;       /* how often two of them have met: people × people */
    uint16_t *table_of; /* of each seat; so also the table of a person's points */
    uint16_t *first;    /* seat of each table, and one more */
    uint16_t *who;      /* at each seat */
    uint16_t *best;     /* the best draw so far: who is at each seat */
    int64_t cost, best_cost;
    unsigned tries;
    uint64_t random;
} draw;

static uint8_t *met(const draw *d, unsigned a, unsigned b)
{
    return &d->met[(size_t)a * d->people + b];
}

static int64_t distance(const draw *d, unsigned seat, unsigned person)
{
    const int64_t tables = (int64_t)d->table_of[seat] - d->table_of[person];
    return tables * tables;
}

/* How often a person has met the others at the table of a seat. */
static unsigned meetings(const draw *d, unsigned seat, unsigned person)
{
    const unsigned table = d->table_of[seat];
    const uint8_t *row = met(d, person, 0);
    unsigned sum = 0;
    for (unsigned s = d->first[table]; s < d->first[table + 1]; s++)
        if (s != seat)
            sum += row[d->who[s]];
    return sum;
}

/* What it costs that a person has a seat, with the others where they are. */
static int64_t cost_at(const draw *d, unsigned seat, unsigned person)
{
    return meetings(d, seat, person) * REPEAT + distance(d, seat, person);
}

static int64_t change(const draw *d, unsigned a, unsigned b)
{
    const unsigned x = d->who[a], y = d->who[b];
    return cost_at(d, a, y) + cost_at(d, b, x) - cost_at(d, a, x) - cost_at(d, b, y);
}

static void exchange(draw *d, unsigned a, unsigned b)
{
    d->cost += change(d, a, b);
    const uint16_t x = d->who[a];
    d->who[a] = d->who[b];
    d->who[b] = x;
}

/* Exchanges the person at a seat with the one with whom it helps most; false if it never does. */
static bool improve_seat(draw *d, unsigned seat)
{
    int64_t best = 0;
    unsigned with = seat;
    for (unsigned other = 0; other < d->people; other++) {
        if (d->table_of[other] == d->table_of[seat])
            continue;
        const int64_t c = change(d, seat, other);
        if (c < best) {
            best = c;
            with = other;
        }
    }
    d->tries = d->tries > d->people ? d->tries - d->people : 0;
    if (with != seat)
        exchange(d, seat, with);
    return with != seat;
}

static void improve(draw *d)
{
    for (bool better = true; better && d->tries;) {
        better = false;
        for (unsigned seat = 0; seat < d->people && d->tries; seat++)
            if (cost_at(d, seat, d->who[seat]) > 0)
                better |= improve_seat(d, seat);
    }
}

/* A person at a seat who meets somebody again; any seat if there is none soon. */
static unsigned repeated_seat(draw *d)
{
    unsigned seat = 0;
    for (unsigned i = 0; i < d->people; i++) {
        seat = ek_random_below(&d->random, d->people);
        if (meetings(d, seat, d->who[seat]))
            break;
    }
    return seat;
}

static void kick(draw *d)
{
    for (unsigned i = 0; i < KICK; i++) {
        const unsigned a = repeated_seat(d), b = ek_random_below(&d->random, d->people);
        if (d->table_of[a] != d->table_of[b])
            exchange(d, a, b);
    }
}

/* Searches from the best draw so far while people meet again in it. */
static void search(draw *d)
{
    const size_t size = d->people * sizeof *d->who;
    improve(d);
    memcpy(d->best, d->who, size);
    d->best_cost = d->cost;
    while (d->best_cost >= REPEAT && d->tries) {
        kick(d);
        improve(d);
        if (d->cost <= d->best_cost) {
            memcpy(d->best, d->who, size);
            d->best_cost = d->cost;
        } else {
            memcpy(d->who, d->best, size);
            d->cost = d->best_cost;
        }
        d->tries -= d->tries > 0;
    }
}

static void count_table(draw *d, const sv_draw_table *table, const uint16_t *number_of)
{
    for (unsigned i = 0; i < table->count; i++)
        for (unsigned j = 0; j < table->count; j++) {
            const unsigned a = number_of[table->people[i]], b = number_of[table->people[j]];
            if (i != j && a && b && *met(d, a - 1, b - 1) < UINT8_MAX)
                ++*met(d, a - 1, b - 1);
        }
}

/* Counts who has met whom. False without memory. */
static bool count_meetings(draw *d, const sv_draw_field *field, const seed *seeds)
{
    /* From 1; 0: not drawn. */
    uint16_t *number_of = calloc(field->people_count, sizeof *number_of);
    for (unsigned i = 0; number_of && i < d->people; i++)
        number_of[seeds[i].person] = (uint16_t)(i + 1);
    for (unsigned i = 0; number_of && i < field->played_count; i++)
        count_table(d, &field->played[i], number_of);
    free(number_of);
    return number_of != NULL;
}

static void sit_by_points(draw *d, unsigned tables, unsigned wished)
{
    unsigned seat = 0;
    for (unsigned t = 0; t < tables; t++) {
        d->first[t] = (uint16_t)seat;
        for (unsigned size = sv_draw_size(d->people, wished, t); size; size--, seat++) {
            d->who[seat] = (uint16_t)seat;
            d->table_of[seat] = (uint16_t)t;
        }
    }
    d->first[tables] = (uint16_t)seat;
    for (seat = 0; seat < d->people; seat++)
        d->cost += meetings(d, seat, seat) * REPEAT;
    d->cost /= 2; /* each pair was counted from both sides */
}

static void write_tables(const draw *d, const seed *seeds, sv_draw_table *tables)
{
    for (unsigned seat = 0; seat < d->people; seat++) {
        sv_draw_table *t = &tables[d->table_of[seat]];
        t->people[t->count++] = seeds[d->best[seat]].person;
    }
}

static bool draw_by_points(const sv_draw_field *field, const seed *seeds, unsigned people,
                           unsigned count, sv_draw_table *tables)
{
    const size_t size = people * sizeof(uint16_t);
    const unsigned tries = people * TRIES_EACH;
    draw d = {.people = people,
              .met = calloc((size_t)people * people, 1),
              .table_of = malloc(size),
              .first = malloc((count + 1) * sizeof(uint16_t)),
              .who = malloc(size),
              .best = malloc(size),
              .tries = tries < TRIES_MAX ? tries : TRIES_MAX,
              .random = lot_of(field, 0, field->played_count)};
    const bool ok =
        d.met && d.table_of && d.first && d.who && d.best && count_meetings(&d, field, seeds);
    if (ok) {
        sit_by_points(&d, count, field->wished);
        search(&d);
        write_tables(&d, seeds, tables);
    }
    free(d.met);
    free(d.table_of);
    free(d.first);
    free(d.who);
    free(d.best);
    return ok;
}

/* ---------------------------------------------------------------------------------------- seats */

typedef struct sitter {
    uint16_t person;
    int late; /* above 0: sat rather late so far */
    uint64_t lot;
} sitter;

static int latest_first(const void *a, const void *b)
{
    const sitter *x = a, *y = b;
    if (x->late != y->late)
        return x->late < y->late ? 1 : -1;
    if (x->lot != y->lot)
        return x->lot < y->lot ? 1 : -1;
    return x->person < y->person ? -1 : 1;
}

static int lateness(const sv_draw_field *field, unsigned person)
{
    int late = 0;
    for (unsigned i = 0; i < field->played_count; i++) {
        const sv_draw_table *t = &field->played[i];
        for (int seat = 0; seat < t->count; seat++)
            if (t->people[seat] == person)
                late += (2 * seat - (t->count - 1)) * SEAT_STEP / (t->count - 1);
    }
    return late;
}

/* Sorts the people at a table in the order of their seats. */
static void sort_seats(const sv_draw_field *field, sv_draw_table *table)
{
    sitter sitters[SV_DRAW_SEATS_MAX];
    for (unsigned i = 0; i < table->count; i++) {
        const unsigned person = table->people[i];
        sitters[i] = (sitter){(uint16_t)person, lateness(field, person),
                              lot_of(field, person, field->played_count + 1)};
    }
    qsort(sitters, table->count, sizeof *sitters, latest_first);
    for (unsigned i = 0; i < table->count; i++)
        table->people[i] = sitters[i].person;
}

/* ---------------------------------------------------------------------------------------- rounds
 */

bool sv_draw_round(const sv_draw_field *field, sv_draw_table *tables, unsigned *count)
{
    seed *seeds = malloc((field->people_count + 1) * sizeof *seeds);
    if (!seeds)
        return false;
    const unsigned people = list_people(field, seeds);
    *count = sv_draw_tables(people, field->wished);
    memset(tables, 0, *count * sizeof *tables);
    const bool ok =
        !*count || (field->played_count ? draw_by_points(field, seeds, people, *count, tables)
                                        : draw_pots(seeds, people, *count, tables));
    free(seeds);
    for (unsigned i = 0; ok && i < *count; i++)
        sort_seats(field, &tables[i]);
    return ok;
}
