/*
 * Bookkeeping of a game from its events alone.
 *
 * A client that follows every event must always know the money, fuel, plants and houses of all
 * players, the markets, the supply, the cards under the deck and those out of the game. So the
 * books check that the events are complete and exact to the last Elektro and the last token, and
 * that the state changes in no other way.
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
    unsigned target, reached, path; /* of a connection: the city, the end of its route, the cost
                                       left to pay */
    uint8_t order[EK_SEATS];
    const char *wrong; /* the first entry that could not be made, or NULL */
} books;

/* Opens the books of a new game; the events of ek_start are the first to enter. */
void open_books(books *b, const ek_rules *rules);

/* Opens the books in the middle of a game. */
void open_books_at(books *b, const ek_state *state);

/* Enters the events of a move or a draw. */
void enter_events(books *b, const ek_rules *rules, const ek_events *events);

/* How the state differs from the books; NULL if it does not. */
const char *audit(const books *b, const ek_state *state);

#endif
