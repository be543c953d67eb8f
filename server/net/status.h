/* The pages for operators: whether the server lives (/healthz), whether it can do its work
 * (/readyz), and what it has counted and measured (/metrics). */
#ifndef ELEKTRO_SERVER_NET_STATUS_H
#define ELEKTRO_SERVER_NET_STATUS_H

#include <stdbool.h>

typedef struct sv_net sv_net;
typedef struct sv_conn sv_conn;
typedef struct sv_head sv_head;

/* Answers a request for one of these pages; false: the path is another. */
bool sv_route_status(sv_conn *conn, const sv_head *head);

/* Reads the token that lets other machines see /metrics from a file; "": there is none. False after
 * an error message, and then an older token stays. */
bool sv_metrics_token_read(sv_net *net, const char *path);

#endif
