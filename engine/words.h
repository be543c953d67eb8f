/*
 * The vocabulary of the engine, defined once.
 *
 * Everything that C, WebAssembly, TypeScript, the protocol and the documentation must agree on is
 * a row of one of these lists: X(NAME, "word"). The enums in elektro.h are made from NAME in this
 * order; the words are what records, protocol and translations use as keys. Words are stable: add
 * rows at the end of a list, never rename one.
 */
#ifndef ELEKTRO_WORDS_H
#define ELEKTRO_WORDS_H

/* clang-format off */

/* The phases of a game (rules.md 12). */
#define EK_PHASE_WORDS(X)        \
    X(ZONE, "zone")              \
    X(TRUST, "trust")            \
    X(MARKS, "marks")            \
    X(AUCTION, "auction")        \
    X(RESOURCES, "resources")    \
    X(BUILDING, "building")      \
    X(BUREAUCRACY, "bureaucracy") \
    X(ENDED, "ended")

/* The decisions of players. */
#define EK_PLAYER_DECISION_WORDS(X) \
    X(REGION, "region")             \
    X(TRUST, "trust")               \
    X(MARK, "mark")                 \
    X(NOMINATE, "nominate")         \
    X(BID, "bid")                   \
    X(SCRAP, "scrap")               \
    X(RETURN, "return")             \
    X(BUY, "buy")                   \
    X(BUILD, "build")               \
    X(POWER, "power")

/* The pending decision of a game: a player's, none because the game has ended, or which card is
 * turned up. */
#define EK_DECISION_WORDS(X)    \
    EK_PLAYER_DECISION_WORDS(X) \
    X(ENDED, "ended")           \
    X(CARD, "card")

/* The stages of a game: a player decides, the game has ended, or the market is filled up with cards
 * before the game goes on. */
#define EK_STAGE_WORDS(X)                                                                       \
    EK_PLAYER_DECISION_WORDS(X)                                                                 \
    X(ENDED, "ended")                                                                           \
    X(DEAL, "deal")                   /* the opening market is turned up (2.5) */               \
    X(PURCHASED, "purchased")         /* a bought plant is replaced (4.7); also after a pass */ \
    X(TRUST_BOUGHT, "trust-bought")   /* the plant the Trust took is replaced (11.3) */         \
    X(AUCTION_OVER, "auction-over")   /* an unsold plant is replaced (4.10c, 4.11) */           \
    X(AUCTION_STEP2, "auction-step2") /* Step 2 begins only now that Step 3 is due (9.4) */     \
    X(CONNECTED, "connected")         /* obsolete plants are replaced after a house (6.7) */    \
    X(STEP2, "step2")                 /* Step 2 begins (9.2) */                                 \
    X(MARKET_CHANGE, "market-change") /* the market changes at the end of the round (7.4) */    \
    X(MARKET_STEP2, "market-step2")   /* like AUCTION_STEP2, by way of 7.4 */

#define EK_FUEL_WORDS(X)  \
    X(COAL, "coal")       \
    X(OIL, "oil")         \
    X(GARBAGE, "garbage") \
    X(URANIUM, "uranium")

/* The first four kinds burn the fuel of the same number. */
#define EK_KIND_WORDS(X)  \
    X(COAL, "coal")       \
    X(OIL, "oil")         \
    X(GARBAGE, "garbage") \
    X(URANIUM, "uranium") \
    X(HYBRID, "hybrid")   \
    X(WIND, "wind")       \
    X(FUSION, "fusion")

#define EK_EDITION_WORDS(X) \
    X(CLASSIC, "classic")   \
    X(RECHARGED, "recharged")

/* Options of a table. The third column is the key in JSON. */
#define EK_OPTION_WORDS(X)                                                                         \
    /* recharged: players mark the cities where networks begin (2.7) */                            \
    X(STARTING_CITIES, "starting-cities", "starting_cities")                                       \
    /* classic: a short game in Step 1 (2.9) */                                                    \
    X(FIRST_GAME, "first-game", "first_game")                                                      \
    /* the money of all players is public (1.8) */                                                 \
    X(OPEN_MONEY, "open-money", "open_money")

