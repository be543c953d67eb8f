/* The headers of a request: which page, address and user it comes from. */
#include <string.h>

#include "net/conn.h"

/* The host of "host:port" or "[::1]:port", without the port. */
static size_t host_length(const char *host)
{
    return host[0] == '[' ? strcspn(host, "]") + (strchr(host, ']') != NULL) : strcspn(host, ":");
}

static bool is_local_name(const char *host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (host_length(host) == strlen(names[i]) && strncmp(host, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static bool is_local_address(const char *address)
{
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strcmp(address, "localhost") == 0;
}

/* Against DNS rebinding: a page of another site could let its own name resolve to this machine. */
bool sv_host_fits(const sv_conn *conn, const sv_head *head)
{
    const sv_config *config = &conn->net->config;
    return !is_local_address(config->address) || config->proxied ||
           is_local_name(sv_head_get(head, "host"));
}

/* Whether the browser uses https: to this server, or to its proxy, which says so if it does not. */
static bool is_https(const sv_conn *conn, const sv_head *head)
{
    const bool tls = conn->peer->transport.ssl != NULL;
    if (tls || !conn->net->config.proxied)
        return tls;
    return strcmp(sv_head_get(head, "x-forwarded-proto"), "http") != 0;
}

bool sv_origin_fits(const sv_conn *conn, const sv_head *head)
{
    if (!sv_head_has(head, "origin"))
        return true; /* not a page: browsers always send the header */
    const char *origin = sv_head_get(head, "origin"), *host = sv_head_get(head, "host");
    const char *scheme = is_https(conn, head) ? "https://" : "http://";
    const char *known = conn->net->config.origin;
    const size_t length = strlen(scheme);
    if (known[0] && strcmp(origin, known) == 0)
        return true;
    return host[0] && strncmp(origin, scheme, length) == 0 && strcmp(origin + length, host) == 0;
}

bool sv_https_only(const sv_conn *conn, const sv_head *head)
{
    return conn->net->config.hsts > 0 && is_https(conn, head) &&
           !is_local_name(sv_head_get(head, "host"));
}

bool sv_is_secure(const sv_conn *conn, const sv_head *head)
{
    return is_https(conn, head) || is_local_name(sv_head_get(head, "host"));
}

/* The last address in X-Forwarded-For is the one that the operator's own proxy saw. Clients can
 * write those before it. */
static void read_forwarded(const char *list, char address[SV_ADDRESS_MAX])
{
    char text[SV_ADDRESS_MAX] = "";
    const char *comma = strrchr(list, ',');
    const char *last = comma ? comma + 1 : list;
    last += strspn(last, " \t");
    const size_t length = strcspn(last, " \t");
    if (length < sizeof text)
        memcpy(text, last, length);
    sv_address_for_limits(text, address);
}

void sv_read_address(sv_conn *conn, const sv_head *head)
{
    if (conn->net->config.proxied)
        read_forwarded(sv_head_get(head, "x-forwarded-for"), conn->client.address);
    else
        memcpy(conn->client.address, conn->peer->address, sizeof conn->client.address);
    conn->place = sv_limit_place(&conn->net->core.limits, conn->client.address);
}

/* Letters, digits, ".", "_" and "-": it goes into headers and the log as it is. */
static bool is_request_id(const char *text)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    return text[0] && text[strspn(text, allowed)] == '\0';
}

void sv_read_request_id(sv_conn *conn, const sv_head *head)
{
    const char *id = sv_head_get(head, "x-request-id");
    if (conn->net->config.proxied && strlen(id) < SV_TRACE_MAX && is_request_id(id))
        memcpy(conn->client.trace, id, strlen(id) + 1);
}

/* Whether a proxy has left a trace. */
static bool is_forwarded(const sv_head *head)
{
    static const char *const traces[] = {"x-forwarded-for", "x-real-ip",        "via",
                                         "forwarded",       "x-forwarded-host", "x-forwarded-proto",
                                         "x-forwarded-port"};
    for (unsigned i = 0; i < sizeof traces / sizeof *traces; i++)
        if (sv_head_has(head, traces[i]))
            return true;
    return false;
}

/* A proxy passes on the name by which clients know the server; programs here use a local one. */
bool sv_is_near(const sv_conn *conn, const sv_head *head)
{
    if (is_forwarded(head) ||
        (conn->net->config.proxied && !is_local_name(sv_head_get(head, "host"))))
        return false;
    return is_local_address(conn->peer->address);
}

/* The value of a cookie of this name; false if there is none. */
static bool cookie_named(const char *cookies, const char *name, char *value, size_t size)
{
    const size_t length = strlen(name);
    for (const char *at = cookies; *at; at += strcspn(at, ";"), at += strspn(at, "; ")) {
        if (strncmp(at, name, length) != 0 || at[length] != '=')
            continue;
        const size_t bytes = strcspn(at + length + 1, ";");
        if (bytes >= size)
            return false;
        memcpy(value, at + length + 1, bytes);
        value[bytes] = '\0';
        return true;
    }
    return false;
}

const char *sv_cookie_name(const sv_conn *conn)
{
    return conn->secure ? "__Host-elektro" : "elektro";
}

const char *sv_device_cookie_name(const sv_conn *conn)
{
    return conn->secure ? "__Host-elektro-device" : "elektro-device";
}

void sv_read_session(sv_conn *conn, const sv_head *head)
{
    char token[SV_HEX_MAX];
    const char *authorization = sv_head_get(head, "authorization");
    const char *cookies = sv_head_get(head, "cookie");
    conn->client.sets_device = false;
    conn->client.agent = sv_agent_of(sv_head_get(head, "user-agent"));
    conn->client.by_token = strncmp(authorization, "Bearer ", 7) == 0;
    if (conn->client.by_token) {
        sv_client_bring_token(&conn->client, authorization + 7);
        return;
    }
    if (!cookie_named(cookies, sv_device_cookie_name(conn), conn->client.device, SV_HEX_MAX))
        conn->client.device[0] = '\0';
    if (cookie_named(cookies, sv_cookie_name(conn), token, sizeof token))
        sv_client_bring_token(&conn->client, token);
}
