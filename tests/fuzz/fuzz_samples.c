/*
 * Files of samples. An input is the bytes of a file; the checksums that belong to its header and
 * its records are put in place first, so that what they protect is reached.
 *
 * A record that is accepted is written again to the same bytes, and every position that keeps the
 * laws has features.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "feature.h"
#include "source.h"

enum { FILE_MAX = 65536 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static uint8_t file[FILE_MAX];
static uint8_t again[SM_RECORD_MAX];
static sm_game game;
static sm_rules rules;
static sm_boards boards;

static void hold(bool law, const char *words)
{
    if (law)
        return;
    fprintf(stderr, "%s\n", words);
    abort();
}

/* A second implementation of the checksum. */
static void seal(uint8_t *begin, size_t size)
{
    uint64_t sum = UINT64_C(14695981039346656037);
    for (size_t i = 0; i + 8 < size; i++) {
        sum ^= begin[i];
        sum *= UINT64_C(1099511628211);
    }
    memcpy(begin + size - 8, &sum, 8);
}

static void seal_all(size_t size)
{
    uint32_t text = 0;
    if (size < 24)
        return;
    memcpy(&text, file + 12, 4);
    if (text > size - 24)
        return;
    seal(file, 24 + (size_t)text);
    for (size_t at = 24 + (size_t)text, more; (more = sm_record_size(file + at, size - at));
         at += more)
        seal(file + at, more);
}

static void check_game(const sm_source *source)
{
    rec_error error;
    const size_t length = sm_write_game(&game, again);
    hold(length == source->at - source->last && memcmp(again, file + source->last, length) == 0,
         "a record is not written as it was read");
    const ek_rules *compiled = sm_source_check(source, &game, &boards, &rules, &error);
    for (unsigned i = 0; compiled && i < game.head.positions; i++) {
        bot_features_t features;
        bot_features(compiled, &game.position[i], &features);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    sm_source source;
    rec_error error;
    size = size < FILE_MAX ? size : FILE_MAX;
    sm_boards_open(&boards, NULL, &error);
    memcpy(file, bytes, size);
    seal_all(size);
    if (!sm_source_open_bytes(&source, "fuzz", file, size, &error))
        return 0;
    while (sm_source_has_more(&source) && sm_source_next(&source, &game, &error))
        check_game(&source);
    return 0;
}
