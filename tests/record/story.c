/* Games as sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "story.h"
#include "tables.h"

static void assert_told(const rec_options *o, ek_event event, const char *sentence)
{
    char text[REC_STORY_MAX];
    rec_event_text(o, &event, text);
    assert_string_equal(text, sentence);
}

static void events_are_sentences(void **unused)
{
    (void)unused;
    rec_options o;
    rec_options_default(&o);
    snprintf(o.name[1], REC_NAME_MAX, "Bert");
    const unsigned koeln = (unsigned)bd_city_named(o.board, "koeln");
    const unsigned essen = (unsigned)bd_city_named(o.board, "essen");
    const uint8_t nobody = EK_NOBODY;
    assert_told(&o, (ek_event){EK_EVENT_NOMINATED, 1, 4, 0, 7}, "Bert nominates plant 4 for 7");
    assert_told(&o, (ek_event){EK_EVENT_PASSED, 0, 0, 0, 0}, "Player 1 passes");
    assert_told(&o, (ek_event){EK_EVENT_CONNECTED, 1, (uint8_t)koeln, 1, 22},
                "Bert connects K\xc3\xb6ln (15) for 22");
    assert_told(&o, (ek_event){EK_EVENT_ROUTE, 1, (uint8_t)essen, (uint8_t)koeln, 7},
                "along Essen to K\xc3\xb6ln for 7");
    assert_told(&o, (ek_event){EK_EVENT_FUEL_BOUGHT, 1, EK_OIL, 3, 9}, "Bert buys 3 oil for 9");
    assert_told(&o, (ek_event){EK_EVENT_PLANT_REMOVED, nobody, 3, EK_REMOVAL_OBSOLETE, 0},
                "Plant 3 leaves the game as obsolete");
    assert_told(&o, (ek_event){EK_EVENT_ORDER, 1, 0, 0, 0}, "Bert is number 1 in the order");
    assert_told(&o, (ek_event){EK_EVENT_PHASE_BEGINS, nobody, EK_PHASE_BUILDING, 0, 0},
                "Phase: building");
    assert_told(&o, (ek_event){EK_EVENT_GAME_ENDED, nobody, 0, 0, 0}, "The game is over");
}

static void assert_all_told(const rec_game *game, const ek_events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        char text[REC_STORY_MAX];
        rec_event_text(rec_options_of(game), &events->list[i], text);
        assert_true(text[0] != '\0');
        if (strpbrk(text, "{}"))
            fail_msg("a field is left: %s", text);
    }
}

static void every_game_can_be_told(void **unused)
{
    static jn_cursor c;
    (void)unused;
    for (unsigned n = 0; n < table_count(); n += 3) {
        rec_game *game = play_game(n);
        jn_first_step(&c, rec_journal(game));
        do
            assert_all_told(game, &c.events);
        while (jn_next_step(&c));
        assert_int_equal(c.step, rec_steps(game));
        assert_memory_equal(&c.now.state, rec_state(game), sizeof(ek_state));
        rec_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_sentences),
        cmocka_unit_test(every_game_can_be_told),
    };
    return cmocka_run_group_tests_name("records: story", tests, NULL, NULL);
}
