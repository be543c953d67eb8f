/*
 * The books of a game, kept from its events alone.
 *
 * Whoever writes down every event must know at each moment who has what: money, fuel, plants,
 * houses, and what lies on the markets, in the supply, under the deck and out of the game. So the
 * books hold the events to be complete and true to the last Elektro and the last token, and the
 * state to change in no way that is not told.
 */
#ifndef TEST_BOOKS_H
#define TEST_BOOKS_H

#include "elektro.h"

typedef struct books {
    ek_owner owner[EK_OWNERS];
    ek_plants market, buried, removed;
    ek_cities places[EK_STEPS], marks, bare_marks;
    unsigned fuel[EK_FUELS], supply[EK_FUELS];
    unsigned deck; /* cards before the Step 3 card */
    unsigned back; /* of the card on top of it, while the generator draws */
    bool dealing;  /* the deck is made only when the opening market lies */
    unsigned round, step, discount, phase;
    unsigned target, reached, path; /* of a connection: the city, where its route is, what is left
                                       to pay */
    uint8_t order[EK_SEATS];
    const char *wrong; /* the first entry that could not be made, or NULL */
} books;

/* Opens the books of a new game; the events of ek_start are the first to enter. */
void open_books(books *b, const ek_rules *rules);

/* Opens them in the middle of a game. */
void open_books_at(books *b, const ek_state *state);

/* Enters what a move or a draw told. */
void enter_events(books *b, const ek_rules *rules, const ek_events *events);

/* Says how the state differs from the books; NULL if it does not. */
const char *audit(const books *b, const ek_state *state);

#endif