/* The source of the cards that are turned up. */
#define EK_CHANCE_WORDS(X)                                                   \
    X(SEED, "seed") /* the generator in the state */                         \
    X(ASK, "ask")   /* the caller: ek_card_awaited, ek_draw */

/* The back of the card on top of the deck (1.8, recharged). */
#define EK_BACK_WORDS(X)    \
    X(UNKNOWN, "unknown")   \
    X(PLUG, "plug")         \
    X(SOCKET, "socket")

/* The operands of each move are given at ek_move in elektro.h. */
#define EK_MOVE_WORDS(X)      \
    X(NONE, "none")           \
    X(REGION, "region")       \
    X(TRUST, "trust")         \
    X(MARK, "mark")           \
    X(PASS, "pass")           \
    X(NOMINATE, "nominate")   \
    X(BID, "bid")             \
    X(SCRAP, "scrap")         \
    X(RETURN, "return")       \
    X(DONE, "done")           \
    X(BUY, "buy")             \
    X(CONNECT, "connect")     \
    X(POWER, "power")

/* Events of a game. EK_EVENT_FIELDS lists the fields of each. */
#define EK_EVENT_WORDS(X)                            \
    X(REGION_CHOSEN, "region-chosen")                \
    X(ZONE_CHOSEN, "zone-chosen")                    \
    X(TRUST_HOUSE, "trust-house")                    \
    X(CITY_MARKED, "city-marked")                    \
    X(ROUND_BEGINS, "round-begins")                  \
    X(ORDER, "order")                                \
    X(PHASE_BEGINS, "phase-begins")                  \
    X(STEP_BEGINS, "step-begins")                    \
    X(DISCOUNT_PLACED, "discount-placed")            \
    X(DISCOUNT_ENDED, "discount-ended")              \
    X(NOMINATED, "nominated")                        \
    X(BID, "bid")                                    \
    X(LEFT_AUCTION, "left-auction")                  \
    X(PASSED, "passed")                              \
    X(PLANT_BOUGHT, "plant-bought")                  \
    X(PLANT_SCRAPPED, "plant-scrapped")              \
    X(FUEL_RETURNED, "fuel-returned")                \
    X(PLANT_DRAWN, "plant-drawn")                    \
    X(PLANT_REMOVED, "plant-removed")                \
    X(PLANT_BURIED, "plant-buried")                  \
    X(STEP3_CARD_DRAWN, "step3-card-drawn")          \
    X(STEP3_CARD_REMOVED, "step3-card-removed")      \
    X(DECK_SHUFFLED, "deck-shuffled")                \
    X(TRUST_PLANT, "trust-plant")                    \
    X(TRUST_FUEL, "trust-fuel")                      \
    X(TRUST_FUEL_RETURNED, "trust-fuel-returned")    \
    X(FUEL_BOUGHT, "fuel-bought")                    \
    X(TURN_ENDED, "turn-ended")                      \
    X(CONNECTED, "connected")                        \
    X(ROUTE, "route")                                \
    X(MARK_REMOVED, "mark-removed")                  \
    X(PLANT_RUN, "plant-run")                        \
    X(POWERED, "powered")                            \
    X(REFILLED, "refilled")                          \
    X(URANIUM_STOPPED, "uranium-stopped")            \
    X(GAME_ENDED, "game-ended")                      \
    X(RANKED, "ranked")

/* The types of events' fields; the third column describes the value in JSON. In ek_event seats and
 * positions count from 0, a zone is a set of regions, and a place is 0, 1 or 2. */
