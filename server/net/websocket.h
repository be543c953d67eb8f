/*
 * WebSocket frames (RFC 6455), on whichever HTTP carries them.
 *
 * libwslay reads the frames and checks them: mask, reserved bits, lengths, fragments, UTF-8, codes
 * of close frames. Its memory of 8 KB exists only while a message is unfinished: an idle socket has
 * none. Messages and pings go out in frames that are made here, straight from the queue.
 */
#ifndef ELEKTRO_SERVER_NET_WEBSOCKET_H
#define ELEKTRO_SERVER_NET_WEBSOCKET_H

#include "net/conn.h"

#define SV_SUBPROTOCOL "elektro-1"

/* handshake.c: the value of Sec-WebSocket-Accept for a key: 28 characters and the end. */
enum { SV_ACCEPT_MAX = 29 };
void sv_websocket_accept(const char *key, char accept[SV_ACCEPT_MAX]);

/* Whether a request asks for a WebSocket. */
bool sv_websocket_is_wanted(const sv_head *head);
/* Answers such a request: accepts or refuses it. */
void sv_websocket_greet(sv_conn *conn, const sv_head *head);

/* The core has something to say about it. */
void sv_websocket_hear(sv_conn *conn, enum sv_told what, const rec_error *error);
/* Closes it, because it sends too much; all answers are in its queue, and it takes no more. */
void sv_websocket_expel(sv_conn *conn);
void sv_websocket_seal(sv_conn *conn);

/* Of an OPEN conn: bytes have arrived; the client has ended its side; the next bytes for it. */
void sv_websocket_receive(sv_conn *conn, const char *bytes, size_t length);
void sv_websocket_received(sv_conn *conn);
size_t sv_websocket_pull(sv_conn *conn, unsigned char *room, size_t size, bool *end);
/* Whether messages can still be queued: until those have been answered that came before the socket
 * was closed by either side. They are sent before the close frame. */
bool sv_websocket_takes_messages(const sv_conn *conn);

/* Whether a frame or message has arrived in part. */
bool sv_websocket_is_unfinished(const sv_conn *conn);
void sv_websocket_free(sv_conn *conn);

#endif
