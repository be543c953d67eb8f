#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "words_text.h"

/* ------------------------------------------------------------------------------------- the file */

bool sm_source_open_bytes(sm_source *source, const char *name, const uint8_t *bytes, size_t size,
                          rec_error *error)
{
    *source = (sm_source){.path = name, .bytes = bytes, .size = size};
    const char *fault = sm_read_header(bytes, size, source->made, &source->at);
    return !fault || rec_fail(error, "bad-samples", "%.120s: %s.", name, fault);
}

/* The bytes of an open file; NULL and error if it has none to map. */
static const uint8_t *map_open(int file, const char *path, size_t *size, rec_error *error)
{
    struct stat about;
    const bool known = fstat(file, &about) == 0;
    if (known && !S_ISREG(about.st_mode)) {
        rec_fail(error, "bad-file", "%.120s is not a plain file.", path);
        return NULL;
    }
    if (known && about.st_size == 0)
        return (const uint8_t *)"";
    *size = known ? (size_t)about.st_size : 0;
    void *bytes = known ? mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    if (bytes != MAP_FAILED)
        return bytes;
    rec_fail(error, "bad-file", "%.120s: %s.", path, strerror(errno));
    return NULL;
}

/* Does not wait for a writer if the file is a pipe. */
static const uint8_t *map(const char *path, size_t *size, rec_error *error)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        rec_fail(error, "bad-file", "%.120s: %s.", path, strerror(errno));
        return NULL;
    }
    const uint8_t *bytes = map_open(file, path, size, error);
    close(file);
    return bytes;
}

bool sm_source_open(sm_source *source, const char *path, rec_error *error)
{
    size_t size = 0;
    *source = (sm_source){.path = path};
    const uint8_t *bytes = map(path, &size, error);
    if (!bytes)
        return false;
    if (size > 0)
        madvise((void *)bytes, size, MADV_SEQUENTIAL);
    if (sm_source_open_bytes(source, path, bytes, size, error))
        return true;
    sm_source_close(source);
    return false;
}

void sm_source_close(sm_source *source)
{
    if (source->bytes && source->size)
        munmap((void *)source->bytes, source->size);
    source->bytes = NULL;
}

/* ------------------------------------------------------------------------------------ its games */

bool sm_source_is_cut_off(const sm_source *source)
{
    return source->at < source->size && !sm_source_has_more(source);
}

/* A record that seems to reach beyond the end is cut off; one with an impossible head is not, but
 * damaged. */
bool sm_source_has_more(const sm_source *source)
{
    const size_t left = source->size - source->at;
    return left > 0 && !sm_is_cut_off(source->bytes + source->at, left);
}

static bool fail_at(const sm_source *source, const sm_game *game, const char *fault,
                    rec_error *error)
{
    if (!game)
        return rec_fail(error, "bad-samples", "%.120s: the record at byte %zu is damaged: %s.",
                        source->path, source->last, fault);
    return rec_fail(error, "bad-samples",
                    "%.120s: the record of game %" PRIu64 " at byte %zu cannot be used: %s.",
                    source->path, game->head.number, source->last, fault);
}

bool sm_source_fail_cut_off(const sm_source *source, rec_error *error)
{
    return rec_fail(error, "cut-off",
                    "%.120s: the last record is cut off at byte %zu; 'elektro selfplay --resume' "
                    "goes on behind the games before it.",
                    source->path, source->size);
}

/* The size of the next record; 0 and error if there is none. */
static size_t find_record(sm_source *source, rec_error *error)
{
    const size_t size = sm_record_size(source->bytes + source->at, source->size - source->at);
    source->last = source->at;
    if (size == 0)
        fail_at(source, NULL, "its first bytes are not those of a record", error);
    return size;
}

bool sm_source_skip(sm_source *source, sm_head *head, rec_error *error)
{
    const size_t size = find_record(source, error);
    if (size == 0)
        return false;
    memcpy(head, source->bytes + source->at, sizeof *head);
    source->at += size;
    return head->positions <= BOT_GAME_POSITIONS ||
           fail_at(source, NULL, "it has too many positions", error);
}

bool sm_source_next(sm_source *source, sm_game *game, rec_error *error)
{
    const size_t size = find_record(source, error);
    if (size == 0)
        return false;
    const char *fault = sm_read_game(source->bytes + source->at, size, game);
    if (fault)
        return fail_at(source, NULL, fault, error);
    source->at += size;
    return true;
}

const ek_rules *sm_source_check(const sm_source *source, const sm_game *game,
                                const sm_boards *boards, sm_rules *rules, rec_error *error)
{
    const sm_head *head = &game->head;
    const bd_board *board = sm_boards_find(boards, head->board, head->config.edition);
    const ek_rules *compiled = board ? sm_rules_get(rules, board->ek, &head->config) : NULL;
    const char *fault = !board      ? "its board is unknown; name its file with --boards"
                        : !compiled ? "there is no such table"
                        : compiled->fingerprint != head->fingerprint
                            ? "its board or its rules were others"
                            : NULL;
    for (unsigned i = 0; !fault && i < head->positions; i++) {
        const ek_law law = ek_check(compiled, &game->position[i]);
        if (law != EK_LAW_NONE)
            fault = rec_law_word(law);
        else if (bot_moment(&game->position[i]) != BOT_MOMENTS + i)
            fault = "its positions are not those of its rounds";
    }
    if (!fault)
        return compiled;
    fail_at(source, game, fault, error);
    return NULL;
}
