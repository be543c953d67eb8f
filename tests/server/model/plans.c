#include "plans.h"

#define ASKS(kind_, person_)             \
    {                                    \
        .kind = kind_, .person = person_ \
    }
#define ASKS_AT(table_, kind_, person_)                   \
    {                                                     \
        .kind = kind_, .person = person_, .table = table_ \
    }
#define MOVES_AT(table_, person_, move_, client_)                                              \
    {                                                                                          \
        .kind = ASK_MOVE, .person = person_, .table = table_, .move = move_, .client = client_ \
    }
#define MOVES(person_, move_, client_) MOVES_AT(0, person_, move_, client_)
#define TURN(...)                  \
    {                              \
        .question = {__VA_ARGS__}, \
    }

/* ---------------------------------------------------------------------------------- preparation */

static void watched_game(world *w)
{
    world_add_table(w, TABLE_OF_TWO);
    for (unsigned i = 0; i < w->nodes; i++)
        world_watch(w, i, CLEO, 0);
}

static void known_game(world *w)
{
    world_add_table(w, TABLE_OF_TWO);
    world_warm(w, 1, 0);
}

static void strange_game(world *w)
{
    world_add_table(w, TABLE_OF_TWO);
    world_watch(w, 0, CLEO, 0);
}

static void open_table(world *w)
{
    world_add_table(w, TABLE_OPEN);
    for (unsigned i = 0; i < w->nodes; i++)
        world_watch(w, i, CLEO, 0);
}

static void free_seat(world *w)
{
    world_add_table(w, TABLE_FREE);
    for (unsigned i = 0; i < w->nodes; i++)
        world_watch(w, i, ANNA, 0);
}

static void two_games(world *w)
{
    world_add_table(w, TABLE_OF_TWO);
    world_add_table(w, TABLE_OF_TWO);
    world_watch(w, 0, CLEO, 0);
    world_watch(w, 1, CLEO, 1);
}

static void game_with_bot(world *w)
{
    world_add_table(w, TABLE_WITH_BOT);
    for (unsigned i = 0; i < w->nodes; i++)
        world_watch(w, i, CLEO, 0);
}

/* Node 2 is gone, and the others have not noticed. It has played for the bot. */
static void orphaned_game(world *w)
{
    game_with_bot(w);
    world_sql(w, "UPDATE games SET driver = %lld", (long long)w->node[2].core->store.node);
    world_crash(w, 2);
}

/* ---------------------------------------------------------------------------------------- plans */

#define TWO_MOVES                                        \
    .turn = {{TURN(MOVES(ANNA, "nominate 5 5", "a1"))},  \
             {TURN(MOVES(ANNA, "nominate 4 4", "a2"))}}, \
    .turns = {1, 1}
#define SAME_MOVE                                        \
    .turn = {{TURN(MOVES(ANNA, "nominate 5 5", "a1"))},  \
             {TURN(MOVES(ANNA, "nominate 5 5", "a1"))}}, \
    .turns = {1, 1}
#define CHAT_AND_MOVE                                                         \
    .turn = {{TURN(MOVES(ANNA, "nominate 5 5", "a1"), ASKS(ASK_CHAT, ANNA))}, \
             {TURN(ASKS(ASK_CHAT, BEN))}},                                    \
    .turns = {1, 1}

