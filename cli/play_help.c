/* Help pages: the phase, the possible moves with their costs, and reasons for refusals. */
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "words_text.h"

/* ------------------------------------------------------------------------------------- markets */

static void print_plant(const ek_state *state, unsigned plant, FILE *out)
{
    const ek_plant *k = &ek_tables.plant[plant];
    char burns[32];
    if (k->need)
        snprintf(burns, sizeof burns, "burns %u %s", k->need,
                 k->kind == EK_KIND_HYBRID ? "coal or oil" : rec_kind_word(k->kind));
    else
        snprintf(burns, sizeof burns, "%s, no fuel", rec_kind_word(k->kind));
    fprintf(out, "  %2u  %-20s powers %u  minimum %u%s\n", plant, burns, k->cities,
            ek_minimum_bid(state, plant), state->discount == plant ? " (discount)" : "");
}

static void print_plant_set(const ek_state *state, const char *title, ek_plants plants, FILE *out)
{
    fprintf(out, "%s\n", title);
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++)
        if (plants >> plant & 1)
            print_plant(state, plant, out);
    if (plants & EK_STEP3_CARD)
        fputs("      the Step 3 card\n", out);
    if (!plants)
        fputs("      none\n", out);
}

void play_print_plants(const play *p, FILE *out)
{
    const ek_state *state = play_state(p);
    print_plant_set(state, "Current market:", ek_current_market(play_rules(p), state), out);
    print_plant_set(state, "Future market:", ek_future_market(play_rules(p), state), out);
    fprintf(out, "Cards in the deck: %u", ek_deck_count(state));
    if (state->top_back != EK_BACK_UNKNOWN)
        fprintf(out, "; the one on top has a %s back", rec_back_word(state->top_back));
    fputs(".\n", out);
}

/* Total prices of one token, two tokens … up to the number for sale. */
static void print_fuel(const play *p, unsigned fuel, unsigned max, FILE *out)
{
    const ek_state *state = play_state(p);
    const unsigned seat = ek_to_move(state) == EK_NOBODY ? 0 : ek_to_move(state);
    fprintf(out, "  %-8s", rec_fuel_word(fuel));
    for (unsigned n = 1; n <= max; n++) {
        const int price = ek_price(play_rules(p), state, seat, fuel, n);
        if (price < 0)
            break;
        fprintf(out, " %u:%d", n, price);
    }
    if (state->fuel[fuel] == 0)
        fputs(" sold out", out);
    fputc('\n', out);
}

void play_print_prices(const play *p, FILE *out)
{
    const ek_state *state = play_state(p);
    fputs("Total price of 1, 2, 3 … tokens:\n", out);
    for (unsigned f = 0; f < EK_FUELS; f++)
        print_fuel(p, f, 10, out);
    fputs("For sale, in the supply, next refill:\n", out);
    for (unsigned f = 0; f < EK_FUELS; f++)
        fprintf(out, "  %-8s %2u  %2u  %2u\n", rec_fuel_word(f), state->fuel[f],
                ek_supply(state, f), ek_refill(play_rules(p), state, f));
}

static void print_owner(const ek_owner *owner, FILE *out)
{
    fputs("    plants", out);
    for (unsigned plant = 1; plant < EK_PLANT_NUMBERS - 1; plant++)
        if (owner->plants >> plant & 1)
            fprintf(out, " %u(%s%u→%u)", plant, rec_kind_word(ek_tables.plant[plant].kind),
                    ek_tables.plant[plant].need, ek_tables.plant[plant].cities);
    if (!owner->plants)
        fputs(" none", out);
    fputs("\n    fuel", out);
    for (unsigned f = 0; f < EK_FUELS; f++)
        if (owner->fuel[f])
            fprintf(out, " %u %s", owner->fuel[f], rec_fuel_word(f));
    fputc('\n', out);
}

void play_print_players(const play *p, FILE *out)
{
    ek_state view;
    draw_table t;
    play_view(p, &view, &t);
    for (unsigned i = 0; i < t.rules->config.players; i++) {
        const unsigned seat = view.order[i];
        char money[24] = "money hidden";
        if (!(view.hidden >> seat & 1))
            snprintf(money, sizeof money, "%d Elektro", view.owner[seat].money);
        fprintf(out, "%u. %c %s: %u cities, %s\n", i + 1, draw_letter(seat), play_name(p, seat),
                view.owner[seat].house_count, money);
        print_owner(&view.owner[seat], out);
        fputs("    cities", out);
        for (unsigned h = 0; h < view.owner[seat].house_count; h++)
            fprintf(out, "%s %s", h ? "," : "",
                    t.board->city[view.owner[seat].houses[h] & 63].name);
        fputc('\n', out);
    }
}

void play_print_ranking(const play *p, FILE *out)
{
    ek_rank rank[EK_SEATS];
    ek_ranking(play_rules(p), play_state(p), rank);
    for (unsigned i = 0; i < play_rules(p)->config.players; i++)
        fprintf(out, "%u. %s powers %u of %u cities and has %d Elektro\n", rank[i].rank,
                play_name(p, rank[i].seat), rank[i].powered, rank[i].cities, rank[i].money);
}

