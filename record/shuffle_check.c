#include "shuffle_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

/* The values of the record's shuffle comments. */
typedef struct told {
    char seed[JN_SEED_TEXT];
    char words[EK_SEATS][JN_WORDS_MAX];
    bool known, drew_zone, drew_order;
} told;

/* "1: TEXT"; the text may begin and end with spaces. */
static void read_words(told *t, const char *text)
{
    rec_cursor c = {text, text, 0};
    unsigned seat;
    if (!rec_take_number(&c, EK_SEATS, &seat) || seat == 0 || !rec_skip(&c, ':'))
        return;
    snprintf(t->words[seat - 1], JN_WORDS_MAX, "%.64s", c.at + (*c.at == ' '));
}

static void read_comment(told *t, const char *line, size_t length)
{
    char text[256];
    if (length >= sizeof text)
        return;
    memcpy(text, line, length);
    text[length] = '\0';
    if (strcmp(text, "# shuffle: " JN_SHUFFLE) == 0)
        t->known = true;
    else if (strncmp(text, "# shuffle-drew:", 15) == 0) {
        t->drew_zone = strstr(text, " zone") != NULL;
        t->drew_order = strstr(text, " order") != NULL;
    } else if (strncmp(text, "# shuffle-seed: ", 16) == 0)
        snprintf(t->seed, sizeof t->seed, "%.64s", text + 16);
    else if (strncmp(text, "# shuffle-words ", 16) == 0)
        read_words(t, text + 16);
}

static void read_comments(told *t, const char *record)
{
    for (const char *line = record; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (*line == '#')
            read_comment(t, line, strcspn(line, "\r\n"));
}

static bool differs(rec_error *error, const char *what)
{
    return rec_fail(error, "unfair", "The %s of the seed is not that of the record.", what);
}

/* The next card of the record, from entry *at on; 0 if there is none. */
static unsigned next_card(const rec_entries *entries, unsigned *at)
{
    while (*at < entries->count && entries->list[*at].kind != REC_DRAW)
        (*at)++;
    return *at < entries->count ? entries->list[(*at)++].value : 0;
}

/* Replays the moves of the record; the cards of the shuffle must be those of the record. */
static bool check_entries(jn_game *game, const bd_board *board, const rec_entries *entries,
                          unsigned *cards, rec_error *error)
{
    unsigned at = 0;
    for (unsigned i = 0; i < entries->count; i++) {
        const rec_entry *entry = &entries->list[i];
        const unsigned from = game->lines;
        if (entry->kind != REC_MOVE)
            continue;
        const unsigned reason = jn_play(game, entry->seat, entry->value, NULL);
        if (reason != EK_REASON_OK)
            return rec_refuse_line(error, board, game->now.rules, reason);
        for (unsigned k = from; k < game->lines; k++) {
            if (jn_line_type(game->line[k]) != JN_DRAW)
                continue;
            if (next_card(entries, &at) != jn_line_value(game->line[k]))
                return differs(error, "card");
            ++*cards;
        }
    }
    return next_card(entries, &at) == 0 || differs(error, "number of cards");
}

static bool check_cards(jn_game *game, const rec_game *played, unsigned *cards, rec_error *error)
{
    rec_entries entries = {.list = NULL};
    const bool fair = rec_list_entries(&entries, rec_journal(played))
                          ? check_entries(game, rec_board(played), &entries, cards, error)
                          : rec_refuse_line(error, NULL, NULL, JN_NO_MEMORY);
    free(entries.list);
    return fair;
}

static bool check_start(const rec_game *played, const jn_game *game, rec_error *error)
{
    const rec_options *o = rec_options_of(played);
    const ek_state *now = &game->now.state;
    ek_state first;
    rec_state_at(played, 0, &first);
    if (first.zone != now->zone)
        return differs(error, "zone");
    if (memcmp(o->order, now->order, o->players) != 0)
        return differs(error, "first order");
    return first.market == now->market || differs(error, "opening market");
}

static bool check_game(const told *t, const rec_game *played, unsigned *cards, rec_error *error)
{
    const rec_options *o = rec_options_of(played);
    const char *words[EK_SEATS];
    char commitment[JN_SEED_TEXT];
    jn_game game;
    jn_setup setup = {.board = o->board->ek,
                      .config = {o->edition, o->players, o->options, o->zone},
                      .zone_choice = t->drew_zone ? JN_ZONE_RANDOM : o->zone_choice,
                      .chance = JN_CHANCE_SHUFFLE,
                      .order_given = !t->drew_order,
                      .order = {0, 1, 2, 3, 4, 5}};
    for (unsigned i = 0; i < EK_SEATS; i++)
        words[i] = t->words[i];
    if (!jn_seed_commitment(t->seed, commitment) ||
        !jn_shuffle_init(&setup.shuffle, t->seed, words, o->players))
        return rec_fail(error, "bad-seed",
                        "The record's shuffle-seed is not 64 hexadecimal digits.");
    if (strcmp(commitment, o->commitment) != 0)
        return rec_fail(error, "other-seed", "The seed is not the one that was committed to.");
    const unsigned reason = jn_start(&game, &setup, NULL);
    if (reason != EK_REASON_OK)
        return rec_refuse_line(error, o->board, NULL, reason);
    const bool fair = check_start(played, &game, error) && check_cards(&game, played, cards, error);
    jn_free(&game);
    return fair;
}

bool rec_check_shuffle(const char *record, const rec_game *game, unsigned *cards, rec_error *error)
{
    told t = {.known = false};
    read_comments(&t, record);
    *cards = 0;
    if (!t.known)
        return rec_fail(error, "no-shuffle",
                        "The record has no shuffle of the kind " JN_SHUFFLE ".");
    if (!t.seed[0])
        return rec_fail(error, "no-seed",
                        "The record has no seed yet: the server shows it when the game has ended.");
    return check_game(&t, game, cards, error);
}
