/* HTTP/1.1 on a peer: one request after the other, and WebSockets by Upgrade. */
#ifndef ELEKTRO_SERVER_NET_HTTP1_H
#define ELEKTRO_SERVER_NET_HTTP1_H

#include "net/peer.h"

extern const sv_protocol sv_http1;

#endif
