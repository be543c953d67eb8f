/* The figures of many games as tables and plots, or as JSON. */
#include <stdio.h>
#include <string.h>

#include "screen.h"
#include "sim.h"
#include "words_text.h"

enum { BAR_WIDTH = 48, PLOT_HEIGHT = 8 };

static double per(double sum, double count)
{
    return count > 0 ? sum / count : 0;
}

/* ------------------------------------------------------------------------------------- tables */

/* The width of the column with the names of the bots. */
static int name_width(const sim_result *r, const play_options *o)
{
    int width = 7;
    for (unsigned i = 0; i < r->players; i++) {
        char name[AR_BOT_TEXT];
        play_write_seat(&o->seat[i], name);
        const int length = (int)strlen(name);
        width = length > width ? length : width;
    }
    return width;
}

static void print_seats(const sim_result *r, const play_options *o)
{
    const int width = name_width(r, o);
    printf("seat %-*s %6s %5s %6s %8s %5s %6s %6s %8s %6s\n", width, "bot", "wins", "rank",
           "cities", "supplied", "money", "plants", "fuel", "building", "income");
    for (unsigned i = 0; i < r->players; i++) {
        const sim_seat *s = &r->seat[i];
        char name[AR_BOT_TEXT];
        play_write_seat(&o->seat[i], name);
        printf("%-4u %-*s %5.1f%% %5.2f %6.1f %8.1f %5.0f %6.0f %6.0f %8.0f %6.0f\n", i + 1, width,
               name, 100 * per(s->wins, r->games), per(s->rank, r->games), per(s->cities, r->games),
               per(s->supplied, r->games), per(s->money, r->games), per(s->plants, r->games),
               per(s->fuel, r->games), per(s->building, r->games), per(s->income, r->games));
    }
}

static unsigned last_round(const sim_result *r)
{
    unsigned last = 1;
    for (unsigned i = 1; i <= SIM_ROUNDS; i++)
        if (r->ended_in[i])
            last = i;
    return last;
}

static double mean_rounds(const sim_result *r)
{
    double sum = 0;
    for (unsigned i = 0; i <= SIM_ROUNDS; i++)
        sum += (double)i * r->ended_in[i];
    return per(sum, r->games);
}

/* --------------------------------------------------------------------------------------- plots */

static void print_bar(double part, bool utf8)
{
    const unsigned length = (unsigned)(part * BAR_WIDTH + 0.5);
    for (unsigned i = 0; i < length; i++)
        fputs(utf8 ? "█" : "#", stdout);
    putchar('\n');
}

static void print_lengths(const sim_result *r, bool utf8)
{
    unsigned max = 1;
    for (unsigned i = 1; i <= SIM_ROUNDS; i++)
        max = r->ended_in[i] > max ? r->ended_in[i] : max;
    printf("\nRounds per game: %.1f on average\n", mean_rounds(r));
    for (unsigned step = 2; step <= EK_STEPS; step++)
        if (r->step_games[step])
            printf("Step %u begins in round %.1f, in %.0f%% of games\n", step,
                   per(r->step_round[step], r->step_games[step]),
                   100 * per(r->step_games[step], r->games));
    for (unsigned i = 1; i <= last_round(r); i++) {
        if (!r->ended_in[i])
            continue;
        printf("%5u %6.1f%% ", i, 100 * per(r->ended_in[i], r->games));
        print_bar((double)r->ended_in[i] / max, utf8);
    }
}

/* The mean price of the next token of a fuel in a round; 0 if there was none. */
static double mean_price(const sim_result *r, unsigned round, unsigned fuel)
{
    return per(r->round[round].price[fuel], r->round[round].priced[fuel]);
}

