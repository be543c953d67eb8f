/* Every event as JSON, unchanged since the first version of the protocol. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "history.h"
#include "state_json.h"

enum { NOBODY = EK_NOBODY };

static uint8_t koeln, essen, west;
static unsigned zone; /* two regions */

static void assert_json(ek_event event, const char *expected)
{
    rec_options o;
    rec_options_default(&o);
    json_t *json = rec_event_json(o.board, &event);
    char *text = json_dumps(json, JSON_COMPACT);
    assert_string_equal(text, expected);
    free(text);
    json_decref(json);
}

#define TELLS(type, seat, a, b, n, json) \
    seen[EK_EVENT_##type] = true;        \
    assert_json((ek_event){EK_EVENT_##type, seat, a, b, n}, json)

static void setup_events(bool *seen)
{
    TELLS(REGION_CHOSEN, 0, west, 0, 0,
          "{\"event\":\"region-chosen\",\"seat\":1,\"region\":\"west\"}");
    TELLS(ZONE_CHOSEN, NOBODY, 0, 0, (int)zone,
          "{\"event\":\"zone-chosen\",\"zone\":[\"north-west\",\"west\"]}");
    TELLS(TRUST_HOUSE, 2, koeln, 0, 0,
          "{\"event\":\"trust-house\",\"seat\":3,\"city\":\"koeln\",\"place\":10}");
    TELLS(TRUST_HOUSE, NOBODY, koeln, 1, 0,
          "{\"event\":\"trust-house\",\"city\":\"koeln\",\"place\":15}");
    TELLS(CITY_MARKED, 1, essen, 1, 0,
          "{\"event\":\"city-marked\",\"seat\":2,\"city\":\"essen\",\"token\":1}");
    TELLS(MARK_REMOVED, NOBODY, essen, 0, 0,
          "{\"event\":\"mark-removed\",\"city\":\"essen\",\"token\":0}");
}

static void course_events(bool *seen)
{
    TELLS(ROUND_BEGINS, NOBODY, 0, 0, 7, "{\"event\":\"round-begins\",\"round\":7}");
    TELLS(ORDER, 4, 0, 0, 0, "{\"event\":\"order\",\"seat\":5,\"position\":1}");
    TELLS(PHASE_BEGINS, NOBODY, EK_PHASE_BUILDING, 0, 0,
          "{\"event\":\"phase-begins\",\"phase\":\"building\"}");
    TELLS(STEP_BEGINS, NOBODY, 2, 0, 0, "{\"event\":\"step-begins\",\"step\":2}");
    TELLS(TURN_ENDED, 0, EK_PHASE_RESOURCES, 0, 0,
          "{\"event\":\"turn-ended\",\"seat\":1,\"phase\":\"resources\"}");
    TELLS(GAME_ENDED, NOBODY, 0, 0, 0, "{\"event\":\"game-ended\"}");
    TELLS(RANKED, 3, 1, 15, 120,
          "{\"event\":\"ranked\",\"seat\":4,\"rank\":1,\"cities\":15,\"money\":120}");
}

static void auction_events(bool *seen)
{
    TELLS(DISCOUNT_PLACED, NOBODY, 5, 0, 0, "{\"event\":\"discount-placed\",\"plant\":5}");
    TELLS(DISCOUNT_ENDED, NOBODY, 5, 0, 0, "{\"event\":\"discount-ended\",\"plant\":5}");
    TELLS(NOMINATED, 1, 4, 0, 7, "{\"event\":\"nominated\",\"seat\":2,\"plant\":4,\"bid\":7}");
    TELLS(BID, 0, 4, 0, 8, "{\"event\":\"bid\",\"seat\":1,\"plant\":4,\"bid\":8}");
    TELLS(LEFT_AUCTION, 1, 4, 0, 0, "{\"event\":\"left-auction\",\"seat\":2,\"plant\":4}");
    TELLS(PASSED, 5, 0, 0, 0, "{\"event\":\"passed\",\"seat\":6}");
    TELLS(PLANT_BOUGHT, 0, 4, 0, 8,
          "{\"event\":\"plant-bought\",\"seat\":1,\"plant\":4,\"price\":8}");
    TELLS(PLANT_SCRAPPED, 0, 3, 0, 0, "{\"event\":\"plant-scrapped\",\"seat\":1,\"plant\":3}");
    TELLS(FUEL_RETURNED, 0, EK_COAL, 0, 2,
          "{\"event\":\"fuel-returned\",\"seat\":1,\"fuel\":\"coal\",\"count\":2}");
    TELLS(URANIUM_STOPPED, 0, 0, 0, 0, "{\"event\":\"uranium-stopped\",\"seat\":1}");
}

static void card_events(bool *seen)
{
    TELLS(PLANT_DRAWN, NOBODY, 13, EK_BACK_UNKNOWN, 0,
          "{\"event\":\"plant-drawn\",\"plant\":13,\"top_back\":null}");
    TELLS(PLANT_DRAWN, NOBODY, 13, EK_BACK_PLUG, 0,
          "{\"event\":\"plant-drawn\",\"plant\":13,\"top_back\":\"plug\"}");
    TELLS(PLANT_REMOVED, NOBODY, 3, EK_REMOVAL_NOBODY_BOUGHT, 0,
          "{\"event\":\"plant-removed\",\"plant\":3,\"why\":\"nobody-bought\"}");
    TELLS(PLANT_BURIED, NOBODY, 40, 0, 0, "{\"event\":\"plant-buried\",\"plant\":40}");
    TELLS(STEP3_CARD_DRAWN, NOBODY, 0, 0, 0, "{\"event\":\"step3-card-drawn\"}");
    TELLS(STEP3_CARD_REMOVED, NOBODY, 0, 0, 0, "{\"event\":\"step3-card-removed\"}");
    TELLS(DECK_SHUFFLED, NOBODY, 0, EK_BACK_SOCKET, 9,
          "{\"event\":\"deck-shuffled\",\"top_back\":\"socket\",\"count\":9}");
}

static void trust_events(bool *seen)
{
    TELLS(TRUST_PLANT, NOBODY, 20, 0, 0, "{\"event\":\"trust-plant\",\"plant\":20}");
    TELLS(TRUST_FUEL, NOBODY, EK_OIL, 0, 3,
          "{\"event\":\"trust-fuel\",\"fuel\":\"oil\",\"count\":3}");
    TELLS(TRUST_FUEL_RETURNED, NOBODY, EK_URANIUM, 0, 1,
          "{\"event\":\"trust-fuel-returned\",\"fuel\":\"uranium\",\"count\":1}");
}

static void round_events(bool *seen)
{
    TELLS(FUEL_BOUGHT, 1, EK_GARBAGE, 3, 21,
          "{\"event\":\"fuel-bought\",\"seat\":2,\"fuel\":\"garbage\",\"count\":3,\"price\":21}");
    TELLS(CONNECTED, 1, koeln, 2, 27,
          "{\"event\":\"connected\",\"seat\":2,\"city\":\"koeln\",\"place\":20,\"price\":27}");
    TELLS(ROUTE, 1, essen, koeln, 7,
          "{\"event\":\"route\",\"seat\":2,\"from\":\"essen\",\"to\":\"koeln\",\"cost\":7}");
    TELLS(PLANT_RUN, 0, 5, 1, 2,
          "{\"event\":\"plant-run\",\"seat\":1,\"plant\":5,\"coal\":1,\"burnt\":2}");
    TELLS(POWERED, 0, 4, 0, 54, "{\"event\":\"powered\",\"seat\":1,\"cities\":4,\"income\":54}");
    TELLS(REFILLED, NOBODY, EK_COAL, 0, 5,
          "{\"event\":\"refilled\",\"fuel\":\"coal\",\"count\":5}");
}

static void every_event_is_json(void **unused)
{
    (void)unused;
    bool seen[EK_EVENT_TYPES] = {false};
    rec_options o;
    rec_options_default(&o);
    koeln = (uint8_t)bd_city_named(o.board, "koeln");
    essen = (uint8_t)bd_city_named(o.board, "essen");
    west = (uint8_t)bd_region_named(o.board, "west");
    zone = 1u << west | 1u << bd_region_named(o.board, "north-west");
    setup_events(seen);
    course_events(seen);
    auction_events(seen);
    card_events(seen);
    trust_events(seen);
    round_events(seen);
    for (unsigned type = 0; type < EK_EVENT_TYPES; type++)
        if (!seen[type])
            fail_msg("no case for event %u", type);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_event_is_json)};
    return cmocka_run_group_tests_name("events", tests, NULL, NULL);
}
