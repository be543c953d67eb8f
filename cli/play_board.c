/* A board of the user's own: a copy of its file lies beside every record of the game, where
 * reading the record looks for it (load_own_board in record_header.c). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "play.h"

/* The path of a file beside a record. */
static bool beside(const char *record, const char *name, char path[PLAY_PATH_MAX], rec_error *error)
{
    const char *slash = strrchr(record, '/');
    const int folder = slash ? (int)(slash - record) + 1 : 0;
    return snprintf(path, PLAY_PATH_MAX, "%.*s%s", folder, record, name) < PLAY_PATH_MAX ||
           rec_fail(error, "no-folder", "The path is too long.");
}

bool play_board_read(play *p, const char *path, rec_error *error)
{
    free(p->board_text);
    p->board_text = cli_read_file("play", path, BD_FILE_MAX, &p->board_size);
    return p->board_text ||
           rec_fail(error, "bad-board-file", "The board %.150s cannot be read again.", path);
}

bool play_board_read_beside(play *p, const char *record, rec_error *error)
{
    char path[PLAY_PATH_MAX];
    const char *name = rec_options_of(p->game)->board_file;
    return !name[0] || (beside(record, name, path, error) && play_board_read(p, path, error));
}

/* What no record could name as the file beside it. */
static bool check_name(const char *name, rec_error *error)
{
    if (name[0] == '.' || strchr(name, '\\'))
        return rec_fail(error, "bad-board-file",
                        "A record cannot name the board file '%.60s': the name begins with a dot "
                        "or has a backslash; rename it, or play with --no-save.",
                        name);
    return strlen(name) < REC_NAME_MAX ||
           rec_fail(error, "bad-board-file",
                    "A record cannot name the board file '%.60s…': the name has more than %d "
                    "bytes; rename it, or play with --no-save.",
                    name, REC_NAME_MAX - 1);
}

enum copy { COPY_MISSING, COPY_THERE, COPY_OTHER };

/* Whether the board, or something else, already lies at a path. */
static enum copy copy_at(const play *p, const char *path)
{
    size_t size = 0;
    if (access(path, F_OK) != 0)
        return COPY_MISSING;
    char *text = cli_read_file("play", path, BD_FILE_MAX, &size);
    const bool same =
        text && size == p->board_size && memcmp(text, p->board_text, p->board_size) == 0;
    free(text);
    return same ? COPY_THERE : COPY_OTHER;
}

/* "alps.json", "alps-2.json" … */
static bool number_name(const char *name, unsigned n, char numbered[REC_NAME_MAX], rec_error *error)
{
    const char *dot = strrchr(name, '.');
    const int stem = dot ? (int)(dot - name) : (int)strlen(name);
    const int length =
        n == 1 ? snprintf(numbered, REC_NAME_MAX, "%s", name)
               : snprintf(numbered, REC_NAME_MAX, "%.*s-%u%s", stem, name, n, dot ? dot : "");
    return length < REC_NAME_MAX ||
           rec_fail(error, "bad-board-file",
                    "Another board file '%.60s' lies beside the game. Rename yours.", name);
}

bool play_board_name(const play *p, const char *path, char name[REC_NAME_MAX], rec_error *error)
{
    const char *slash = strrchr(path, '/'), *given = slash ? slash + 1 : path;
    char copy[PLAY_PATH_MAX];
    if (!check_name(given, error))
        return false;
    for (unsigned n = 1; n < 100; n++) {
        if (!number_name(given, n, name, error) || !beside(p->path, name, copy, error))
            return false;
        if (copy_at(p, copy) != COPY_OTHER)
            return true;
    }
    return rec_fail(error, "no-place", "No file name is free for the board beside %.150s.",
                    p->path);
}

bool play_board_keep(const play *p, const char *record, rec_error *error)
{
    char copy[PLAY_PATH_MAX];
    const char *name = rec_options_of(p->game)->board_file;
    if (!p->board_text)
        return true;
    if (!check_name(name, error) || !beside(record, name, copy, error))
        return false;
    const enum copy there = copy_at(p, copy);
    if (there == COPY_OTHER)
        return rec_fail(error, "other-board",
                        "The board must lie beside the record, but another %.100s is there; "
                        "save it in another folder.",
                        copy);
    return there == COPY_THERE || file_write(copy, p->board_text, p->board_size, true, error);
}