#define EK_FIELD_WORDS(X)                                                       \
    X(SEAT,           "seat",           "a number, from 1")                     \
    X(SEAT_OR_NOBODY, "seat-or-nobody", "a number, from 1; absent for nobody")  \
    X(REGION,         "region",         "the id of a region")                   \
    X(ZONE,           "zone",           "the ids of the regions in play")       \
    X(CITY,           "city",           "the id of a city")                     \
    X(PLACE,          "place",          "its price: 10, 15 or 20")              \
    X(PLANT,          "plant",          "its number")                           \
    X(FUEL,           "fuel",           "a fuel")                               \
    X(PHASE,          "phase",          "a phase")                              \
    X(POSITION,       "position",       "a place in player order, from 1")      \
    X(NUMBER,         "number",         "a number, from 1")                     \
    X(COUNT,          "count",          "a number of tokens, cards or cities")  \
    X(MONEY,          "money",          "an amount of Elektro")                 \
    X(FLAG,           "flag",           "1 or 0")                               \
    X(BACK,           "back",           "a back of a card, or null if unknown") \
    X(REMOVAL,        "removal",        "a reason")

/* The fields of every event: X(EVENT, member of ek_event, "name in JSON", TYPE, "remark"). Members
 * without a row are 0, seat EK_NOBODY. */
#define EK_EVENT_FIELDS(X)                                                                     \
    X(REGION_CHOSEN,       seat, "seat",     SEAT,           "")                               \
    X(REGION_CHOSEN,       a,    "region",   REGION,         "")                               \
    X(ZONE_CHOSEN,         n,    "zone",     ZONE,           "")                               \
    X(TRUST_HOUSE,         seat, "seat",     SEAT_OR_NOBODY, "if a player placed it")          \
    X(TRUST_HOUSE,         a,    "city",     CITY,           "")                               \
    X(TRUST_HOUSE,         b,    "place",    PLACE,          "")                               \
    X(CITY_MARKED,         seat, "seat",     SEAT,           "")                               \
    X(CITY_MARKED,         a,    "city",     CITY,           "")                               \
    X(CITY_MARKED,         b,    "token",    FLAG,           "0 if the supply was empty")      \
    X(ROUND_BEGINS,        n,    "round",    NUMBER,         "")                               \
    X(ORDER,               seat, "seat",     SEAT,           "one event for each seat")        \
    X(ORDER,               a,    "position", POSITION,       "")                               \
    X(PHASE_BEGINS,        a,    "phase",    PHASE,          "")                               \
    X(STEP_BEGINS,         a,    "step",     NUMBER,         "")                               \
    X(DISCOUNT_PLACED,     a,    "plant",    PLANT,          "")                               \
    X(DISCOUNT_ENDED,      a,    "plant",    PLANT,          "")                               \
    X(NOMINATED,           seat, "seat",     SEAT,           "")                               \
    X(NOMINATED,           a,    "plant",    PLANT,          "")                               \
    X(NOMINATED,           n,    "bid",      MONEY,          "")                               \
    X(BID,                 seat, "seat",     SEAT,           "")                               \
    X(BID,                 a,    "plant",    PLANT,          "")                               \
    X(BID,                 n,    "bid",      MONEY,          "")                               \
    X(LEFT_AUCTION,        seat, "seat",     SEAT,           "")                               \
    X(LEFT_AUCTION,        a,    "plant",    PLANT,          "")                               \
    X(PASSED,              seat, "seat",     SEAT,           "")                               \
    X(PLANT_BOUGHT,        seat, "seat",     SEAT,           "")                               \
    X(PLANT_BOUGHT,        a,    "plant",    PLANT,          "")                               \
    X(PLANT_BOUGHT,        n,    "price",    MONEY,          "")                               \
    X(PLANT_SCRAPPED,      seat, "seat",     SEAT,           "")                               \
    X(PLANT_SCRAPPED,      a,    "plant",    PLANT,          "")                               \
    X(FUEL_RETURNED,       seat, "seat",     SEAT,           "")                               \
    X(FUEL_RETURNED,       a,    "fuel",     FUEL,           "")                               \
    X(FUEL_RETURNED,       n,    "count",    COUNT,          "to the supply")                  \
    X(PLANT_DRAWN,         a,    "plant",    PLANT,          "")                               \
    X(PLANT_DRAWN,         b,    "top_back", BACK,           "of the card then on top")        \
    X(PLANT_REMOVED,       a,    "plant",    PLANT,          "")                               \
    X(PLANT_REMOVED,       b,    "why",      REMOVAL,        "")                               \
    X(PLANT_BURIED,        a,    "plant",    PLANT,          "put under the deck")             \
    X(DECK_SHUFFLED,       b,    "top_back", BACK,           "of the card then on top")        \
    X(DECK_SHUFFLED,       n,    "count",    COUNT,          "cards")                          \
    X(TRUST_PLANT,         a,    "plant",    PLANT,          "")                               \
    X(TRUST_FUEL,          a,    "fuel",     FUEL,           "")                               \
    X(TRUST_FUEL,          n,    "count",    COUNT,          "")                               \
    X(TRUST_FUEL_RETURNED, a,    "fuel",     FUEL,           "")                               \
    X(TRUST_FUEL_RETURNED, n,    "count",    COUNT,          "")                               \
    X(FUEL_BOUGHT,         seat, "seat",     SEAT,           "")                               \
    X(FUEL_BOUGHT,         a,    "fuel",     FUEL,           "")                               \
    X(FUEL_BOUGHT,         b,    "count",    COUNT,          "")                               \
    X(FUEL_BOUGHT,         n,    "price",    MONEY,          "")                               \
    X(TURN_ENDED,          seat, "seat",     SEAT,           "")                               \
    X(TURN_ENDED,          a,    "phase",    PHASE,          "")                               \
    X(CONNECTED,           seat, "seat",     SEAT,           "")                               \
    X(CONNECTED,           a,    "city",     CITY,           "")                               \
    X(CONNECTED,           b,    "place",    PLACE,          "")                               \
    X(CONNECTED,           n,    "price",    MONEY,          "in all; the route follows")      \
    X(ROUTE,               seat, "seat",     SEAT,           "")                               \
    X(ROUTE,               a,    "from",     CITY,           "")                               \
    X(ROUTE,               b,    "to",       CITY,           "")                               \
    X(ROUTE,               n,    "cost",     MONEY,          "of this connection")             \
    X(MARK_REMOVED,        a,    "city",     CITY,           "")                               \
    X(MARK_REMOVED,        b,    "token",    FLAG,           "1 if it returned to the supply") \
    X(PLANT_RUN,           seat, "seat",     SEAT,           "")                               \
    X(PLANT_RUN,           a,    "plant",    PLANT,          "")                               \
    X(PLANT_RUN,           b,    "coal",     COUNT,          "burnt by a hybrid")              \
    X(PLANT_RUN,           n,    "burnt",    COUNT,          "tokens in all")                  \
    X(POWERED,             seat, "seat",     SEAT,           "")                               \
    X(POWERED,             a,    "cities",   COUNT,          "supplied")                       \
    X(POWERED,             n,    "income",   MONEY,          "")                               \
    X(REFILLED,            a,    "fuel",     FUEL,           "")                               \
    X(REFILLED,            n,    "count",    COUNT,          "")                               \
    X(URANIUM_STOPPED,     seat, "seat",     SEAT,           "the buyer of the plant")         \
    X(RANKED,              seat, "seat",     SEAT,           "")                               \
    X(RANKED,              a,    "rank",     NUMBER,         "")                               \
    X(RANKED,              b,    "cities",   COUNT,          "supplied")                       \
    X(RANKED,              n,    "money",    MONEY,          "")

