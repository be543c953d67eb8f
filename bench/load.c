/*
 * Load for the server: opens many sockets, some of which play, and measures the response times.
 *
 *     load PORT[,PORT…] SOCKETS PLAYERS SECONDS RATE [echo]
 *
 * With several ports, of servers that share a database, the sockets go to one after the other: so
 * the two players of a table are at different servers. SOCKETS WebSockets are opened; PLAYERS of
 * them sit at tables of two and move, RATE moves a second in all (0: each as soon as the last is
 * answered). With "echo" the other end is bench/echo: the same number of messages of the size of a
 * move, for comparison. Prints one line of figures.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    PORTS_MAX = 16,
    ROOM = 65536,
    SAMPLES_MAX = 4000000,
    EVENTS = 256,
    TEXT = 512,
    COOKIE = 160
};

/* One WebSocket. Idle ones have no buffer. */
typedef struct conn {
    int fd, port;
    bool plays, my_turn, waits;
    unsigned seat, seq, moves, cheapest;
    char phase[16];
    bool auction;
    double due, sent;
    size_t length;
    char *in;
    char cookie[COOKIE], table[16];
} conn;

static int ports[PORTS_MAX];
static unsigned port_count;
static bool echo;
static double *sample;
static size_t samples;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void die(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ---------------------------------------------------------------------------------- connecting */

static int dial(int port)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    const int yes = 1;
    if (fd < 0)
        die("socket");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(fd, (const struct sockaddr *)(const void *)&to, sizeof to) != 0)
        die("connect");
    return fd;
}

static void put(int fd, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            die("send");
        bytes += sent;
        length -= (size_t)sent;
    }
}

/* Reads until the end of the headers, or of the connection; returns the length. */
static size_t get(int fd, char *to, size_t room, bool all)
{
    size_t length = 0;
    while (length < room - 1) {
        const ssize_t some = recv(fd, to + length, room - 1 - length, 0);
        if (some <= 0)
            break;
        length += (size_t)some;
        to[length] = '\0';
        if (!all && strstr(to, "\r\n\r\n"))
            break;
    }
    to[length] = '\0';
    return length;
}

/* One POST on a connection of its own; the answer is in a static buffer. */
static const char *post(conn *c, const char *path, const char *body)
{
    static char answer[ROOM];
    char request[1024];
    const int fd = dial(c->port);
    const int length =
        snprintf(request, sizeof request,
                 "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\nCookie: %s\r\n"
                 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                 path, c->port, c->cookie, strlen(body), body);
    put(fd, request, (size_t)length);
    get(fd, answer, sizeof answer, true);
    close(fd);
    if (!strstr(answer, "\"ok\":true")) {
        fprintf(stderr, "load: %s was refused: %.300s\n", path, answer);
        exit(1);
    }
    const char *cookie = strstr(answer, "et-cookie: ");
    if (!cookie)
        cookie = strstr(answer, "et-Cookie: ");
    if (cookie)
        snprintf(c->cookie, COOKIE, "%.*s", (int)strcspn(cookie + 11, ";"), cookie + 11);
    return answer;
}

static void send_text(conn *c, const char *text)
{
    char frame[TEXT + 16];
    const size_t length = strlen(text);
    size_t head = 0;
    frame[head++] = (char)0x81;
    if (length < 126) {
        frame[head++] = (char)(0x80 | length);
    } else {
        frame[head++] = (char)(0x80 | 126);
        frame[head++] = (char)(length >> 8);
        frame[head++] = (char)(length & 0xff);
    }
    memset(frame + head, 0, 4); /* a mask of zeros */
    head += 4;
    memcpy(frame + head, text, length);
    put(c->fd, frame, head + length);
}

static void open_socket(conn *c)
{
    char request[512], answer[2048];
    c->fd = dial(c->port);
    const int length = snprintf(request, sizeof request,
                                "GET /ws HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                                "Sec-WebSocket-Protocol: elektro-1\r\nCookie: %s\r\n\r\n",
                                c->port, c->cookie);
    put(c->fd, request, (size_t)length);
    get(c->fd, answer, sizeof answer, false);
    if (strncmp(answer, "HTTP/1.1 101", 12) != 0) {
        fprintf(stderr, "load: no WebSocket: %.100s\n", answer);
        exit(1);
    }
}

