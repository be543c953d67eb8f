#include "umpire.h"

#include <stdio.h>
#include <stdlib.h>

unsigned next_byte(input *in)
{
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->bytes++;
}

unsigned next_word(input *in)
{
    const unsigned low = next_byte(in);
    return low | next_byte(in) << 8;
}

void hold(const random_game *g, const char *wrong)
{
    char words[GAME_WORDS_MAX];
    if (!wrong)
        return;
    name_game(g, words);
    fprintf(stderr, "%s: %s\n", words, wrong);
    abort();
}

void check_position(random_game *g, books *b)
{
    enum { TRIES = 1 };
    uint64_t dice = g->random;
    enter_events(b, &g->rules, &g->events);
    hold(g, audit(b, &g->state));
    hold(g, judge_events(&g->rules, &g->events));
    hold(g, judge_state(&g->rules, &g->state));
    list_moves(g);
    hold(g, judge_moves(&g->rules, &g->state, g->moves, g->count, TRIES, &dice));
    hold(g, judge_refusals(&g->rules, &g->state, g->moves, g->count, TRIES, &dice));
}

void play_on(random_game *g, books *b, unsigned moves)
{
    for (; moves > 0 && ek_phase(&g->state) != EK_PHASE_ENDED; moves--) {
        const unsigned card = choose_card(g);
        const ek_reason reason = card ? ek_draw(&g->rules, &g->state, card, &g->events)
                                      : ek_apply(&g->rules, &g->state, choose_move(g), &g->events);
        hold(g, reason == EK_REASON_OK ? NULL : "a move or card that was offered is refused");
        hold(g, adopt_drafted_zone(g) ? NULL : "a drafted zone cannot be played");
        check_position(g, b);
    }
}
