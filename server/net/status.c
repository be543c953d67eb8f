/* The pages for operators: /healthz, /readyz and /metrics. */
#include "net/status.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command_line.h"
#include "health.h"
#include "log.h"
#include "net/conn.h"

enum { TOKEN_MIN = 16, TOKEN_MAX = 255 };

/* ----------------------------------------------------------------------------- access */

static bool is_visible_ascii(const char *text)
{
    while (*text > ' ' && *text < 0x7f)
        text++;
    return *text == '\0';
}

static void hash_token(const char *token, uint8_t hash[SV_TOKEN_HASH])
{
    crypto_hash_sha256(hash, (const uint8_t *)token, strlen(token));
}

/* The first line of a file, without its end; false after an error message. */
static bool read_line(const char *path, char line[TOKEN_MAX + 2], struct stat *status)
{
    FILE *file = fopen(path, "r");
    const bool ok = file && fstat(fileno(file), status) == 0 && fgets(line, TOKEN_MAX + 2, file);
    if (!ok)
        cli_complain(sv_serve_verb.name, "%s: %s", path,
                     file ? "the file is empty" : strerror(errno));
    else
        line[strcspn(line, "\r\n")] = '\0';
    if (file)
        fclose(file);
    return ok;
}

bool sv_metrics_token_read(sv_net *net, const char *path)
{
    char token[TOKEN_MAX + 2];
    struct stat status;
    if (!path[0]) {
        net->has_metrics_token = false;
        return true;
    }
    if (!read_line(path, token, &status))
        return false;
    const size_t length = strlen(token);
    const bool ok = length >= TOKEN_MIN && length <= TOKEN_MAX && is_visible_ascii(token);
    if (ok && status.st_mode & S_IROTH)
        sv_log("warning", "every user of this machine can read the token for metrics", "file", path,
               NULL);
    if (ok) {
        hash_token(token, net->metrics_token);
        net->has_metrics_token = true;
    }
    sodium_memzero(token, sizeof token);
    return ok || cli_complain(sv_serve_verb.name,
                              "%s: expected a token of %d to %d letters, digits and signs in the "
                              "first line. 'openssl rand -hex 32' makes one.",
                              path, TOKEN_MIN, TOKEN_MAX);
}

/* Hashes are compared, in a time that depends on neither text. */
static bool has_token(const sv_conn *conn, const sv_head *head)
{
    const char *text = sv_head_get(head, "authorization");
    uint8_t hash[SV_TOKEN_HASH];
    if (!conn->net->has_metrics_token || strncmp(text, "Bearer ", 7) != 0)
        return false;
    hash_token(text + 7, hash);
    return sodium_memcmp(hash, conn->net->metrics_token, sizeof hash) == 0;
}

/* ---------------------------------------------------------------------------------------- pages */

static void show_metrics(sv_conn *conn, const sv_head *head)
{
    rec_error error;
    if (!sv_is_near(conn, head) && !has_token(conn, head)) {
        const bool admitted = sv_core_admit(&conn->net->core, &conn->client, &error);
        const bool token = conn->net->has_metrics_token;
        conn->response.wants_token = token;
        if (!admitted)
            sv_respond_with_text(conn, 429, "too many requests\n");
        else
            sv_respond_with_text(conn, token ? 401 : 403,
                                 token ? "expected a token: Authorization: Bearer TOKEN\n"
                                       : "only from this machine\n");
        return;
    }
    char *text = sv_metrics_text(conn->net);
    sv_respond_with_text(conn, text ? 200 : 503, text ? text : "not enough memory\n");
    free(text);
}

static void show_health(sv_conn *conn)
{
    char text[128];
    const char *problem = sv_core_problem(&conn->net->core);
    snprintf(text, sizeof text, "%s\n", problem ? problem : "ok");
    sv_respond_with_text(conn, problem ? 503 : 200, text);
}

static void show_readiness(sv_conn *conn)
{
    const enum sv_health health = sv_health_of(&conn->net->core);
    const sv_health_row *row = &sv_healths[health];
    json_t *body = health == SV_HEALTH_READY ? json_pack("{s:b}", "ready", 1)
                                             : json_pack("{s:b, s:s, s:s}", "ready", 0, "reason",
                                                         row->reason, "text", row->text);
    sv_respond_with_json(conn, health == SV_HEALTH_READY ? 200 : 503, body);
    json_decref(body);
}

bool sv_route_status(sv_conn *conn, const sv_head *head)
{
    const char *path = head->path;
    if (strcmp(path, "/healthz") == 0)
        show_health(conn);
    else if (strcmp(path, "/readyz") == 0)
        show_readiness(conn);
    else if (strcmp(path, "/metrics") == 0)
        show_metrics(conn, head);
    else
        return false;
    return true;
}
