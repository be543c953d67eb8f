/*
 * A server for the fuzzers: a game of Anna and Ben in a store in memory, the same for every input,
 * and the checks after every input.
 */
#ifndef ELEKTRO_TESTS_FUZZ_GAME_SERVER_H
#define ELEKTRO_TESTS_FUZZ_GAME_SERVER_H

#include "../server/harness.h"
#include "net/conn.h"

typedef struct server_game {
    char code[SV_CODE_MAX]; /* of their table */
    char seed[JN_SEED_TEXT];
} server_game;

/* Aborts the program with a message if the condition is false. */
void must(bool holds, const char *failure);

/* Opens a core on an empty store. */
void game_server_open(sv_core *core);
/* Empties the store, and starts a game between Anna and Ben, users 1 and 2. */
void game_server_start(sv_core *core, server_game *g);
/* Anna (0) or Ben (1). */
talker *game_server_player(unsigned number);
/* The table in memory equals the stored one, and breaks no law. */
void game_server_check(sv_core *core, const server_game *g);
/* Disconnects both players; the table stays. */
void game_server_disconnect(sv_core *core);

/* Copies the input with the table's code for every '@' and Anna's token for every '~';
 * returns the length. */
size_t game_server_expand(const server_game *g, const uint8_t *from, size_t length, char *text,
                          size_t room);

/* A connection to the same server with sockets, which connection.c opens before the first input.
 * connection_send returns when the server has handled the bytes. */
typedef struct connection {
    int fd;
    bool ended; /* by the server */
    size_t length;
    char heard[1 << 18]; /* the server's bytes */
} connection;
/* Starts a game, disconnects both players, and opens a connection. */
void connection_open(connection *v, server_game *g);
/* The same, and speaks HTTP/2 on it, which otherwise TLS would have to agree on. */
void connection_open_http2(connection *v, server_game *g);
void connection_send(connection *v, const char *bytes, size_t length);
/* Hangs up. Checks that no seed was sent during the game, that the table equals the stored one, and
 * that the server has released the client. */
void connection_close(connection *v, const server_game *g);

#endif
