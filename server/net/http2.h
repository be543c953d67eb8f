/* HTTP/2 on a peer, by libnghttp2: many requests at a time, and WebSockets by extended CONNECT
 * (RFC 8441). */
#ifndef ELEKTRO_SERVER_NET_HTTP2_H
#define ELEKTRO_SERVER_NET_HTTP2_H

#include "net/peer.h"

extern const sv_protocol sv_http2;

#endif
