/* --table: people play the printed game, the program keeps the books. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "play.h"
#include "words_text.h"

/* -------------------------------------------------------------------------------------- set-up */

/* One line of an answer, its end cut off; false when there is no more. */
static bool answer(const char *question, char *line, size_t size)
{
    fputs(question, stdout);
    fflush(stdout);
    if (!fgets(line, (int)size, stdin))
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

/* Words with spaces or commas between them become a list with commas. */
static void comma_list(char *line)
{
    char *to = line;
    bool gap = false;
    for (const char *from = line; *from; from++) {
        if (isspace((unsigned char)*from) || *from == ',') {
            gap = to > line;
            continue;
        }
        if (gap)
            *to++ = ',';
        gap = false;
        *to++ = *from;
    }
    *to = '\0';
}

static bool ask_names(play_options *o, char *line, size_t size)
{
    if (o->names || o->table.players)
        return true;
    if (!answer("Players in clockwise order, like Anna, Bruno, Clara: ", line, size))
        return false;
    comma_list(line);
    o->names = line;
    return true;
}

static bool ask_zone(play_options *o, char *line, size_t size)
{
    if (o->table.zone)
        return true;
    const bd_board *board = bd_find(o->table.board, (enum ek_edition)o->table.edition);
    if (board) {
        fputs("Regions:", stdout);
        for (unsigned r = 0; r < board->ek->regions; r++)
            printf(" %s", board->region[r].id);
        putchar('\n');
    }
    if (!answer("Regions in play, or draft: ", line, size))
        return false;
    comma_list(line);
    o->table.zone = line;
    return true;
}

/* Names become seats. */
static bool order_from_names(const play_options *o, char *line, size_t size)
{
    char out[64] = "", *save = NULL;
    size_t used = 0;
    comma_list(line);
    for (char *word = strtok_r(line, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        unsigned seat = 0;
        while (seat < o->game.players && strcasecmp(o->game.name[seat], word) != 0)
            seat++;
        const bool numbered = isdigit((unsigned char)word[0]);
        if (used < sizeof out - 8)
            used += (size_t)(numbered ? snprintf(out + used, sizeof out - used, "%s%.2s",
                                                 used ? "," : "", word)
                                      : snprintf(out + used, sizeof out - used, "%s%u",
                                                 used ? "," : "", seat + 1));
    }
    snprintf(line, size, "%s", out);
    return used > 0;
}

static bool ask_order(play_options *o, char *line, size_t size)
{
    if (o->order)
        return true;
    if (!answer("First order of the players, by name or seat: ", line, size) ||
        !order_from_names(o, line, size))
        return false;
    o->order = line;
    return true;
}

static bool ask_market(play_options *o, char *line, size_t size)
{
    if (o->market || o->game.edition == EK_CLASSIC)
        return true;
    if (!answer("The eight plants of the opening market: ", line, size))
        return false;
    comma_list(line);
    o->market = line;
    return true;
}

/* Evaluates all answers so far from the start. */
static bool settle(play_options *o)
{
    play_options_drop(o);
    return play_options_settle(o, SEAT_PERSON, SEAT_PERSON);
}

bool play_table_setup(play_options *o)
{
    static char names[256], zone[256], order[256], market[256];
    o->game.chance = EK_CHANCE_ASK;
    if (!ask_names(o, names, sizeof names) || !ask_zone(o, zone, sizeof zone))
        return false;
    if (!settle(o)) /* the names and the edition are needed for the rest */
        return false;
    return ask_order(o, order, sizeof order) && ask_market(o, market, sizeof market) && settle(o);
}

/* --------------------------------------------------------------------------------------- cards */

static void trim(char *line)
{
    const size_t before = strspn(line, " \t");
    size_t length = strlen(line);
    while (length > before && isspace((unsigned char)line[length - 1]))
        length--;
    memmove(line, line + before, length - before);
    line[length - before] = '\0';
}

/* The back that a word or its beginning names; -1 if it is none. */
static int back_named(const char *word)
{
    static const enum ek_back backs[] = {EK_BACK_PLUG, EK_BACK_SOCKET};
    for (unsigned i = 0; i < sizeof backs / sizeof *backs; i++)
        if (strncasecmp(rec_back_word(backs[i]), word, strlen(word)) == 0)
            return (int)backs[i];
    return -1;
}

/* Accepts a back or a command. A move is not accepted, since "p" would pass for the next player.
 * False if the question is still open. */
static bool take_back(play *p, const char *line)
{
    rec_error error;
    const unsigned steps = rec_steps(p->game);
    const int back = back_named(line);
    if (back < 0 && play_do_command(p, line))
        return p->quit || rec_steps(p->game) != steps;
    if (back < 0) {
        p->front->tell(p, "Expected plug, socket, or Enter if it is not known.");
        return false;
    }
    if (!rec_show_back(p->game, (enum ek_back)back, &error)) {
        p->front->tell(p, error.text);
        return false;
    }
    play_keep(p);
    return true;
}

static void ask_back(play *p)
{
    char line[EDIT_MAX];
    const ek_state *state = play_state(p);
    if (play_rules(p)->config.edition == EK_CLASSIC || state->top_back != EK_BACK_UNKNOWN ||
        ek_deck_count(state) == 0)
        return;
    do {
        if (!p->front->ask(p, "Back now on top (plug, socket, or Enter): ", line)) {
            p->quit = p->closed = true;
            return;
        }
        trim(line);
    } while (line[0] && !take_back(p, line));
}

void play_table_card(play *p)
{
    char line[EDIT_MAX];
    unsigned long plant;
    rec_error error;
    p->front->show(p);
    if (!p->front->ask(p, "Which card was turned up? ", line)) {
        p->quit = p->closed = true;
        return;
    }
    if (!cli_parse_number(line, 0, 9999, &plant)) {
        play_do_line(p, line);
        return;
    }
    if (plant >= EK_PLANT_NUMBERS) {
        p->front->tell(p, rec_reason_text(EK_REASON_NO_SUCH_PLANT));
        return;
    }
    if (!rec_draw(p->game, (unsigned)plant, &error)) {
        p->front->tell(p, error.text);
        return;
    }
    play_step_made(p);
    if (!ek_card_awaited(play_state(p)))
        ask_back(p);
}

/* --------------------------------------------------------------------------------------- auctions
 */

static unsigned seat_named(const play *p, const char *name, size_t length)
{
    for (unsigned seat = 0; seat < play_rules(p)->config.players; seat++) {
        const char *full = play_name(p, seat);
        const bool letter = length == 1 && (name[0] & ~0x20) == draw_letter(seat);
        if (letter || (length > 0 && strncasecmp(full, name, length) == 0))
            return seat;
    }
    return EK_NOBODY;
}

/* All bidders pass except the buyer, who bids the price. */
bool play_table_sold(play *p, const char *words, rec_error *error)
{
    const size_t length = strcspn(words, " ");
    const unsigned buyer = seat_named(p, words, length);
    const ek_state *state = play_state(p);
    const unsigned plant = state->auction_plant;
    unsigned long price = state->bid;
    const char *rest = words + length + strspn(words + length, " ");
    if (state->in_auction == 0)
        return rec_fail(error, "wrong-phase", "There is no auction; nominate a plant first.");
    if (buyer == EK_NOBODY || (*rest && !cli_parse_number(rest, 1, EK_BID_MAX, &price)))
        return rec_fail(error, "bad-syntax", "Expected sold NAME PRICE.");
    if (!(state->in_auction >> buyer & 1))
        return rec_fail(error, "not-in-auction", "%s is not in this auction.", play_name(p, buyer));
    if (buyer == state->bidder ? price != state->bid : price <= state->bid)
        return rec_fail(error, "bid-too-low",
                        "The standing bid is %u by %s; enter a price that fits, or undo.",
                        state->bid, play_name(p, state->bidder));
    while (play_state(p)->in_auction && play_state(p)->auction_plant == plant) {
        const bool bids = play_state(p)->bidding == buyer && play_state(p)->bid < price;
        const ek_move move =
            bids ? ek_move_of(EK_MOVE_BID, 0, (unsigned)price) : ek_move_of(EK_MOVE_PASS, 0, 0);
        if (!play_move(p, move, error))
            return false;
    }
    return true;
}
