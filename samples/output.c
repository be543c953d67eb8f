#include "output.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lock.h"
#include "source.h"

static bool fail_to_write(const sm_output *output, rec_error *error)
{
    return rec_fail(error, "bad-file", "%.120s cannot be written: %s.", output->path,
                    strerror(errno));
}

/* Drops everything from here on. */
static bool cut(sm_output *output, size_t size, rec_error *error)
{
    return (fflush(output->file) == 0 && ftruncate(fileno(output->file), (off_t)size) == 0 &&
            fseeko(output->file, (off_t)size, SEEK_SET) == 0) ||
           fail_to_write(output, error);
}

static bool begin(sm_output *output, const char *made, rec_error *error)
{
    uint8_t header[SM_HEADER_MAX];
    const size_t size = sm_write_header(made, header);
    return cut(output, 0, error) &&
           ((fwrite(header, 1, size, output->file) == size && fflush(output->file) == 0) ||
            fail_to_write(output, error));
}

/* Reads the games that the file has and leaves it open behind the last whole one. */
static bool go_on(sm_output *output, const char *made, const sm_sequence *sequence,
                  rec_error *error)
{
    sm_source source;
    sm_game game;
    bool ok = sm_source_open(&source, output->path, error);
    if (ok && strcmp(source.made, made) != 0)
        ok = rec_fail(error, "other-run",
                      "%.120s was made by other options or other bots; 'elektro samples' shows "
                      "how. Choose another file.",
                      output->path);
    while (ok && sm_source_has_more(&source)) {
        ok = sm_source_next(&source, &game, error);
        if (ok && game.head.number != sm_number_of(sequence, output->games))
            ok = rec_fail(error, "damaged",
                          "%.120s: game %" PRIu64 " at byte %zu is not the one that belongs there.",
                          output->path, game.head.number, source.last);
        output->games += ok;
    }
    ok = ok && cut(output, source.at, error);
    sm_source_close(&source);
    return ok;
}

/* Whether the file holds no more than a part of this header: a run was interrupted at once. */
static bool is_hardly_begun(FILE *file, const char *made)
{
    uint8_t header[SM_HEADER_MAX];
    uint8_t bytes[SM_HEADER_MAX];
    const size_t size = sm_write_header(made, header);
    const size_t got = fread(bytes, 1, sizeof bytes, file);
    return got < size && memcmp(bytes, header, got) == 0;
}

bool sm_output_open(sm_output *output, const char *path, const char *made, bool resume,
                    const sm_sequence *sequence, rec_error *error)
{
    *output = (sm_output){.path = path};
    if (!resume && access(path, F_OK) == 0)
        return rec_fail(error, "exists",
                        "%.120s exists. Add --resume to go on with it, or choose another file.",
                        path);
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return rec_fail(error, "bad-file", "%.120s is not a plain file; choose another.", path);
    output->file = ar_open_locked(path, "run of self-play", error);
    if (!output->file)
        return false;
    const bool ok = is_hardly_begun(output->file, made) ? begin(output, made, error)
                                                        : go_on(output, made, sequence, error);
    if (!ok) {
        fclose(output->file);
        output->file = NULL;
    }
    return ok;
}

bool sm_output_add(sm_output *output, const uint8_t *bytes, size_t size, unsigned games,
                   rec_error *error)
{
    output->games += games;
    return (fwrite(bytes, 1, size, output->file) == size && fflush(output->file) == 0) ||
           fail_to_write(output, error);
}

bool sm_output_close(sm_output *output, rec_error *error)
{
    const bool ok = fclose(output->file) == 0;
    output->file = NULL;
    return ok || fail_to_write(output, error);
}
