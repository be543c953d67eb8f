#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "deadline.h"
#include "state_json.h"

enum { ANSWER_MAX = 64 * 1024 };

/* The program's input and output are one socket, so that writing to a program that has ended
 * returns an error instead of raising a signal. */
struct ar_program {
    pid_t pid, guardian;
    int socket;
    int life;       /* open as long as the arena lives */
    json_t *events; /* since the last request */
    uint64_t seed;
    uint32_t milliseconds;
    bool asked; /* it has got its first request */
    char buffer[ANSWER_MAX];
    size_t filled;
};

/* ------------------------------------------------------------------------------- start and stop */

/* The program itself, leader of a process group of its own. */
static pid_t start_shell(const char *command, int end)
{
    const pid_t arena = getpid();
    const pid_t pid = fork();
    if (pid != 0) {
        if (pid > 0)
            setpgid(pid, pid); /* whichever comes first, parent or child */
        return pid;
    }
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it does not outlive the arena … */
    if (getppid() != arena)           /* … which may have ended just before */
        _exit(127);
    if (dup2(end, STDIN_FILENO) >= 0 && dup2(end, STDOUT_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Child processes of a program would outlive an arena that is killed. So a guardian joins its
 * process group and kills it when the other end of a pipe, which only the arena has, is closed. */
static pid_t start_guardian(pid_t group, int life)
{
    const pid_t pid = fork();
    if (pid != 0)
        return pid;
    char byte;
    ssize_t got;
    if (setpgid(0, group) != 0 || dup2(life, STDIN_FILENO) < 0 || close_range(1, ~0u, 0) != 0)
        _exit(127);
    do
        got = read(STDIN_FILENO, &byte, 1);
    while (got > 0 || (got < 0 && errno == EINTR));
    kill(0, SIGKILL);
    _exit(0);
}

static void wait_for_end(pid_t pid)
{
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

static bool start(ar_program *program, const char *command)
{
    int ends[2];
    int life[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    program->socket = ends[0];
    program->pid = pipe2(life, O_CLOEXEC) == 0 ? start_shell(command, ends[1]) : -1;
    close(ends[1]);
    if (program->pid < 0) {
        close(program->socket);
        return false;
    }
    program->life = life[1];
    program->guardian = start_guardian(program->pid, life[0]);
    close(life[0]);
    return program->guardian > 0;
}

ar_program *ar_program_start(const char *command, uint32_t milliseconds, uint64_t seed,
                             rec_error *error)
{
    ar_program *program = calloc(1, sizeof *program);
    if (program) {
        program->milliseconds = milliseconds;
        program->seed = seed;
        program->events = json_array();
        if (start(program, command))
            return program;
    }
    rec_fail(error, "no-program", "The program cannot be started: %s.", strerror(errno));
    if (program && program->pid > 0) {
        ar_program_stop(program);
    } else if (program) {
        json_decref(program->events);
        free(program);
    }
    return NULL;
}

/* Kills its whole process group, so that a shell leaves no children behind. */
void ar_program_stop(ar_program *program)
{
    if (!program)
        return;
    close(program->socket);
    kill(-program->pid, SIGKILL);
    close(program->life); /* for a guardian that has not joined the group yet */
    wait_for_end(program->pid);
    wait_for_end(program->guardian);
    json_decref(program->events);
    free(program);
}

/* --------------------------------------------------------------------------------------- lines */

static int64_t now_ms(void)
{
    return (int64_t)(ar_now() / 1000000);
}

/* Waits until the socket is ready for events; false when the time is over. */
static bool wait_for(const ar_program *program, short events, int64_t deadline)
{
    for (;;) {
        struct pollfd ready = {.fd = program->socket, .events = events};
        const int64_t left = deadline - now_ms();
        const int got = left > 0 ? poll(&ready, 1, (int)left) : 0;
        if (got > 0)
            return true;
        if (got == 0 || errno != EINTR)
            return false;
    }
}

static bool send_json(ar_program *program, json_t *message, int64_t deadline, rec_error *error)
{
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
    const size_t length = text ? strlen(text) : 0;
    size_t sent = 0;
    json_decref(message);
    if (!text)
        return rec_fail(error, "no-memory", "There is not enough memory.");
    text[length] = '\n'; /* replaces the terminating 0, which is not sent */
    while (sent <= length && wait_for(program, POLLOUT, deadline)) {
        const ssize_t n =
            send(program->socket, text + sent, length + 1 - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            break;
        sent += n > 0 ? (size_t)n : 0;
    }
    free(text);
    return sent > length || rec_fail(error, "program-gone", "The program does not read its input.");
}

/* Moves one line out of the buffer into line; false if there is none yet. */
static bool take_line(ar_program *program, char line[ANSWER_MAX])
{
    char *end = memchr(program->buffer, '\n', program->filled);
    if (!end)
        return false;
    const size_t length = (size_t)(end - program->buffer);
    memcpy(line, program->buffer, length);
    line[length] = '\0';
    program->filled -= length + 1;
    memmove(program->buffer, end + 1, program->filled);
    return true;
}

static bool read_line(ar_program *program, char line[ANSWER_MAX], int64_t deadline,
                      rec_error *error)
{
    while (!take_line(program, line)) {
        if (program->filled == sizeof program->buffer)
            return rec_fail(error, "bad-answer", "The program's answer is too long.");
        if (!wait_for(program, POLLIN, deadline))
            return rec_fail(error, "too-late", "The program took longer than %u ms.",
                            program->milliseconds);
        const ssize_t n = read(program->socket, program->buffer + program->filled,
                               sizeof program->buffer - program->filled);
        if (n == 0 || (n < 0 && errno != EINTR))
            return rec_fail(error, "program-gone", "The program has ended.");
        program->filled += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* ----------------------------------------------------------------------------------------- talk */

void ar_program_tell(ar_program *program, const ar_position *p)
{
    for (unsigned i = 0; i < p->events.count; i++)
        json_array_append_new(program->events, rec_event_json(p->board, &p->events.list[i]));
}

/* The first request also has the seed of the seat and, if it was loaded from a file, the board. */
static void introduce(ar_program *program, const bd_board *board, json_t *request)
{
    char seed[17];
    json_t *file = bd_source(board);
    snprintf(seed, sizeof seed, "%016" PRIx64, program->seed);
    json_object_set_new(request, "seed", json_string(seed));
    if (file)
        json_object_set(request, "board", file);
    program->asked = true;
}

/* Takes ownership of the events. */
static json_t *question(ar_program *program, const ar_position *p, const ek_state *view)
{
    static _Thread_local ek_move moves[EK_MOVES_MAX];
    const unsigned count = ek_moves(&p->rules, &p->state, moves);
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        char text[REC_MOVE_MAX];
        rec_print_move(p->board, &p->state, moves[i], text);
        json_array_append_new(list, json_string(text));
    }
    json_t *events = program->events;
    program->events = json_array();
    json_t *request = json_pack(
        "{s:s, s:i, s:o, s:o, s:o}", "do", "choose", "seat", (int)ek_to_move(&p->state) + 1,
        "state", rec_state_json(p->board, &p->rules, view), "events", events, "moves", list);
    if (!program->asked)
        introduce(program, p->board, request);
    return request;
}

static bool read_answer(const ar_position *p, const char *line, ek_move *move, rec_error *error)
{
    json_error_t bad;
    json_t *answer = json_loads(line, 0, &bad);
    const char *text = json_string_value(json_object_get(answer, "move"));
    bool ok = text || rec_fail(error, "bad-answer", "The program's answer has no \"move\".");
    ok = ok && rec_parse_move(p->board, &p->rules, &p->state, text, move, error);
    json_decref(answer);
    if (!ok)
        return false;
    const ek_reason reason = ek_why(&p->rules, &p->state, ek_to_move(&p->state), *move);
    return reason == EK_REASON_OK || rec_refuse(error, reason);
}

bool ar_program_choose(ar_program *program, const ar_position *position, const ek_state *view,
                       ek_move *move, rec_error *error)
{
    char *line = malloc(ANSWER_MAX);
    const int64_t deadline = now_ms() + program->milliseconds;
    if (!line)
        return rec_fail(error, "no-memory", "There is not enough memory.");
    const bool ok = send_json(program, question(program, position, view), deadline, error) &&
                    read_line(program, line, deadline, error) &&
                    read_answer(position, line, move, error);
    free(line);
    return ok;
}
