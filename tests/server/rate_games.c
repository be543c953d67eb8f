/* Rates the games on its standard input, for bench/ratings. A line is a game, with the number of a
 * player below 64 and a rank for each seat: "3 1  7 2  12 2"; or "?", which prints a line for each
 * player who has played: number, games, rating and spread, in thousandths. */
#include <stdio.h>
#include <stdlib.h>

#include "ratings/rating.h"

enum { PEOPLE = 64, LINE = 512 };

typedef struct person {
    sv_skill overall, deviation[SV_RATED_MAX + 1];
    long games;
} person;

static person people[PEOPLE];

static void begin(void)
{
    for (unsigned i = 0; i < PEOPLE; i++) {
        people[i].overall = sv_overall_start;
        for (unsigned n = 0; n <= SV_RATED_MAX; n++)
            people[i].deviation[n] = sv_deviation_start;
    }
}

/* Reads pairs of a player and a rank; returns how many there are. */
static unsigned read_game(const char *line, unsigned number[SV_RATED_MAX], sv_rated *seat)
{
    unsigned count = 0;
    int length = 0;
    while (count < SV_RATED_MAX &&
           sscanf(line, "%u %u%n", &number[count], &seat[count].rank, &length) == 2 &&
           number[count] < PEOPLE) {
        line += length;
        count++;
    }
    return count;
}

static void rate(const char *line)
{
    unsigned number[SV_RATED_MAX];
    sv_rated seat[SV_RATED_MAX];
    const unsigned count = read_game(line, number, seat);
    for (unsigned i = 0; i < count; i++) {
        seat[i].overall = people[number[i]].overall;
        seat[i].deviation = people[number[i]].deviation[count];
    }
    sv_rate_game(seat, count);
    for (unsigned i = 0; i < count; i++) {
        people[number[i]].overall = seat[i].overall;
        people[number[i]].deviation[count] = seat[i].deviation;
        people[number[i]].games++;
    }
}

static void print(void)
{
    for (unsigned i = 0; i < PEOPLE; i++)
        if (people[i].games > 0)
            printf("%u %ld %lld %lld\n", i, people[i].games, (long long)people[i].overall.mean,
                   (long long)people[i].overall.spread);
    printf(".\n");
    fflush(stdout);
}

int main(void)
{
    char line[LINE];
    begin();
    while (fgets(line, sizeof line, stdin))
        if (line[0] == '?')
            print();
        else
            rate(line);
    return EXIT_SUCCESS;
}
