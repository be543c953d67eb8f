/* elektro engine: the request "query", for prices and routes. */
#include <string.h>

#include "engine.h"
#include "words_text.h"

static json_t *connection(const rec_game *game, const json_t *request, unsigned seat,
                          rec_error *error)
{
    const bd_board *board = rec_board(game);
    const json_t *name = json_object_get(request, "city");
    ek_route route;
    if (!json_is_string(name))
        return rec_fail(error, "bad-request", "\"city\": expected the name of a city."), NULL;
    const int city = bd_city_named(board, json_string_value(name));
    if (city < 0)
        return rec_fail(error, "no-such-city", "%s has no city '%.60s'.", board->name,
                        json_string_value(name)),
               NULL;
    const ek_reason reason =
        ek_connection(rec_rules(game), rec_state(game), seat, (unsigned)city, &route);
    if (reason != EK_REASON_OK)
        return rec_refuse(error, reason), NULL;
    json_t *path = json_array();
    for (unsigned i = 0; i < route.length; i++)
        json_array_append_new(path, json_string(board->city[route.path[i]].id));
    return json_pack("{s:i, s:s, s:i, s:i, s:i, s:o}", "seat", (int)seat + 1, "city",
                     board->city[city].id, "price", (int)route.total, "place",
                     ek_tables.place_cost[route.place], "path_cost", route.path_cost, "path", path);
}

static json_t *connections(const rec_game *game, const json_t *request, unsigned seat,
                           rec_error *error)
{
    const bd_board *board = rec_board(game);
    json_t *list = json_array();
    (void)request;
    (void)error;
    for (unsigned city = 0; city < board->ek->cities; city++) {
        ek_route route;
        if (ek_connection(rec_rules(game), rec_state(game), seat, city, &route) == EK_REASON_OK)
            json_array_append_new(list, json_pack("{s:s, s:i, s:i}", "city", board->city[city].id,
                                                  "price", (int)route.total, "place",
                                                  ek_tables.place_cost[route.place]));
    }
    return json_pack("{s:i, s:o}", "seat", (int)seat + 1, "connections", list);
}

/* The price of every token for sale, cheapest first. */
static json_t *token_prices(const rec_game *game, unsigned seat, enum ek_fuel fuel)
{
    json_t *list = json_array();
    int before = 0;
    for (unsigned n = 1;; n++) {
        const int price = ek_price(rec_rules(game), rec_state(game), seat, fuel, n);
        if (price < 0)
            return list;
        json_array_append_new(list, json_integer(price - before));
        before = price;
    }
}

static json_t *prices(const rec_game *game, const json_t *request, unsigned seat, rec_error *error)
{
    json_t *reply = json_pack("{s:i}", "seat", (int)seat + 1);
    (void)request;
    (void)error;
    for (unsigned fuel = 0; fuel < EK_FUELS; fuel++)
        json_object_set_new(
            reply, rec_fuel_word(fuel),
            json_pack("{s:o, s:i, s:i}", "prices", token_prices(game, seat, (enum ek_fuel)fuel),
                      "room", (int)ek_room(rec_state(game), seat, (enum ek_fuel)fuel), "refill",
                      (int)ek_refill(rec_rules(game), rec_state(game), (enum ek_fuel)fuel)));
    return reply;
}

static json_t *price(const rec_game *game, const json_t *request, unsigned seat, rec_error *error)
{
    const char *word = json_string_value(json_object_get(request, "fuel"));
    const int fuel = word ? rec_fuel_named(word) : -1;
    int count = 1;
    if (fuel < 0)
        return rec_fail(error, "bad-request", "\"fuel\": expected coal, oil, garbage or uranium."),
               NULL;
    if (!engine_number(request, "count", 1, 99, &count, error))
        return NULL;
    const int sum =
        ek_price(rec_rules(game), rec_state(game), seat, (enum ek_fuel)fuel, (unsigned)count);
    if (sum < 0)
        return rec_refuse(error, EK_REASON_SOLD_OUT), NULL;
    return json_pack("{s:i, s:s, s:i, s:i}", "seat", (int)seat + 1, "fuel", word, "count", count,
                     "price", sum);
}

/* A power move is printed with the plants of the seat, whether or not it is to move. */
static json_t *power(const rec_game *game, const json_t *request, unsigned seat, rec_error *error)
{
    const ek_state *state = rec_state(game);
    int wanted = EK_HOUSES;
    ek_move move;
    char text[REC_MOVE_MAX];
    if (!engine_number(request, "wanted", 0, EK_HOUSES, &wanted, error))
        return NULL;
    const unsigned supplied = ek_best_power(rec_rules(game), state, seat, (unsigned)wanted, &move);
    const ek_powering result = ek_power_result(state, seat, move);
    rec_print_move_of(rec_board(game), state, seat, move, text);
    return json_pack("{s:i, s:s, s:i, s:i, s:i, s:{s:i, s:i, s:i, s:i}}", "seat", (int)seat + 1,
                     "move", text, "supplied", (int)supplied, "income", (int)ek_income(supplied),
                     "capacity", (int)ek_capacity(state, seat), "burnt", "coal",
                     result.burnt[EK_COAL], "oil", result.burnt[EK_OIL], "garbage",
                     result.burnt[EK_GARBAGE], "uranium", result.burnt[EK_URANIUM]);
}

json_t *engine_query(const rec_game *game, const json_t *request, rec_error *error)
{
    static const struct {
        const char *what;
        json_t *(*answer)(const rec_game *, const json_t *, unsigned, rec_error *);
        const char *keys[5];
    } queries[] = {
        {"connection", connection, {"what", "seat", "city", NULL}},
        {"connections", connections, {"what", "seat", NULL}},
        {"price", price, {"what", "seat", "fuel", "count", NULL}},
        {"prices", prices, {"what", "seat", NULL}},
        {"power", power, {"what", "seat", "wanted", NULL}},
    };
    const char *what = json_string_value(json_object_get(request, "what"));
    unsigned seat = ek_to_move(rec_state(game)) == EK_NOBODY ? 0 : ek_to_move(rec_state(game));
    for (unsigned i = 0; what && i < sizeof queries / sizeof *queries; i++) {
        if (strcmp(queries[i].what, what) != 0)
            continue;
        if (!engine_keys(request, queries[i].keys, error) ||
            !engine_seat(game, request, &seat, error))
            return NULL;
        return queries[i].answer(game, request, seat, error);
    }
    rec_fail(error, "bad-request",
             "\"what\": expected connection, connections, price, prices or power.");
    return NULL;
}
