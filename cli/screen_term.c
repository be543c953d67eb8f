#include "screen_term.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "deadline.h"

static struct termios before;
static volatile sig_atomic_t is_open, resized;

static const char enter_screen[] = "\033[?1049h\033[2J\033[H";
static const char leave_screen[] = "\033[0m\033[?25h\033[?1049l";

/* Only what may be called from a signal handler. */
static void give_back(void)
{
    if (!is_open)
        return;
    is_open = 0;
    const ssize_t written = write(STDOUT_FILENO, leave_screen, sizeof leave_screen - 1);
    (void)written; /* the program is exiting; the error cannot be reported */
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

static void on_end(int number)
{
    give_back();
    signal(number, SIG_DFL);
    raise(number);
}

static void on_resize(int number)
{
    (void)number;
    resized = 1;
}

static bool make_raw(void)
{
    struct termios raw = before;
    raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON | ISTRIP);
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

bool term_open(void)
{
    static const int ending[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    static bool registered;
    if (tcgetattr(STDIN_FILENO, &before) != 0 || !make_raw())
        return false;
    is_open = 1;
    for (unsigned i = 0; i < sizeof ending / sizeof *ending; i++)
        sigaction(ending[i], &(struct sigaction){.sa_handler = on_end}, NULL);
    sigaction(SIGWINCH, &(struct sigaction){.sa_handler = on_resize}, NULL);
    if (!registered)
        registered = atexit(give_back) == 0;
    fputs(enter_screen, stdout);
    fflush(stdout);
    return true;
}

void term_close(void)
{
    fflush(stdout);
    give_back();
}

void term_size(int fd, unsigned *width, unsigned *height)
{
    struct winsize size;
    *width = 80;
    *height = 24;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        *width = size.ws_col;
        *height = size.ws_row;
    }
}

/* ---------------------------------------------------------------------------------------- keys */

/* Bytes that were typed ahead. */
static struct {
    pthread_mutex_t lock;
    unsigned char bytes[256];
    size_t count;
    bool closed;
} ahead = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Reads what has been typed. */
static void read_ahead(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!ahead.closed && ahead.count < sizeof ahead.bytes && poll(&input, 1, 0) > 0) {
        const ssize_t got =
            read(STDIN_FILENO, ahead.bytes + ahead.count, sizeof ahead.bytes - ahead.count);
        if (got > 0)
            ahead.count += (size_t)got;
        else
            ahead.closed = got == 0 || errno != EINTR;
    }
}

static unsigned take_byte(void)
{
    const unsigned byte = ahead.bytes[0];
    memmove(ahead.bytes, ahead.bytes + 1, --ahead.count);
    return byte;
}

bool term_is_left(void)
{
    pthread_mutex_lock(&ahead.lock);
    read_ahead();
    const bool left = ahead.closed || memchr(ahead.bytes, TERM_INTERRUPT, ahead.count);
    pthread_mutex_unlock(&ahead.lock);
    return left;
}

void term_forget(void)
{
    do {
        ahead.count = 0;
        read_ahead();
    } while (ahead.count > 0);
}

static bool take_resized(void)
{
    const bool was = resized;
    resized = 0;
    return was;
}

/* The key that ends a pause, or TERM_NONE. */
static unsigned ending_key(void)
{
    if (take_resized())
        return TERM_RESIZED;
    if (term_is_left())
        return ahead.closed ? TERM_CLOSED : TERM_INTERRUPT;
    if (ahead.count > 0 && memchr("\r\n ", ahead.bytes[0], 3)) {
        take_byte();
        return TERM_ENTER;
    }
    return TERM_NONE;
}

unsigned term_pause(unsigned milliseconds)
{
    const uint64_t end = ar_now() + (uint64_t)milliseconds * 1000000u;
    for (;;) {
        const unsigned key = ending_key();
        const uint64_t now = ar_now();
        if (key != TERM_NONE || now >= end)
            return key;
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        const bool room = ahead.count < sizeof ahead.bytes;
        poll(&input, room ? 1 : 0, (int)((end - now) / 1000000u) + 1);
    }
}

/* One byte, or one of the keys that are none. */
static unsigned read_byte(int milliseconds)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    unsigned char byte;
    if (take_resized())
        return TERM_RESIZED;
    if (ahead.count > 0)
        return take_byte();
    if (ahead.closed)
        return TERM_CLOSED;
    const int ready = poll(&input, 1, milliseconds);
    if (ready < 0 && errno == EINTR)
        return read_byte(0) == TERM_RESIZED ? TERM_RESIZED : TERM_NONE;
    if (ready <= 0)
        return ready == 0 ? TERM_NONE : TERM_CLOSED;
    const ssize_t got = read(STDIN_FILENO, &byte, 1);
    return got == 1 ? byte : TERM_CLOSED;
}

/* The rest of a sequence that began with ESC [ or ESC O. */
static unsigned read_sequence(void)
{
    static const struct {
        const char *sequence;
        unsigned key;
    } known[] = {{"A", TERM_UP},    {"B", TERM_DOWN},       {"C", TERM_RIGHT},
                 {"D", TERM_LEFT},  {"H", TERM_HOME},       {"F", TERM_END},
                 {"1~", TERM_HOME}, {"4~", TERM_END},       {"7~", TERM_HOME},
                 {"8~", TERM_END},  {"3~", TERM_DELETE},    {"5~", TERM_PAGE_UP},
                 {"P", TERM_F1},    {"6~", TERM_PAGE_DOWN}, {"Q", TERM_F2},
                 {"R", TERM_F3},    {"S", TERM_F4},         {"11~", TERM_F1},
                 {"12~", TERM_F2},  {"13~", TERM_F3},       {"14~", TERM_F4}};
    char text[16];
    unsigned length = 0, byte = 0;
    while (length < sizeof text - 1) {
        byte = read_byte(50);
        if (byte >= 0x80)
            break;
        text[length++] = (char)byte;
        if (byte >= 0x40 && byte <= 0x7e)
            break;
    }
    text[length] = '\0';
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].sequence, text) == 0)
            return known[i].key;
    return TERM_OTHER;
}

/* The rest of a character of UTF-8. */
static unsigned read_character(unsigned first)
{
    const unsigned length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    unsigned character = first & (0x7fu >> length);
    if (first < 0xc0)
        return TERM_OTHER;
    for (unsigned i = 1; i < length; i++) {
        const unsigned byte = read_byte(50);
        if ((byte & ~0x3fu) != 0x80)
            return TERM_OTHER;
        character = character << 6 | (byte & 0x3f);
    }
    return character;
}

unsigned term_read_key(int milliseconds)
{
    const unsigned byte = read_byte(milliseconds);
    if (byte >= 0x110000)
        return byte;
    if (byte >= 0x80)
        return read_character(byte);
    if (byte == '\n')
        return TERM_ENTER;
    if (byte == 8)
        return TERM_BACKSPACE;
    if (byte != TERM_ESCAPE)
        return byte;
    const unsigned next = read_byte(30);
    if (next == '[' || next == 'O')
        return read_sequence();
    return next == TERM_NONE ? TERM_ESCAPE : TERM_OTHER;
}