/* Prices by round: a letter for each fuel, a star where several fall together. */
static void print_prices(const sim_result *r)
{
    const unsigned last = last_round(r);
    double top = 1;
    for (unsigned i = 1; i <= last; i++)
        for (unsigned f = 0; f < EK_FUELS; f++)
            top = mean_price(r, i, f) > top ? mean_price(r, i, f) : top;
    puts("\nPrice of the next token at the start of buying, by round: c o g u, * several");
    for (unsigned row = PLOT_HEIGHT; row-- > 0;) {
        printf("%5.1f |", top * (row + 0.5) / PLOT_HEIGHT);
        for (unsigned i = 1; i <= last; i++) {
            char mark = ' ';
            for (unsigned f = 0; f < EK_FUELS; f++) {
                const double price = mean_price(r, i, f);
                if (price > 0 && (unsigned)(price / top * (PLOT_HEIGHT - 0.001)) == row)
                    mark = mark == ' ' ? rec_fuel_word(f)[0] : '*';
            }
            printf(" %c ", mark);
        }
        putchar('\n');
    }
    fputs("       ", stdout);
    for (unsigned i = 1; i <= last; i++)
        printf("%2u ", i);
    putchar('\n');
}

static void print_plants(const sim_result *r)
{
    puts("\nPlants: share of games in which they are bought, mean price above the number");
    unsigned column = 0;
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++) {
        const sim_plant *p = &r->plant[plant];
        if (!p->bought)
            continue;
        printf("%4u %-7s %3.0f%% %+5.1f%s", plant, rec_kind_word(ek_tables.plant[plant].kind),
               100 * per(p->bought, r->games), per(p->price, p->bought) - plant,
               ++column % 3 == 0 ? "\n" : "  ");
    }
    if (column % 3)
        putchar('\n');
}

void sim_print(const sim_result *r, const play_options *o)
{
    const bool utf8 = screen_terms_of(1, true).utf8;
    printf("%u game%s, %s, %s, %.0f moves per game\n\n", r->games, r->games == 1 ? "" : "s",
           o->game.board->name, rec_edition_word(o->game.edition), per(r->moves, r->games));
    print_seats(r, o);
    print_lengths(r, utf8);
    print_prices(r);
    print_plants(r);
}

/* ---------------------------------------------------------------------------------------- JSON */

static json_t *seat_json(const sim_result *r, const play_options *o, unsigned i)
{
    const sim_seat *s = &r->seat[i];
    char name[AR_BOT_TEXT];
    play_write_seat(&o->seat[i], name);
    return json_pack("{s:i, s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "seat",
                     (int)i + 1, "name", o->game.name[i], "bot", name, "wins",
                     per(s->wins, r->games), "rank", per(s->rank, r->games), "cities",
                     per(s->cities, r->games), "supplied", per(s->supplied, r->games), "money",
                     per(s->money, r->games), "plants", per(s->plants, r->games), "fuel",
                     per(s->fuel, r->games), "building", per(s->building, r->games), "income",
                     per(s->income, r->games));
}

static json_t *round_json(const sim_result *r, unsigned i)
{
    json_t *prices = json_object();
    for (unsigned f = 0; f < EK_FUELS; f++)
        json_object_set_new(prices, rec_fuel_word(f),
                            r->round[i].priced[f] ? json_real(mean_price(r, i, f)) : json_null());
    return json_pack("{s:i, s:i, s:i, s:o}", "round", (int)i, "games", (int)r->round[i].games,
                     "ended", (int)r->ended_in[i], "next_price", prices);
}

static json_t *plants_json(const sim_result *r)
{
    json_t *list = json_array();
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++)
        if (r->plant[plant].bought)
            json_array_append_new(list,
                                  json_pack("{s:i, s:i, s:f}", "plant", (int)plant, "bought",
                                            (int)r->plant[plant].bought, "price",
                                            per(r->plant[plant].price, r->plant[plant].bought)));
    return list;
}

json_t *sim_json(const sim_result *r, const play_options *o)
{
    json_t *seats = json_array(), *rounds = json_array();
    for (unsigned i = 0; i < r->players; i++)
        json_array_append_new(seats, seat_json(r, o, i));
    for (unsigned i = 1; i <= last_round(r); i++)
        json_array_append_new(rounds, round_json(r, i));
    return json_pack("{s:i, s:s, s:s, s:i, s:f, s:f, s:o, s:o, s:o}", "games", (int)r->games,
                     "board", o->game.board->base, "edition", rec_edition_word(o->game.edition),
                     "players", (int)r->players, "moves_per_game", per(r->moves, r->games),
                     "rounds_per_game", mean_rounds(r), "seats", seats, "rounds", rounds, "plants",
                     plants_json(r));
}
