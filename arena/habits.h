/*
 * Habits of bots: how often they do what strong players avoid, and what strong players do. Counted
 * from the events and positions of whole games, by entrant, apart for seats that won and lost.
 */
#ifndef ELEKTRO_HABITS_H
#define ELEKTRO_HABITS_H

#include "tally.h"

enum {
    AR_RICH = 80,        /* money with which a seat could have powered another city */
    AR_ROUND1_DEAR = 12, /* a dear plant of round 1 */
    AR_CITY_DEAR = 45,   /* a dear city shortly before second places open */
    AR_PLANT_DEAR = 15,  /* how much dearer a plant was than one as good */
    AR_ROUNDS_HELD = 64  /* rounds beyond this are counted with the last */
};

/* Sums over seats. "Step 3" is the round in which it begins, the one before and the one after. */
enum ar_habit {
    AR_HABIT_SEATS,
    AR_HABIT_CITIES, /* at the end, as the four below */
    AR_HABIT_POWERED,
    AR_HABIT_CAPACITY,
    AR_HABIT_MONEY,
    AR_HABIT_DARK_RICH,   /* 1: a dark city and AR_RICH left */
    AR_HABIT_BY_CITIES,   /* 1: all cities powered … */
    AR_HABIT_BY_CAPACITY, /* … or all plants run … */
    AR_HABIT_BY_FUEL,     /* … or neither */
    AR_HABIT_FUELLED,     /* plants bought that burn fuel */
    AR_HABIT_FUEL_GONE,   /* of these, market and store lack a run's fuel when the owner buys */
    AR_HABIT_ROUND1,      /* plants bought in round 1, their prices and numbers */
    AR_HABIT_ROUND1_PRICE,
    AR_HABIT_ROUND1_NUMBER,
    AR_HABIT_ROUND1_DOUBLE, /* of these, for twice the number or more */
    AR_HABIT_ROUND1_DEAR,   /* 1: for AR_ROUND1_DEAR or more */
    AR_HABIT_ROUND1_CHEAP,  /* 1: for less */
    AR_HABIT_UNRUN,         /* plants with fuel that did not run */
    AR_HABIT_UNRUN_DARK,    /* of these, while a city was dark */
    AR_HABIT_CITY_DEAR,     /* cities for AR_CITY_DEAR or more in the round that brings Step 2 */
    AR_HABIT_STEP3,         /* plants bought around Step 3 */
    AR_HABIT_STEP3_DEAR,    /* of these, while one as good stayed unsold, AR_PLANT_DEAR cheaper */
    AR_HABIT_NOMINATED,     /* nominations */
    AR_HABIT_SOLD_ON,       /* of these, another seat bought the plant … */
    AR_HABIT_SOLD_ON_OVER,  /* … at so much above its number */
    AR_HABIT_ROUNDS,        /* from the second on */
    AR_HABIT_PLACES,        /* places in the order, from 1 */
    AR_HABIT_FIRST,         /* rounds at the first place */
    AR_HABIT_ONE_BEHIND,    /* rounds begun with one city less than the leader */
    AR_HABIT_BUILT_LAST,    /* cities built in the last round */
    AR_HABIT_SAVED,         /* 1: Step 3 came */
    AR_HABIT_SAVED_MONEY,   /* money after the last building before it */
    AR_HABIT_PASSED,        /* nominations passed with money for a plant */
    AR_HABIT_WAITED,        /* of these, a plant of the future market had more cities than any */
    AR_HABIT_WAITED_BOUGHT, /* of these, bought a plant of that future market a round later */
    AR_HABITS
};

typedef struct ar_habits {
    int64_t sum[AR_ENTRANTS_MAX][2][AR_HABITS]; /* by entrant; first those that lost, then won */
} ar_habits;

/* One game that is being watched. */
struct ar_watch {
    ek_state before; /* the next move */
    int32_t count[EK_SEATS][AR_HABITS];
    ek_plants run[EK_SEATS];       /* plants that ran in this round */
    ek_plants waited[EK_SEATS];    /* the future market when the seat passed … */
    ek_plants awaited[EK_SEATS];   /* … and that of the round before */
    ek_plants as_good[EK_SEATS];   /* cheaper plants beside the one it has bought in this round */
    ek_plants sold;                /* in this round */
    int32_t kept[EK_SEATS];        /* money after the last building */
    uint8_t plant[EK_SEATS];       /* bought in this round; 0: none, or looked at already */
    uint8_t dear_cities[EK_SEATS]; /* in this round */
    uint8_t built[EK_SEATS];       /* in this round */
    uint8_t bought[EK_SEATS][AR_ROUNDS_HELD], dear[EK_SEATS][AR_ROUNDS_HELD]; /* by round */
    uint8_t nominator;
};

/* Looks at a position, first at the start and then after every move. watch begins as 0. */
void ar_watch_see(ar_watch *watch, const ar_position *p);

/* Adds a game of so many players that is over. */
void ar_habits_add(ar_habits *habits, const ar_watch *watch, const ar_game *game, unsigned players);

/* A figure of the report: a sum divided by another. */
typedef struct ar_figure {
    const char *key, *text;
    uint8_t sum, of;         /* enum ar_habit */
    uint8_t sum_who, of_who; /* set of 1: seats that lost, 2: seats that won */
    bool percent;
} ar_figure;
extern const ar_figure ar_figures[];
extern const unsigned ar_figure_count;

/* A figure of a line of the tally; half: of its 95 % interval, if it is a share. NAN if there was
 * nothing to count, such as winners of a bot that never won. */
double ar_figure_of(const ar_habits *habits, const ar_tally *tally, unsigned line,
                    const ar_figure *figure, double *half);

#endif