void play_print_near(const play *p, unsigned city, FILE *out)
{
    const bd_board *board = rec_board(p->game);
    fprintf(out, "%s is connected to", board->city[city].name);
    const char *comma = "";
    for (unsigned i = 0; i < board->ek->links; i++) {
        const ek_link *link = &board->ek->link[i];
        if (link->from != city && link->to != city)
            continue;
        const unsigned other = link->from == city ? link->to : link->from;
        const bool in_play = draw_cities_shown(play_rules(p), play_state(p)) >> other & 1;
        fprintf(out, "%s %s (%u%s)", comma, board->city[other].name, link->cost,
                in_play ? "" : ", not in play");
        comma = ",";
    }
    fputs(".\n", out);
}

/* --------------------------------------------------------------------------------- what is
 * possible */

typedef struct offer {
    unsigned city;
    ek_route route;
} offer;

static int dearer(const void *a, const void *b)
{
    return ((const offer *)a)->route.total - ((const offer *)b)->route.total;
}

static void print_route(const bd_board *board, const ek_route *route, FILE *out)
{
    fprintf(out, "  %3d  %s", route->total, board->city[route->path[route->length - 1]].name);
    if (route->length > 1) {
        fprintf(out, "  %d + %u from", route->total - route->path_cost, route->path_cost);
        for (unsigned i = 0; i + 1 < route->length; i++)
            fprintf(out, "%s %s", i ? " over" : "", board->city[route->path[i]].name);
    }
    fputc('\n', out);
}

static void explain_building(const play *p, unsigned seat, FILE *out)
{
    const ek_rules *rules = play_rules(p);
    const ek_state *state = play_state(p);
    offer offers[EK_CITIES];
    unsigned count = 0, too_dear = 0;
    for (unsigned c = 0; c < rules->board->cities; c++) {
        offers[count].city = c;
        if (ek_connection(rules, state, seat, c, &offers[count].route) != EK_REASON_OK)
            continue;
        if (offers[count].route.total > state->owner[seat].money)
            too_dear++;
        else
            count++;
    }
    qsort(offers, count, sizeof *offers, dearer);
    fputs("Connect as many cities as you want and can pay, then enter done (d).\n"
          "  c CITY   a name, its beginning, or the three letters of the map\n",
          out);
    for (unsigned i = 0; i < count; i++)
        print_route(rec_board(p->game), &offers[i].route, out);
    if (too_dear)
        fprintf(out, "  %u more are in reach but too expensive.\n", too_dear);
}

static void explain_resources(const play *p, unsigned seat, FILE *out)
{
    fputs("Buy fuel that fits on your plants, then enter done (d).\n"
          "  bc 3   three coal; bo, bg, bu likewise\n"
          "Total price of the tokens that fit:\n",
          out);
    for (unsigned f = 0; f < EK_FUELS; f++) {
        const unsigned room = ek_room(play_state(p), seat, f);
        if (room)
            print_fuel(p, f, room, out);
        else
            fprintf(out, "  %-8s no room\n", rec_fuel_word(f));
    }
}

/* Choices that supply the most cities come first. */
static void explain_power(const play *p, unsigned seat, FILE *out)
{
    static ek_move moves[EK_MOVES_MAX];
    const ek_state *state = play_state(p);
    const unsigned count = ek_moves(play_rules(p), state, moves);
    unsigned shown = 0;
    char text[REC_MOVE_MAX];
    ek_move best;
    ek_best_power(play_rules(p), state, seat, EK_HOUSES, &best);
    rec_print_move(rec_board(p->game), state, best, text);
    fprintf(out, "Choose the plants to run; Enter or p runs the best: %s\n", text);
    for (int supplied = EK_HOUSES; supplied >= 0 && shown < 14; supplied--)
        for (unsigned i = 0; i < count && shown < 14; i++) {
            const ek_powering result = ek_power_result(state, seat, moves[i]);
            if (result.supplied != supplied)
                continue;
            rec_print_move(rec_board(p->game), state, moves[i], text);
            fprintf(out, "  %-34s supplies %2d, pays %u\n", text, supplied,
                    ek_income(result.supplied));
            shown++;
        }
}