/* Why a plant left the game. */
#define EK_REMOVAL_WORDS(X)              \
    X(OBSOLETE, "obsolete")              \
    X(BELOW_DISCOUNT, "below-discount")  \
    X(UNSOLD_DISCOUNT, "unsold-discount") \
    X(NOBODY_BOUGHT, "nobody-bought")    \
    X(STEP2_BEGINS, "step2-begins")      \
    X(STEP3_BEGINS, "step3-begins")      \
    X(MARKET_CHANGE, "market-change")    \
    X(TRUST_REPLACED, "trust-replaced")

/* Reasons for refusing a call. The first row means that it succeeded. */
#define EK_REASON_WORDS(X)                        \
    X(OK, "ok")                                   \
    X(NOT_A_MOVE, "not-a-move")                   \
    X(GAME_OVER, "game-over")                     \
    X(CARD_AWAITED, "card-awaited")               \
    X(WRONG_RULES, "wrong-rules")                 \
    X(NOT_YOUR_TURN, "not-your-turn")             \
    X(WRONG_PHASE, "wrong-phase")                 \
    X(NO_SUCH_REGION, "no-such-region")           \
    X(REGION_TAKEN, "region-taken")               \
    X(REGION_APART, "region-apart")               \
    X(NO_SUCH_CITY, "no-such-city")               \
    X(OUT_OF_ZONE, "out-of-zone")                 \
    X(TRUST_CITY, "trust-city")                   \
    X(NOT_NEXT_TO_TRUST, "not-next-to-trust")     \
    X(ALREADY_MARKED, "already-marked")           \
    X(NO_SUCH_PLANT, "no-such-plant")             \
    X(NOT_IN_MARKET, "not-in-market")             \
    X(FUTURE_MARKET, "future-market")             \
    X(NUCLEAR_FORBIDDEN, "nuclear-forbidden")     \
    X(MUST_BUY, "must-buy")                       \
    X(BID_TOO_LOW, "bid-too-low")                 \
    X(BID_TOO_HIGH, "bid-too-high")               \
    X(ALONE_PAYS_MINIMUM, "alone-pays-minimum")   \
    X(CANNOT_PAY, "cannot-pay")                   \
    X(MUST_SCRAP, "must-scrap")                   \
    X(NOT_YOUR_PLANT, "not-your-plant")           \
    X(JUST_BOUGHT, "just-bought")                 \
    X(MUST_RETURN, "must-return")                 \
    X(RETURN_MISMATCH, "return-mismatch")         \
    X(NOTHING_TO_BUY, "nothing-to-buy")           \
    X(SOLD_OUT, "sold-out")                       \
    X(OVER_CAPACITY, "over-capacity")             \
    X(ALREADY_CONNECTED, "already-connected")     \
    X(CITY_FULL, "city-full")                     \
    X(CITY_MARKED, "city-marked")                 \
    X(MUST_START_ON_MARK, "must-start-on-mark")   \
    X(NO_HOUSES, "no-houses")                     \
    X(CITY_LIMIT, "city-limit")                   \
    X(NOT_ENOUGH_FUEL, "not-enough-fuel")         \
    X(BAD_MIX, "bad-mix")                         \
    X(NO_CARD_AWAITED, "no-card-awaited")         \
    X(CARD_NOT_IN_DECK, "card-not-in-deck")       \
    X(WRONG_BACK, "wrong-back")                   \
    X(BAD_PLAYERS, "bad-players")                 \
    X(BAD_EDITION, "bad-edition")                 \
    X(BAD_OPTION, "bad-option")                   \
    X(BAD_ZONE_SIZE, "bad-zone-size")             \
    X(ZONE_APART, "zone-apart")                   \
    X(NO_ZONE, "no-zone")                         \
    X(ZONE_TOO_SMALL, "zone-too-small")           \
    X(BAD_ORDER, "bad-order")                     \
    X(BAD_MARKET, "bad-market")                   \
    X(BOARD_TOO_WIDE, "board-too-wide")           \
    X(BAD_BYTES, "bad-bytes")                     \
    X(OTHER_VERSION, "other-version")             \
    X(OTHER_RULES, "other-rules")                 \
    X(BROKEN_LAW, "broken-law")

/* The laws that ek_check checks. The first row means that none is broken. */
#define EK_LAW_WORDS(X)                    \
    X(NONE, "none")                        \
    X(FIELDS, "fields")                    \
    X(TOKENS, "tokens")                    \
    X(PLANTS, "plants")                    \
    X(DECK, "deck")                        \
    X(MARKET, "market")                    \
    X(OWNERSHIP, "ownership")              \
    X(HOLDINGS, "holdings")                \
    X(HOUSES, "houses")                    \
    X(PLACES, "places")                    \
    X(MARKS, "marks")                      \
    X(MONEY, "money")                      \
    X(ORDER, "order")                      \
    X(AUCTION, "auction")                  \
    X(TRUST, "trust")                      \
    X(STEP, "step")                        \
    X(END, "end")

/* clang-format on */

#endif
