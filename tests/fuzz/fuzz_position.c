/*
 * Positions. An input is the text of one; an accepted position must obey the laws, be the same
 * state and the same text when it is printed and read again, and be playable.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "position.h"

enum { MOVES = 40 };

static void hold(bool law, const char *words)
{
    if (law)
        return;
    fprintf(stderr, "%s\n", words);
    abort();
}

static void check_text(const bd_board *board, const ek_rules *rules, const ek_state *state)
{
    static char text[REC_POSITION_MAX];
    static char again[REC_POSITION_MAX];
    const bd_board *other = NULL;
    ek_rules other_rules;
    ek_state other_state;
    rec_error error;
    hold(rec_position_print(board, rules, state, text, sizeof text), "a state is not printed");
    hold(rec_position_parse(text, &other, &other_rules, &other_state, &error),
         "a printed position cannot be read");
    hold(memcmp(state, &other_state, sizeof *state) == 0,
         "the state read differs from the state printed");
    hold(rec_position_print(other, &other_rules, &other_state, again, sizeof again) &&
             strcmp(text, again) == 0,
         "a printed position is printed differently the second time");
}

/* Random moves and cards; the drafted zone may need other rules. */
static void play_on(const bd_board *board, ek_rules *rules, ek_state *state)
{
    static ek_move moves[EK_MOVES_MAX];
    uint64_t random = ek_hash(state);
    for (unsigned i = 0; i < MOVES && ek_phase(state) != EK_PHASE_ENDED; i++) {
        ek_plants awaited = ek_card_awaited(state);
        if (awaited) {
            hold(ek_draw(rules, state, (unsigned)__builtin_ctzll(awaited), NULL) == EK_REASON_OK,
                 "a card is refused");
        } else {
            const unsigned count = ek_moves(rules, state, moves);
            hold(count > 0, "there is no move");
            ek_play(rules, state, moves[ek_random_below(&random, count)], NULL);
        }
        if (ek_rules_wanted(rules, state)) {
            ek_config config = rules->config;
            config.zone = state->zone;
            hold(ek_rules_init(rules, board->ek, &config) == EK_REASON_OK, "no rules");
        }
        hold(ek_check(rules, state) == EK_LAW_NONE, "a law is broken");
    }
    check_text(board, rules, state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[REC_POSITION_MAX + 1];
    const bd_board *board = NULL;
    ek_rules rules;
    ek_state state;
    rec_error error;
    const size_t length = size < REC_POSITION_MAX ? size : REC_POSITION_MAX;
    memcpy(text, data, length);
    text[length] = '\0';
    if (!rec_position_parse(text, &board, &rules, &state, &error)) {
        hold(error.column > 0 && error.code[0] && error.text[0],
             "a refusal has no place or no words");
        return 0;
    }
    check_text(board, &rules, &state);
    play_on(board, &rules, &state);
    return 0;
}
