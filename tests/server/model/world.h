/*
 * The world of one schedule: nodes on one database, tables, people who are connected to every node,
 * what they ask and what they are told. The laws (laws.c) say what must be true of it.
 */
#ifndef ELEKTRO_TESTS_SERVER_MODEL_WORLD_H
#define ELEKTRO_TESTS_SERVER_MODEL_WORLD_H

#include <jansson.h>

#include "node.h"

enum { NODES = 3, TABLES = 2, PEOPLE = 3, ASKS_MAX = 256, TRACE_MAX = 16384 };
enum person_name { ANNA, BEN, CLEO };

/* With a free seat, open and full, with a game against Ben, with one against a bot. */
enum table_kind { TABLE_FREE, TABLE_OPEN, TABLE_OF_TWO, TABLE_WITH_BOT };

enum ask_kind {
    ASK_NOTHING,
    ASK_MOVE,
    ASK_CHAT,
    ASK_POSITION,
    ASK_CHAT_LIST,
    ASK_READY,
    ASK_TABLE,
    ASK_JOIN,
    ASK_LEAVE,
    ASK_COME_BACK,
    ASK_LOG_OUT /* ends all sessions of the user */
};

/* What a person asks. */
typedef struct question {
    enum ask_kind kind;
    enum person_name person;
    unsigned table;
    const char *move, *client; /* of a move */
    unsigned seq;              /* on which it is based */
} question;

enum ask_state { ASK_WAITS, ASK_DONE, ASK_REFUSED, ASK_FAILED, ASK_LOST };

/* A question that was sent to a node. */
typedef struct ask {
    question q;
    unsigned node;
    enum ask_state state;
    char move[32], client[32];
    char words[32]; /* of a chat line, which no other one has */
    /* What people had seen when it was sent, and how many answers there had been. */
    unsigned floor, chat_floor, arrived;
    unsigned answered;  /* the how manieth answer it is */
    unsigned seq;       /* of the answer */
    bool again, opened; /* opened: it was ready when it was asked for */
} ask;

typedef struct world world;

/* A connection of a person with a node. */
typedef struct person {
    sv_client client;
    world *world;
    unsigned node;
    enum person_name name;
    bool open, closed; /* closed: by the machine */
    bool watches[TABLES];
    unsigned seq[TABLES]; /* the last entry that it was told of */
    int64_t chat[TABLES]; /* likewise the last line */
} person;

struct world {
    const char *url;
    PGconn *monitor;
    sv_store audit; /* reads what is stored, with eyes of its own */
    unsigned nodes;
    machine node[NODES];
    person person[NODES][PEOPLE];
    char code[TABLES][SV_CODE_MAX];
    enum table_kind kind[TABLES];
    unsigned tables;
    ask ask[ASKS_MAX];
    unsigned asks, answers, schedules;
    unsigned floor[TABLES]; /* the highest entry in any answer or push */
    unsigned chat_floor[TABLES];
    bool ticks;            /* calming down includes a tick of each machine */
    bool broken;           /* a law */
    char law[512];         /* which */
    char trace[TRACE_MAX]; /* what has happened */
    size_t traced;
};

/* Empties the database and opens the first nodes. False after a message. */
bool world_open(world *w, const char *url, unsigned nodes);
void world_close(world *w);

/* Begins a schedule: all nodes are up, nobody has a table. False after a message. */
bool world_begin(world *w);
/* Ends it: closes the connections, deletes the tables. */
void world_end(world *w);

/* Creates a table whose host is Anna. */
void world_add_table(world *w, enum table_kind kind);
/* A person at a node watches a table. */
void world_watch(world *w, unsigned node, enum person_name name, unsigned table);
/* A node has the table in memory. */
void world_warm(world *w, unsigned node, unsigned table);

/* Sends a question: it is in the inbox of the node. */
void world_ask(world *w, unsigned node, const question *q);

/* Lets all nodes hear the news and do what is left to do. */
void world_calm(world *w);

/* One step of a node. */
void world_begin_turn(world *w, unsigned node);
void world_go_on(world *w, unsigned node);
void world_crash(world *w, unsigned node);
void world_end_session(world *w, unsigned node);

void world_sql(world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void world_note(world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A law is broken: the first one counts. */
void world_break(world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* laws.c: what must be true of an answer, of a push, after each step, and in the end. */
void law_of_answer(world *w, ask *a, const json_t *reply);
void law_of_push(person *p, const json_t *push);
void laws_of_step(world *w);
void laws_of_end(world *w);

#endif
