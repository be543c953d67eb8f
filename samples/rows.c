#include "rows.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source.h"
#include "threads.h"

enum { BLOCK = 64 }; /* games that a thread converts at a time */

/* Games that follow each other in a file. */
typedef struct block {
    unsigned source;
    size_t at;          /* where the first record begins */
    uint64_t first_row; /* of its rows in the output */
} block;

/* Shared by the threads; lock guards next and everything below it. */
typedef struct shared {
    const sm_conversion *conversion;
    sm_source *source;
    block *block;
    size_t blocks, room;
    uint64_t rows;
    int file;
    pthread_mutex_t lock;
    size_t next;
    uint64_t done; /* rows written */
    bool failed;
    rec_error error;
} shared;

/* Writes to the output, which several threads may do at different places. */
static bool write_at(const shared *s, const void *bytes, size_t size, uint64_t at, rec_error *error)
{
    for (size_t done = 0; done < size;) {
        const ssize_t n =
            pwrite(s->file, (const char *)bytes + done, size - done, (off_t)(at + done));
        if (n < 0 && errno != EINTR)
            return rec_fail(error, "bad-file", "%.120s cannot be written: %s.",
                            s->conversion->output, strerror(errno));
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* --------------------------------------------------------------------------------------- header */

/* Names and sizes of features: [["money", 1], …]. */
#define FEATURE_ROW_(name, count) json_array_append_new(list, json_pack("[s, i]", #name, count));
static json_t *list_seat_features(void)
{
    json_t *list = json_array();
    BOT_SEAT_FEATURES(FEATURE_ROW_)
    return list;
}

static json_t *list_shared_features(void)
{
    json_t *list = json_array();
    BOT_SHARED_FEATURES(FEATURE_ROW_)
    return list;
}
#undef FEATURE_ROW_

/* The members of a row, as numpy.dtype takes them. */
static json_t *list_fields(void)
{
    json_t *list = json_array();
    json_array_append_new(list, json_pack("[s, s, [i]]", "shared", "<i2", BOT_SHARED_INPUTS));
    json_array_append_new(list,
                          json_pack("[s, s, [i, i]]", "seat", "<i2", EK_SEATS, BOT_SEAT_INPUTS));
#define FIELD(name, type, format, number)                                        \
    json_array_append_new(list, number == 1 ? json_pack("[s, s]", #name, format) \
                                            : json_pack("[s, s, [i]]", #name, format, number));
    SM_ROW_FIELDS(FIELD)
#undef FIELD
    return list;
}

static json_t *list_boards(const sm_boards *boards)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < boards->count; i++)
        json_array_append_new(list, json_string(boards->board[i]->id));
    return list;
}

static json_t *list_sources(const shared *s)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < s->conversion->count; i++)
        json_array_append_new(list, json_string(s->source[i].made));
    return list;
}

static bool write_header(const shared *s, rec_error *error)
{
    char header[SM_ROWS_HEADER] = "EKROWS\n";
    json_t *about = json_pack("{s:o, s:i, s:o, s:o, s:o, s:o}", "fields", list_fields(),
                              "inputs_version", BOT_INPUTS_VERSION, "shared",
                              list_shared_features(), "seat", list_seat_features(), "boards",
                              list_boards(s->conversion->boards), "sources", list_sources(s));
    const uint32_t numbers[2] = {SM_ROWS_VERSION, SM_ROWS_HEADER};
    const uint32_t row = sizeof(sm_row);
    const size_t size =
        about ? json_dumpb(about, header + 32, sizeof header - 32, JSON_COMPACT) : 0;
    const uint32_t length = (uint32_t)size;
    json_decref(about);
    if (size == 0 || size > sizeof header - 32)
        return rec_fail(error, "too-many", "The header has no room for so many files; use fewer.");
    memcpy(header + 8, numbers, sizeof numbers);
    memcpy(header + 16, &s->rows, sizeof s->rows);
    memcpy(header + 24, &row, sizeof row);
    memcpy(header + 28, &length, sizeof length);
    return write_at(s, header, sizeof header, 0, error);
}

/* --------------------------------------------------------------------------------------- index */

/* Whether a position is kept: the same ones each time. */
static bool is_kept(const sm_conversion *c, unsigned source, uint64_t game, unsigned i)
{
    uint64_t random = (game * BOT_GAME_POSITIONS + i) ^ (uint64_t)source << 48;
    random = ek_random(&random);
    return c->keep >= 100 || ek_random_below(&random, 100) < c->keep;
}

static bool add_block(shared *s, unsigned source)
{
    if (s->blocks == s->room) {
        const size_t room = 2 * s->room + 64;
        block *more = realloc(s->block, room * sizeof *more);
        if (!more)
            return false;
        s->block = more;
        s->room = room;
    }
    s->block[s->blocks++] =
        (block){.source = source, .at = s->source[source].at, .first_row = s->rows};
    return true;
}

/* Finds where blocks begin, in the file and in the output. Records are checked later. */
static bool index_source(shared *s, unsigned number, rec_error *error)
{
    sm_source *source = &s->source[number];
    const size_t first = source->at;
    for (unsigned games = 0; sm_source_has_more(source); games++) {
        sm_head head;
        if (games % BLOCK == 0 && !add_block(s, number))
            return rec_fail(error, "no-memory", "There is not enough memory for so many games.");
        if (!sm_source_skip(source, &head, error))
            return false;
        for (unsigned i = 0; i < head.positions; i++)
            s->rows += is_kept(s->conversion, number, head.number, i);
    }
    if (sm_source_is_cut_off(source))
        return sm_source_fail_cut_off(source, error);
    source->at = first;
    return true;
}

/* ----------------------------------------------------------------------------------------- rows */

static void fill_row(const sm_boards *boards, const ek_rules *rules, const sm_game *game,
                     unsigned i, unsigned source, sm_row *row)
{
    const sm_head *head = &game->head;
    const ek_state *last = &game->position[head->positions - 1];
    bot_features_t features;
    memset(row, 0, sizeof *row);
    bot_features(rules, &game->position[i], &features);
    row->shared = features.shared;
    memcpy(row->seat, features.seat, sizeof row->seat);
    for (unsigned seat = 0; seat < head->config.players; seat++) {
        const sm_seat *from = &head->seat[seat];
        row->victory[seat] = from->result.victory;
        row->money[seat] = from->result.money;
        row->rank[seat] = from->result.rank;
        row->powered[seat] = from->result.powered;
        row->level[seat] = from->who.level;
        row->style[seat] = from->who.style;
        row->chance[seat] = head->flags & SM_CHANCES ? game->chance[i][seat] : 0;
    }
    *row->game = (uint32_t)head->number;
    *row->source = (uint16_t)source;
    *row->players = head->config.players;
    *row->board = (uint8_t)sm_boards_index(boards, rules->board);
    *row->edition = head->config.edition;
    *row->options = head->config.options;
    *row->round = (uint8_t)game->position[i].round;
    *row->rounds_left = (uint8_t)(last->round - game->position[i].round + 1);
    *row->moment = (uint8_t)(bot_moment(&game->position[i]) % BOT_MOMENTS);
}

/* Converts the games of a block, whose rows have room for those of one block. */
static bool convert_block(shared *s, const block *b, sm_rules *rules, sm_row *rows, size_t *count,
                          rec_error *error)
{
    sm_source source = s->source[b->source];
    sm_game game;
    *count = 0;
    source.at = b->at;
    for (unsigned n = 0; n < BLOCK && sm_source_has_more(&source); n++) {
        if (!sm_source_next(&source, &game, error))
            return false;
        const ek_rules *compiled =
            sm_source_check(&source, &game, s->conversion->boards, rules, error);
        if (!compiled)
            return false;
        for (unsigned i = 0; i < game.head.positions; i++)
            if (is_kept(s->conversion, b->source, game.head.number, i))
                fill_row(s->conversion->boards, compiled, &game, i, b->source, &rows[(*count)++]);
    }
    return write_at(s, rows, *count * sizeof *rows, SM_ROWS_HEADER + b->first_row * sizeof *rows,
                    error);
}

static const block *take_block(shared *s)
{
    pthread_mutex_lock(&s->lock);
    const block *b = !s->failed && s->next < s->blocks ? &s->block[s->next++] : NULL;
    pthread_mutex_unlock(&s->lock);
    return b;
}

static void put_rows(shared *s, size_t count, const rec_error *error)
{
    pthread_mutex_lock(&s->lock);
    if (error && !s->failed)
        s->error = *error;
    s->failed = s->failed || error;
    s->done += count;
    if (s->conversion->progress)
        s->conversion->progress(s->conversion->data, (unsigned)s->done, (unsigned)s->rows);
    pthread_mutex_unlock(&s->lock);
}

static void work(void *data)
{
    shared *s = data;
    sm_rules *rules = calloc(1, sizeof *rules);
    sm_row *rows = malloc((size_t)BLOCK * BOT_GAME_POSITIONS * sizeof *rows);
    for (const block *b; (b = take_block(s));) {
        rec_error error;
        size_t count = 0;
        const bool ok = rules && rows
                            ? convert_block(s, b, rules, rows, &count, &error)
                            : rec_fail(&error, "no-memory", "There is not enough memory.");
        put_rows(s, count, ok ? NULL : &error);
    }
    free(rules);
    free(rows);
}

/* ------------------------------------------------------------------------------------ the whole */

static bool convert_all(shared *s, rec_error *error)
{
    if (s->rows > UINT32_MAX)
        return rec_fail(error, "too-many", "These are more than %lu rows; keep fewer with --keep.",
                        (unsigned long)UINT32_MAX);
    pthread_mutex_init(&s->lock, NULL);
    ar_work_on_threads(s->conversion->threads, (unsigned)s->blocks, work, s);
    pthread_mutex_destroy(&s->lock);
    if (s->failed)
        *error = s->error;
    return !s->failed && write_header(s, error);
}

/* Refuses to write over a device, a folder or one of the files of samples. */
static bool check_output(const sm_conversion *c, const char *path, rec_error *error)
{
    struct stat output, input;
    if (stat(path, &output) != 0)
        return true;
    if (!S_ISREG(output.st_mode))
        return rec_fail(error, "bad-file", "%.120s is not a plain file; choose another.", path);
    for (unsigned i = 0; i < c->count; i++)
        if (stat(c->inputs[i], &input) == 0 && input.st_dev == output.st_dev &&
            input.st_ino == output.st_ino)
            return rec_fail(error, "bad-file",
                            "%.120s holds samples that are read; choose another file for the rows.",
                            path);
    return true;
}

/* Opens the file beside the output, unless another program writes to it. */
static bool open_part(shared *s, const char *path, rec_error *error)
{
    struct stat mine, there;
    s->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->file < 0)
        return rec_fail(error, "bad-file", "%.120s: %s.", path, strerror(errno));
    /* The other program may have renamed the file before it was locked. */
    if (flock(s->file, LOCK_EX | LOCK_NB) == 0 && fstat(s->file, &mine) == 0 &&
        stat(path, &there) == 0 && mine.st_ino == there.st_ino && ftruncate(s->file, 0) == 0)
        return true;
    close(s->file);
    return rec_fail(error, "in-use",
                    "%.120s is being written by another program; choose another output.", path);
}

