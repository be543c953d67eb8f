/*
 * Heads of requests: any bytes, read as HTTP/1 and as the fields of HTTP/2.
 *
 * The first byte says in which pieces the others arrive; read in pieces they mean what they mean
 * whole. A head that is accepted has no control characters, one host and one length, and written
 * down again it is accepted again, with the same meaning.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds, const char *law)
{
    if (holds)
        return;
    fprintf(stderr, "broken law: %s\n", law);
    abort();
}

/* ------------------------------------------------------------------------------------- laws */

static void check_plain(const char *text, const char *law)
{
    for (; *text; text++)
        must((unsigned char)*text >= 0x20 && *text != 0x7f, law);
}

static void check_query(const char *query)
{
    char part[SV_HEAD_BYTES];
    unsigned parts = 0;
    do {
        must(sv_head_query_part(&query, part, sizeof part), "a part of a query fits");
        check_plain(part, "a query has no control characters");
        must(++parts <= SV_HEAD_BYTES, "a query ends");
    } while (part[0]);
    must(*query == '\0', "a query is read to its end");
}

static void check_whole(const sv_head *head)
{
    must(head->method[0] && head->target[0] == '/' && head->path[0] == '/', "there is a target");
    must(strlen(head->path) <= strlen(head->target), "a path does not grow");
    check_plain(head->method, "a method has no control characters");
    check_plain(head->target, "a target has no control characters");
    check_plain(head->path, "a path has no control characters");
    check_query(head->query);
    must(head->minor == 0 || sv_head_has(head, "host"), "there is a host");
    must(!sv_head_has(head, "transfer-encoding"), "there is no transfer encoding");
    must((head->length >= 0) == sv_head_has(head, "content-length"), "the length is known");
    for (unsigned i = 0; i < head->count; i++) {
        const sv_head_field *f = &head->field[i];
        must(f->name[0] != '\0', "a field has a name");
        for (const char *c = f->name; *c; c++)
            must(isgraph((unsigned char)*c) && !isupper((unsigned char)*c), "a name is a token");
        check_plain(f->value, "a value has no control characters");
        must(sv_head_get(head, f->name) == f->value, "a field is found, and comes once");
        must(!f->value[0] || (f->value[0] != ' ' && f->value[strlen(f->value) - 1] != ' ') ||
                 strpbrk(f->value, ",;"),
             "a value has no spaces around it");
    }
}

static void check_result(const sv_head *head, enum sv_head_result result)
{
    must(result == head->result, "the result is kept");
    if (result == SV_HEAD_WHOLE)
        check_whole(head);
    else if (result != SV_HEAD_PARTIAL)
        must(head->why[0] && sv_head_status(result) >= 400, "a refusal has a sentence");
}

static void check_same(const sv_head *a, const sv_head *b)
{
    must(a->result == b->result && strcmp(a->why, b->why) == 0, "pieces make no difference");
    if (a->result != SV_HEAD_WHOLE)
        return;
    must(a->minor == b->minor && a->length == b->length && a->count == b->count &&
             strcmp(a->method, b->method) == 0 && strcmp(a->target, b->target) == 0 &&
             strcmp(a->path, b->path) == 0 && strcmp(a->query, b->query) == 0,
         "the same request line");
    for (unsigned i = 0; i < a->count; i++)
        must(strcmp(a->field[i].name, b->field[i].name) == 0 &&
                 strcmp(a->field[i].value, b->field[i].value) == 0,
             "the same fields");
}

/* ------------------------------------------------------------------------------------- HTTP/1 */

/* Each call gets a block of its own, behind which the sanitizer finds reads. */
static enum sv_head_result parse(sv_head *head, sv_head_progress *progress, const char *bytes,
                                 size_t length)
{
    char *copy = malloc(length + 1);
    must(copy != NULL, "there is memory");
    memcpy(copy, bytes, length);
    char *exact = realloc(copy, length ? length : 1);
    const enum sv_head_result result = sv_head_parse(head, progress, exact, length);
    free(exact);
    must(progress->seen <= length && progress->seen <= SV_HEAD_BYTES, "no more is seen than came");
    must(result != SV_HEAD_PARTIAL || progress->seen == length, "all that came is seen");
    return result;
}

/* Lengths of the pieces from a small generator, so that the bytes themselves stay readable. */
static void parse_pieces(sv_head *head, sv_head_progress *progress, const char *bytes,
                         size_t length, unsigned seed)
{
    size_t arrived = 0;
    enum sv_head_result result;
    do {
        seed = seed * 1103515245U + 12345U;
        arrived += seed % 256 < 128 ? 1 : (seed >> 16) % 64;
        if (arrived > length)
            arrived = length;
        result = parse(head, progress, bytes, arrived);
    } while (result == SV_HEAD_PARTIAL && arrived < length);
    check_result(head, result);
}

/* What was accepted is accepted again as it is kept. Values of HTTP/2 that are joined may begin or
 * end with a space; HTTP/1 does not keep it. */
static void write_again(const sv_head *head)
{
    static char text[4 * SV_HEAD_BYTES];
    static sv_head again;
    sv_head_progress progress = {0};
    size_t length = (size_t)snprintf(text, sizeof text, "%s %s HTTP/1.%u\r\n", head->method,
                                     head->target, head->minor);
    for (unsigned i = 0; i < head->count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s:%s\r\n",
                                   head->field[i].name, head->field[i].value);
    length += (size_t)snprintf(text + length, sizeof text - length, "\r\n");
    const enum sv_head_result result = parse(&again, &progress, text, length);
    if (result == SV_HEAD_WHOLE)
        must(again.count == head->count && strcmp(again.path, head->path) == 0 &&
                 strcmp(sv_head_get(&again, "host"), sv_head_get(head, "host")) == 0 &&
                 again.length == head->length,
             "a head means the same again");
    else /* the host of the target is one more field, and longer than before */
        must(result == SV_HEAD_TOO_LARGE, "a head is accepted again");
}

/* ------------------------------------------------------------------------------------- HTTP/2 */

/* Each line is a field: its name, a space, its value. */
static void build(sv_head *head, const char *bytes, size_t length)
{
    sv_head_begin(head);
    while (length > 0) {
        const char *end = memchr(bytes, '\n', length);
        const size_t line = end ? (size_t)(end - bytes) : length;
        const char *space = memchr(bytes, ' ', line);
        const size_t name = space ? (size_t)(space - bytes) : line;
        const size_t skipped = name + (space != NULL);
        sv_head_add(head, bytes, name, bytes + skipped, line - skipped);
        bytes += line + (end != NULL);
        length -= line + (end != NULL);
    }
    check_result(head, sv_head_finish(head));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static sv_head whole, pieces;
    sv_head_progress progress = {0}, progress_of_pieces = {0};
    if (size == 0)
        return 0;
    const char *bytes = (const char *)data + 1;
    const size_t length = size - 1;
    check_result(&whole, parse(&whole, &progress, bytes, length));
    parse_pieces(&pieces, &progress_of_pieces, bytes, length, data[0]);
    check_same(&whole, &pieces);
    must(progress.seen == progress_of_pieces.seen, "the body begins at the same place");
    if (whole.result == SV_HEAD_WHOLE)
        write_again(&whole);
    build(&whole, bytes, length);
    return 0;
}