/* ------------------------------------------------------------------------------------ tables */

static void lay_table(conn *a, conn *b)
{
    char path[80];
    post(a, "/api/v1/guest", "{\"name\":\"A\"}");
    post(b, "/api/v1/guest", "{\"name\":\"B\"}");
    const char *answer =
        post(a, "/api/v1/tables", "{\"players\":2,\"edition\":\"classic\",\"order\":\"seated\"}");
    const char *code = strstr(answer, "\"table\":\"");
    snprintf(a->table, sizeof a->table, "%.12s", code + 9);
    memcpy(b->table, a->table, sizeof a->table);
    snprintf(path, sizeof path, "/api/v1/tables/%s/join", a->table);
    post(b, path, "{}");
    snprintf(path, sizeof path, "/api/v1/tables/%s/ready", a->table);
    post(b, path, "{\"ready\":true}");
    snprintf(path, sizeof path, "/api/v1/tables/%s/start", a->table);
    post(a, path, "{}");
    a->seat = 1;
    b->seat = 2;
}

/* ------------------------------------------------------------------------------------ playing */

static unsigned number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at ? (unsigned)strtoul(at + strlen(key), NULL, 10) : 0;
}

/* Reads the parts of a position that a player needs. */
static void look(conn *c, const char *text)
{
    const char *position = strstr(text, "\"position\":{");
    const char *phase;
    if (!position)
        return;
    c->seq = number_after(position, "\"seq\":");
    c->my_turn = number_after(position, "\"to_move\":") == c->seat;
    c->auction = strstr(position, "\"auction\":null") == NULL;
    c->cheapest = number_after(position, "\"current\":[");
    phase = strstr(position, "\"phase\":\"");
    if (phase)
        snprintf(c->phase, sizeof c->phase, "%.*s", (int)strcspn(phase + 9, "\""), phase + 9);
    /* In the first round a player must buy a plant. */
    if (number_after(position, "\"round\":") > 1 && strcmp(c->phase, "auction") == 0)
        c->auction = true;
}

static void hear(conn *c, const char *text, double at)
{
    const bool reply = echo || strstr(text, "\"re\":") != NULL;
    if (!echo)
        look(c, text);
    else
        c->my_turn = true;
    if (reply && c->waits) {
        if (!echo && !strstr(text, "\"ok\":true")) {
            fprintf(stderr, "load: refused: %.200s\n", text);
            exit(1);
        }
        c->waits = false;
        if (samples < SAMPLES_MAX)
            sample[samples++] = at - c->sent;
    }
}

static void move(conn *c, double at)
{
    char text[TEXT], what[32];
    if (strcmp(c->phase, "auction") == 0 && !c->auction)
        snprintf(what, sizeof what, "nominate %u %u", c->cheapest, c->cheapest);
    else
        snprintf(what, sizeof what, "%s",
                 strcmp(c->phase, "auction") == 0       ? "pass"
                 : strcmp(c->phase, "bureaucracy") == 0 ? "power"
                                                        : "done");
    snprintf(text, sizeof text,
             "{\"do\":\"move\",\"id\":%u,\"table\":\"%s\",\"seq\":%u,\"client\":\"c%u\","
             "\"move\":\"%s\"}",
             c->moves, c->table, c->seq, c->moves, what);
    c->moves++;
    c->my_turn = false;
    c->waits = true;
    c->sent = at;
    send_text(c, text);
}

/* Takes whole frames off the buffer. */
static void take_frames(conn *c, double at)
{
    size_t done = 0;
    while (c->length - done >= 2) {
        const unsigned char *head = (const unsigned char *)c->in + done;
        size_t size = head[1] & 0x7f, skip = 2;
        if (size == 126 && c->length - done >= 4) {
            size = (size_t)head[2] << 8 | head[3];
            skip = 4;
        } else if (size >= 126) {
            break;
        }
        if (c->length - done < skip + size)
            break;
        char *text = c->in + done + skip;
        const char kept = text[size];
        text[size] = '\0';
        if ((head[0] & 0x0f) == 1)
            hear(c, text, at);
        text[size] = kept;
        done += skip + size;
    }
    memmove(c->in, c->in + done, c->length - done);
    c->length -= done;
}

