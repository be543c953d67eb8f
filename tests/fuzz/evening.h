/*
 * A server for the fuzzers: a game of Anna and Ben in a store in memory, the same for every input,
 * and what must hold whatever is said there.
 */
#ifndef ELEKTRO_TESTS_FUZZ_EVENING_H
#define ELEKTRO_TESTS_FUZZ_EVENING_H

#include "../server/harness.h"
#include "net/conn.h"

typedef struct evening {
    char code[SV_CODE_MAX]; /* of the table they play at */
    char seed[JN_SEED_TEXT];
} evening;

/* Ends the program with what is broken unless it holds. */
void must(bool holds, const char *what);

/* Opens a core on an empty store. */
void evening_open(sv_core *core);
/* Empties the store, and begins a game between Anna and Ben, users 1 and 2. */
void evening_begin(sv_core *core, evening *e);
/* Anna (0) or Ben (1). */
talker *evening_guest(unsigned number);
/* What is in memory is what the store has, and lawful. */
void evening_check(sv_core *core, const evening *e);
/* The two go, and leave the table as it is. */
void evening_send_home(sv_core *core);

/* Copies the input with the table's code for every '@' and a token of Anna's for every '~';
 * returns the length. */
size_t evening_spell(const evening *e, const uint8_t *from, size_t length, char *text, size_t room);

/* The same server with sockets, whose other end is the fuzzer's: visits.c opens it before the first
 * input. A connection; what is sent over it is dealt with before visit_send returns. */
typedef struct visit {
    int fd;
    bool ended; /* by the server */
    size_t length;
    char heard[1 << 18]; /* what has come back */
} visit;
/* An evening begins, the two go home, and somebody comes. */
void visit_begin(visit *v, evening *e);
void visit_send(visit *v, const char *bytes, size_t length);
/* Hangs up. No seed has left while the game was played, the table is as the store has it, and the
 * server has forgotten the visitor. */
void visit_end(visit *v, const evening *e);

#endif