/* Writes to a file beside the output, which takes its name when it is whole. */
static bool write_output(shared *s, rec_error *error)
{
    char path[PATH_MAX];
    const char *output = s->conversion->output;
    if (snprintf(path, sizeof path, "%s.part", output) >= (int)sizeof path)
        return rec_fail(error, "bad-file", "The name of the output is too long.");
    if (!check_output(s->conversion, output, error) || !check_output(s->conversion, path, error))
        return false;
    if (!open_part(s, path, error))
        return false;
    bool ok = convert_all(s, error);
    const int lock = dup(s->file); /* until the file has its name */
    if (close(s->file) != 0 || (ok && rename(path, output) != 0))
        ok = ok && rec_fail(error, "bad-file", "%.120s: %s.", output, strerror(errno));
    if (!ok)
        unlink(path);
    if (lock >= 0)
        close(lock);
    return ok;
}

bool sm_convert(const sm_conversion *conversion, rec_error *error)
{
    shared s = {.conversion = conversion};
    s.source = calloc(conversion->count, sizeof *s.source);
    bool ok = s.source || rec_fail(error, "no-memory", "There is not enough memory.");
    for (unsigned i = 0; ok && i < conversion->count; i++)
        ok = sm_source_open(&s.source[i], conversion->inputs[i], error) &&
             index_source(&s, i, error);
    ok = ok && write_output(&s, error);
    for (unsigned i = 0; s.source && i < conversion->count; i++)
        sm_source_close(&s.source[i]);
    free(s.source);
    free(s.block);
    return ok;
}