const plan plans[] = {
    {.name = "two moves", .nodes = 2, .prepare = watched_game, TWO_MOVES},
    {.name = "two moves, nobody watches", .nodes = 2, .prepare = known_game, TWO_MOVES},
    {.name = "two moves, one node does not know the table",
     .nodes = 2,
     .prepare = strange_game,
     TWO_MOVES,
     .switches = 3},
    {.name = "a move sent twice", .nodes = 2, .prepare = watched_game, SAME_MOVE},
    {.name = "a move and chat", .nodes = 2, .switches = 3, .prepare = watched_game, CHAT_AND_MOVE},
    {.name = "two moves, a node crashes",
     .nodes = 2,
     .switches = 1,
     .prepare = watched_game,
     TWO_MOVES,
     .crashes = 1},
    {.name = "a move sent twice, a node crashes",
     .nodes = 2,
     .switches = 1,
     .prepare = watched_game,
     SAME_MOVE,
     .crashes = 1},
    {.name = "two moves, a session ends",
     .nodes = 2,
     .switches = 1,
     .prepare = watched_game,
     TWO_MOVES,
     .endings = 1},
    {.name = "a move and chat, a session ends",
     .nodes = 2,
     .switches = 1,
     .prepare = watched_game,
     CHAT_AND_MOVE,
     .endings = 1},
    {.name = "a move and two readers",
     .nodes = 2,
     .switches = 3,
     .prepare = known_game,
     .turn = {{TURN(MOVES(ANNA, "nominate 5 5", "a1"))},
              {TURN(ASKS(ASK_POSITION, BEN)), TURN(ASKS(ASK_POSITION, BEN))}},
     .turns = {1, 2}},
    {.name = "two moves in turn, and a reader who watches",
     .nodes = 2,
     .switches = 2,
     .prepare = watched_game,
     .turn = {{TURN(MOVES(ANNA, "nominate 5 5", "a1")), TURN(ASKS(ASK_CHAT, ANNA))},
              {TURN(ASKS(ASK_POSITION, BEN), ASKS(ASK_CHAT_LIST, BEN)), {.hears = true}}},
     .turns = {2, 2}},
    {.name = "two players get ready",
     .nodes = 2,
     .prepare = open_table,
     .turn = {{TURN(ASKS(ASK_READY, ANNA))}, {TURN(ASKS(ASK_READY, BEN))}},
     .turns = {1, 1}},
    {.name = "two players get ready and look",
     .nodes = 2,
     .switches = 3,
     .prepare = open_table,
     .turn = {{TURN(ASKS(ASK_READY, ANNA)), TURN(ASKS(ASK_TABLE, CLEO))},
              {TURN(ASKS(ASK_READY, BEN))}},
     .turns = {2, 1}},
    {.name = "two people want the last seat",
     .nodes = 2,
     .switches = 2,
     .prepare = free_seat,
     .turn = {{TURN(ASKS(ASK_JOIN, BEN))},
              {TURN(ASKS(ASK_JOIN, CLEO)), TURN(ASKS(ASK_TABLE, ANNA))}},
     .turns = {1, 2}},
    {.name = "moves at two tables in another order",
     .nodes = 2,
     .switches = 2,
     .prepare = two_games,
     .turn = {{TURN(MOVES(ANNA, "nominate 5 5", "a1"), MOVES_AT(1, ANNA, "nominate 5 5", "a2"))},
              {TURN(ASKS_AT(1, ASK_CHAT, BEN), ASKS(ASK_CHAT, BEN))}},
     .turns = {1, 1}},
    {.name = "a move at a table with a bot, and a tick",
     .nodes = 2,
     .switches = 3,
     .prepare = game_with_bot,
     .turn = {{TURN(MOVES(ANNA, "nominate 5 5", "a1"))}, {{.ticks = true}}},
     .turns = {1, 1},
     .never_blocks = true,
     .ticks = true},
    {.name = "ticks",
     .nodes = 2,
     .switches = 2,
     .prepare = game_with_bot,
     .turn = {{{.ticks = true}}, {{.ticks = true}}},
     .turns = {1, 1},
     .never_blocks = true,
     .ticks = true},
    {.name = "a node takes over from one that is gone, another one moves and ticks",
     .nodes = 3,
     .switches = 2,
     .prepare = orphaned_game,
     .turn = {{{.question = {MOVES(ANNA, "nominate 5 5", "a1")}, .ticks = true}},
              {{.ticks = true}}},
     .turns = {1, 1},
     .never_blocks = true,
     .ticks = true},
    {.name = "a user logs out everywhere while another node answers them",
     .nodes = 2,
     .switches = 3,
     .prepare = watched_game,
     .turn = {{TURN(ASKS(ASK_LOG_OUT, BEN))},
              {TURN(ASKS(ASK_CHAT, BEN)), TURN(ASKS(ASK_CHAT, ANNA))}},
     .turns = {1, 2}},
};

const unsigned plan_count = sizeof plans / sizeof *plans;