static void receive(conn *c)
{
    static char ignored[4096];
    if (!c->plays) {
        if (recv(c->fd, ignored, sizeof ignored, MSG_DONTWAIT) == 0)
            die("an idle socket was closed");
        put(c->fd, "\x8a\x80\0\0\0\0", 6); /* most likely a ping */
        return;
    }
    const ssize_t some = recv(c->fd, c->in + c->length, ROOM - 1 - c->length, MSG_DONTWAIT);
    if (some <= 0)
        die("a player was cut off");
    c->length += (size_t)some;
    take_frames(c, now());
}

static void run(int poll, conn *list, unsigned players, double seconds, double rate)
{
    const double until = now() + seconds, pause = rate > 0 ? players / 2 / rate : 0;
    struct epoll_event event[EVENTS];
    for (double at = now(); at < until; at = now()) {
        const int count = epoll_wait(poll, event, EVENTS, 1);
        for (int i = 0; i < count; i++)
            receive(event[i].data.ptr);
        for (unsigned i = 0; i < players; i++) {
            conn *c = &list[i];
            at = now();
            if (!c->my_turn || c->waits)
                continue;
            if (c->due <= 0)
                c->due = at + pause * (0.5 + (double)rand() / RAND_MAX);
            if (at < c->due)
                continue;
            c->due = 0;
            move(c, at);
        }
    }
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double percentile(double share)
{
    return samples ? 1000 * sample[(size_t)(share * (double)(samples - 1))] : 0;
}

static void seat_players(conn *list, unsigned players)
{
    for (unsigned i = 0; i < players; i++) {
        list[i].plays = true;
        list[i].in = malloc(ROOM);
        if (!list[i].in)
            die("malloc");
    }
    for (unsigned i = 0; !echo && i + 1 < players; i += 2)
        lay_table(&list[i], &list[i + 1]);
}

static void begin_watching(conn *c)
{
    char text[TEXT];
    snprintf(text, sizeof text, "{\"do\":\"watch\",\"id\":\"w\",\"table\":\"%s\"}", c->table);
    send_text(c, text);
}

static void read_ports(const char *text)
{
    char *end;
    while (*text && port_count < PORTS_MAX) {
        ports[port_count] = (int)strtol(text, &end, 10);
        if (end == text || (*end && *end != ','))
            break;
        port_count++;
        text = *end ? end + 1 : end;
    }
    if (port_count == 0 || *text) {
        fputs("load: expected a port, or several with commas between them\n", stderr);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fputs("usage: load PORT[,PORT...] SOCKETS PLAYERS SECONDS RATE [echo]\n", stderr);
        return 2;
    }
    read_ports(argv[1]);
    const unsigned sockets = (unsigned)strtoul(argv[2], NULL, 10);
    const unsigned players = (unsigned)strtoul(argv[3], NULL, 10);
    const double seconds = strtod(argv[4], NULL), rate = strtod(argv[5], NULL);
    struct rlimit limit;
    echo = argc > 6;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    conn *list = calloc(sockets, sizeof *list);
    sample = calloc(SAMPLES_MAX, sizeof *sample);
    const int poll = epoll_create1(0);
    if (!list || !sample || poll < 0)
        die("memory");
    for (unsigned i = 0; i < sockets; i++)
        list[i].port = ports[i % port_count];
    seat_players(list, players);
    for (unsigned i = 0; i < sockets; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &list[i]};
        open_socket(&list[i]);
        epoll_ctl(poll, EPOLL_CTL_ADD, list[i].fd, &event);
        if (i < players && !echo)
            begin_watching(&list[i]);
        else if (i < players)
            list[i].my_turn = true;
    }
    run(poll, list, players, 1, rate);
    samples = 0;
    const double from = now();
    run(poll, list, players, seconds, rate);
    const double took = now() - from;
    qsort(sample, samples, sizeof *sample, compare);
    printf("%u sockets, %u playing: %.0f answers/s, median %.2f ms, p99 %.2f ms, slowest %.2f ms\n",
           sockets, players, (double)samples / took, percentile(0.5), percentile(0.99),
           percentile(1));
    fflush(stdout);
    if (argc > 7)
        pause();
    return 0;
}
