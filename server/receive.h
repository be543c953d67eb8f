/*
 * What arrives from clients: it goes to the inbox at any time, and is carried out by the next turn.
 *
 * Putting something into the inbox reads and writes nothing in the store, and changes nothing else
 * that a turn uses.
 */
#ifndef ELEKTRO_SERVER_RECEIVE_H
#define ELEKTRO_SERVER_RECEIVE_H

#include <jansson.h>

#include "client.h"

/* Takes the text of a WebSocket message. Of a message over a limit only the id is read, and not
 * even that of a long one: its answer has no "re". A client that goes on sending such messages is
 * told that it is expelled. */
void sv_core_receive(sv_core *core, sv_client *client, const char *text, size_t length);
/* Takes a request of plain HTTP that was admitted, by its number. The object is taken over; length:
 * of its text. */
void sv_core_request(sv_core *core, sv_client *client, int number, json_t *request, size_t length);
/* Takes a WebSocket handshake that was admitted: the client is told whether it is welcome. */
void sv_core_greet(sv_core *core, sv_client *client);
/* A client that is behind has room for the next page of entries. */
void sv_core_catch_up(sv_core *core, sv_client *client);
/* The client has sent its last message: it is told when all have been answered. */
void sv_core_end(sv_core *core, sv_client *client);

/* In a turn: carries out what has arrived. */
void sv_core_run_inbox(sv_core *core);

#endif