static void explain_auction(const play *p, unsigned seat, FILE *out)
{
    static ek_move moves[EK_MOVES_MAX];
    const ek_state *state = play_state(p);
    const unsigned count = ek_moves(play_rules(p), state, moves);
    const unsigned type = ek_move_type(moves[count - 1]);
    if (type == EK_MOVE_SCRAP) {
        fputs("You own one plant too many. Scrap one of the others: s PLANT\n", out);
        print_owner(&state->owner[seat], out);
    } else if (type == EK_MOVE_RETURN) {
        fputs("Not all your fuel fits on the plants you keep. Return some: r coal N oil N\n", out);
        print_owner(&state->owner[seat], out);
    } else if (type == EK_MOVE_BID || state->in_auction) {
        fprintf(out,
                "Plant %u is auctioned; %s has bid %u.\n"
                "  b 12     bid 12; + bids one more (%u)\n"
                "  max 20   auto-bid up to 20\n"
                "  p or -   pass; you are out of this auction only\n",
                state->auction_plant, play_name(p, state->bidder), state->bid, state->bid + 1u);
        print_plant(state, state->auction_plant, out);
    } else {
        fputs("Nominate a plant of the current market with an opening bid, or pass.\n"
              "  n 4 7    nominate plant 4 with a bid of 7; n 4 bids the minimum\n"
              "  p or -   pass: you buy no plant in this round\n",
              out);
        print_plant_set(state, "For sale:", ek_current_market(play_rules(p), state), out);
    }
}

static void explain_setup(const play *p, FILE *out)
{
    static ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(play_rules(p), play_state(p), moves);
    static const char *const what[] = {
        [EK_PHASE_ZONE] = "Choose a region next to those already chosen: r REGION\n",
        [EK_PHASE_TRUST] = "Place a Trust house next to the others: t CITY\n",
        [EK_PHASE_MARKS] = "Mark a city where networks may begin: m CITY\n"};
    char text[REC_MOVE_MAX];
    fputs(what[ek_phase(play_state(p))], out);
    for (unsigned i = 0; i < count; i++) {
        rec_print_move(rec_board(p->game), play_state(p), moves[i], text);
        fprintf(out, "  %s\n", text);
    }
}

void play_print_commands(FILE *out)
{
    fputs("At any time: ? (this help), why MOVE, undo (u), log, map, plants, prices, players,\n"
          "near CITY, save FILE, quit (q). TAB completes, arrow keys recall earlier lines.\n"
          "Keys on an empty line: ? help  + one more  - pass  . done  = best  < undo\n",
          out);
}

void play_explain(const play *p, FILE *out)
{
    const ek_state *state = play_state(p);
    const enum ek_phase phase = ek_phase(state);
    const unsigned seat = ek_to_move(state);
    if (phase == EK_PHASE_ENDED)
        play_print_ranking(p, out);
    else if (seat == EK_NOBODY)
        fputs("Enter the card that was turned up.\n", out);
    else if (phase == EK_PHASE_AUCTION)
        explain_auction(p, seat, out);
    else if (phase == EK_PHASE_RESOURCES)
        explain_resources(p, seat, out);
    else if (phase == EK_PHASE_BUILDING)
        explain_building(p, seat, out);
    else if (phase == EK_PHASE_BUREAUCRACY)
        explain_power(p, seat, out);
    else
        explain_setup(p, out);
    play_print_commands(out);
}

/* ------------------------------------------------------------------------------------------ why */

/* The numbers behind a refusal. */
static void print_figures(const play *p, unsigned seat, ek_move move, FILE *out)
{
    const ek_rules *rules = play_rules(p);
    const ek_state *state = play_state(p);
    const unsigned a = ek_move_a(move), b = ek_move_b(move);
    ek_route route;
    switch (ek_move_type(move)) {
    case EK_MOVE_CONNECT:
        if (a < rules->board->cities &&
            ek_connection(rules, state, seat, a, &route) == EK_REASON_OK)
            fprintf(out, "It costs %d (place %d, connections %u); you have %d.\n", route.total,
                    route.total - route.path_cost, route.path_cost, state->owner[seat].money);
        break;
    case EK_MOVE_BUY:
        fprintf(out, "There is room for %u more, %u are for sale", ek_room(state, seat, a),
                state->fuel[a]);
        if (ek_price(rules, state, seat, a, b) >= 0)
            fprintf(out, "; %u cost %d, you have %d", b, ek_price(rules, state, seat, a, b),
                    state->owner[seat].money);
        fputs(".\n", out);
        break;
    case EK_MOVE_NOMINATE:
        fprintf(out, "The minimum for plant %u is %u; you have %d.\n", a, ek_minimum_bid(state, a),
                state->owner[seat].money);
        break;
    case EK_MOVE_BID:
        fprintf(out, "The standing bid is %u; you have %d.\n", state->bid,
                state->owner[seat].money);
        break;
    default:
        break;
    }
}

void play_explain_refusal(const play *p, const char *text, FILE *out)
{
    const unsigned seat = ek_to_move(play_state(p));
    ek_move move;
    rec_error error;
    if (seat == EK_NOBODY) {
        fprintf(out, "%s\n", rec_reason_text(EK_REASON_CARD_AWAITED));
        return;
    }
    if (!play_words_move(p, text, &move, &error)) {
        fprintf(out, "%s\n", error.text);
        return;
    }
    rec_why_text(rec_board(p->game), play_rules(p),
                 ek_why(play_rules(p), play_state(p), seat, move), error.text);
    fprintf(out, "%s\n", error.text);
    print_figures(p, seat, move, out);
}
