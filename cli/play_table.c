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
    if (!strchr(line, '\n'))
        for (int c = getchar(); c != '\n' && c != EOF;)
            c = getchar();
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

/* Names become seats. */
static bool order_from_names(play_options *o, char *line, size_t size)
{
    char out[64] = "", *save = NULL;
    size_t used = 0;
    for (char *word = strtok_r(line, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        unsigned seat = 0;
        while (seat < o->game.players && strcasecmp(o->game.name[seat], word) != 0)
            seat++;
        const bool numbered = isdigit((unsigned char)word[0]);
        if (!numbered && seat == o->game.players)
            return cli_table_complain(&o->table, o->verb, "order", "there is no player '%s'", word);
        if (used < sizeof out - 8)
            used += (size_t)(numbered ? snprintf(out + used, sizeof out - used, "%s%.2s",
                                                 used ? "," : "", word)
                                      : snprintf(out + used, sizeof out - used, "%s%u",
                                                 used ? "," : "", seat + 1));
    }
    snprintf(line, size, "%s", out);
    return true;
}

/* Evaluates all answers so far from the start. */
static bool settle(play_options *o)
{
    play_options_drop(o);
    o->game.chance = EK_CHANCE_ASK;
    return play_options_settle(o, SEAT_PERSON, SEAT_PERSON);
}

enum { ANSWER_MAX = 256 };

/* Makes the answer the value of its option; false after a message. */
static bool accept(play_options *o, const char **value, char line[ANSWER_MAX])
{
    comma_list(line);
    if (!line[0])
        return cli_table_complain(&o->table, o->verb, o->table.answering,
                                  "an answer is needed; Control-C quits");
    if (value == &o->order && !order_from_names(o, line, ANSWER_MAX))
        return false;
    *value = line;
    return settle(o);
}

/* Asks for the value of an option until the answer can be used. */
static bool ask(play_options *o, const char *option, const char **value, const char *question,
                char line[ANSWER_MAX])
{
    bool accepted;
    o->table.answering = option;
    do {
        o->table.refused = false;
        if (!answer(question, line, ANSWER_MAX)) {
            putchar('\n');
            return cli_complain(o->verb, "the input ended before the game was set up");
        }
        accepted = accept(o, value, line);
    } while (!accepted && o->table.refused);
    return accepted;
}

static void print_regions(const bd_board *board)
{
    fputs("Regions:", stdout);
    for (unsigned r = 0; r < board->ek->regions; r++)
        printf(" %s", board->region[r].id);
    putchar('\n');
}

bool play_table_setup(play_options *o)
{
    static char names[ANSWER_MAX], zone[ANSWER_MAX], order[ANSWER_MAX], market[ANSWER_MAX];
    const bool players_known = o->names || o->table.players;
    if (!(players_known ? settle(o)
                        : ask(o, "names", &o->names,
                              "Players in clockwise order, like Anna, Bruno, Clara: ", names)))
        return false;
    if (!o->table.zone) {
        print_regions(o->game.board);
        if (!ask(o, "zone", &o->table.zone, "Regions in play, or draft: ", zone))
            return false;
    }
    if (!o->order &&
        !ask(o, "order", &o->order, "First order of the players, by name or seat: ", order))
        return false;
    return o->market || o->game.edition == EK_CLASSIC ||
           ask(o, "market", &o->market, "The eight plants of the opening market: ", market);
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

/* ------------------------------------------------------------------------------------- auctions */

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
