/* Saving: every move is on disk before the next one is read.
 *
 * A saved game is a record (docs/records.md) with one comment of ours, "# seats: me, normal, …",
 * with the player on each seat. It is written to a new file beside the old one, flushed to the disk
 * and then renamed, so that at any moment there is one whole game. One program at a time plays it.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "play.h"
#include "record.h"

static const char seats_comment[] = "# seats:";

static bool fail(rec_error *error, const char *what, const char *path)
{
    return rec_fail(error, "cannot-save", "Cannot %s %.150s: %s.", what, path, strerror(errno));
}

/* -------------------------------------------------------------------------------------- places */

/* Makes a folder and those above it. */
static bool make_folders(char *path, rec_error *error)
{
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (!made)
            return fail(error, "create the folder", path);
        if (!slash)
            return true;
        *slash = '/';
    }
}

/* The folder of saved games: $XDG_STATE_HOME/elektro, or ~/.local/state/elektro. */
static bool state_folder(char folder[PLAY_PATH_MAX], rec_error *error)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length;
    if (state && state[0] == '/')
        length = snprintf(folder, PLAY_PATH_MAX, "%s/elektro", state);
    else if (home && home[0] == '/')
        length = snprintf(folder, PLAY_PATH_MAX, "%s/.local/state/elektro", home);
    else
        return rec_fail(error, "no-folder",
                        "Neither XDG_STATE_HOME nor HOME names a folder; "
                        "use --save FILE.");
    return length < PLAY_PATH_MAX - 64 || rec_fail(error, "no-folder", "The path is too long.");
}

enum content { EMPTY, RECORD, OTHER };

/* What a file holds; a file that does not exist is empty. */
static bool find_content(const char *path, enum content *content, rec_error *error)
{
    static const char first[] = "elektro ";
    char text[sizeof first] = "";
    struct stat status;
    *content = EMPTY;
    if (stat(path, &status) != 0)
        return errno == ENOENT || fail(error, "write", path);
    if (S_ISREG(status.st_mode) && status.st_size == 0)
        return true;
    FILE *file = S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
    const size_t size = file ? fread(text, 1, sizeof text, file) : 0;
    const bool is_record = size == sizeof text && memcmp(text, first, size - 1) == 0 &&
                           isdigit((unsigned char)text[size - 1]);
    *content = is_record ? RECORD : OTHER;
    if (file)
        fclose(file);
    return true;
}

/* Only records and empty files may be replaced. */
static bool may_replace(const char *path, rec_error *error)
{
    enum content content;
    return find_content(path, &content, error) &&
           (content != OTHER ||
            rec_fail(error, "not-a-record",
                     "%.150s exists and is not a record of Elektro; name another file.", path));
}

/* A game that is saved to a file from now on must not replace another game. */
static bool may_begin(const char *path, rec_error *error)
{
    enum content content;
    return may_replace(path, error) && find_content(path, &content, error) &&
           (content != RECORD ||
            rec_fail(error, "already-saved",
                     "%.150s holds another game. Continue that one with --resume FILE, or name "
                     "another file.",
                     path));
}

bool play_save_place(play *p, rec_error *error)
{
    char folder[PLAY_PATH_MAX], day[32];
    const time_t now = time(NULL);
    struct tm local;
    if (!state_folder(folder, error) || !make_folders(folder, error))
        return false;
    if (!localtime_r(&now, &local) || strftime(day, sizeof day, "%Y-%m-%d-%H%M%S", &local) == 0)
        return rec_fail(error, "no-clock", "The system clock cannot be read.");
    for (unsigned n = 1; n < 100; n++) {
        const int length =
            n == 1 ? snprintf(p->path, sizeof p->path, "%s/%s.elektro", folder, day)
                   : snprintf(p->path, sizeof p->path, "%s/%s-%u.elektro", folder, day, n);
        if (length >= (int)sizeof p->path)
            break;
        const int fd = open(p->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) {
            close(fd);
            return file_claim_take(&p->claim, p->path, error);
        }
        if (errno != EEXIST)
            return fail(error, "write", p->path);
    }
    return rec_fail(error, "no-place", "No file name is free for the game in %.150s.", folder);
}

/* Whether two paths lead to one file. */
static bool is_same(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_ino == other.st_ino &&
           one.st_dev == other.st_dev;
}

bool play_save_at(play *p, const char *path, rec_error *error)
{
    const bool is_own = p->path[0] && is_same(path, p->path);
    if (snprintf(p->path, sizeof p->path, "%s", path) >= (int)sizeof p->path)
        return rec_fail(error, "no-place", "The path is too long.");
    return file_claim_take(&p->claim, path, error) && (is_own || may_begin(path, error));
}

void play_leave_place(play *p)
{
    struct stat status;
    if (!p->claim.path[0])
        return;
    if (stat(p->path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0)
        unlink(p->path);
    file_claim_drop(&p->claim);
}

/* Whether a saved game has no result yet. */
static bool is_unfinished(const char *path)
{
    size_t size;
    char *text = cli_read_file("play", path, REC_RECORD_MAX, &size);
    const bool unfinished = text && !strstr(text, "\nresult:");
    free(text);
    return unfinished;
}

/* Whether a game was saved later than another; of two at one moment, by name. */
static bool is_later(const play_saved *a, const play_saved *b)
{
    if (a->time.tv_sec != b->time.tv_sec)
        return a->time.tv_sec > b->time.tv_sec;
    if (a->time.tv_nsec != b->time.tv_nsec)
        return a->time.tv_nsec > b->time.tv_nsec;
    return strcmp(a->path, b->path) > 0;
}

/* Whether a file of the folder may be a saved game; fills saved. */
static bool is_saved(const char *folder, const char *name, play_saved *saved)
{
    static const char end[] = ".elektro";
    const size_t length = strlen(name);
    struct stat status;
    if (length < sizeof end || strcmp(name + length + 1 - sizeof end, end) != 0 ||
        snprintf(saved->path, sizeof saved->path, "%s/%s", folder, name) >=
            (int)sizeof saved->path ||
        stat(saved->path, &status) != 0)
        return false;
    saved->time = status.st_mtim;
    return true;
}

bool play_find_latest(play_saved *saved, rec_error *error)
{
    char folder[PLAY_PATH_MAX];
    play_saved latest = {.path = ""}, candidate;
    if (!state_folder(folder, error))
        return false;
    DIR *d = opendir(folder);
    for (const struct dirent *entry; d && (entry = readdir(d));)
        if (is_saved(folder, entry->d_name, &candidate) &&
            (!saved->path[0] || is_later(saved, &candidate)) &&
            (!latest.path[0] || is_later(&candidate, &latest)) && is_unfinished(candidate.path))
            latest = candidate;
    if (d)
        closedir(d);
    *saved = latest;
    return latest.path[0] ||
           rec_fail(error, "nothing-to-resume", "There is no unfinished game in %.150s.", folder);
}

/* -------------------------------------------------------------------------------------- writing */

/* The record with its comment; to be freed. */
static char *record_text(const play *p)
{
    char *record = rec_write(p->game), *text = NULL;
    size_t size;
    FILE *out = record ? open_memstream(&text, &size) : NULL;
    if (out) {
        fprintf(out, "%s%s", record, seats_comment);
        for (unsigned seat = 0; seat < play_rules(p)->config.players; seat++) {
            char name[AR_BOT_TEXT];
            play_write_seat(&p->seat[seat], name);
            fprintf(out, "%s %s", seat ? "," : "", name);
        }
        fputs(p->table ? " at a table\n" : "\n", out);
        if (fclose(out) != 0) {
            free(text);
            text = NULL;
        }
    }
    free(record);
    return text;
}

static bool save_to(const play *p, const char *path, bool flush, rec_error *error)
{
    char *text = record_text(p);
    if (!text)
        return rec_fail(error, "no-memory", "There is not enough memory to save the game.");
    const bool saved = file_write(path, text, strlen(text), flush, error);
    free(text);
    return saved;
}

bool play_save(play *p, rec_error *error)
{
    if (!p->path[0])
        return rec_fail(error, "no-place", "This game has no file. Name one: save FILE.");
    const unsigned seat = ek_to_move(play_state(p));
    const bool bots_go_on = seat != EK_NOBODY && p->seat[seat].level != SEAT_PERSON;
    return save_to(p, p->path, !bots_go_on, error);
}

bool play_save_as(play *p, const char *path, rec_error *error)
{
    file_claim claim;
    if (p->path[0] && is_same(path, p->path))
        return play_save(p, error);
    if (!file_claim_take(&claim, path, error))
        return false;
    const bool saved = may_replace(path, error) && play_board_keep(p, path, error) &&
                       save_to(p, path, true, error);
    file_claim_drop(&claim);
    return saved;
}

/* -------------------------------------------------------------------------------------- reading */

/* The line with the players, or NULL. Other comments may contain its words. */
static const char *find_seats(const char *text)
{
    const char *at = strstr(text, seats_comment);
    while (at && at > text && at[-1] != '\n')
        at = strstr(at + 1, seats_comment);
    return at;
}

/* The player on each seat; people on all seats if the record does not say. */
static void read_seats(play *p, const char *text)
{
    const char *at = find_seats(text);
    for (unsigned seat = 0; seat < EK_SEATS; seat++)
        p->seat[seat] = (ar_bot){.level = SEAT_PERSON};
    if (!at)
        return;
    at += sizeof seats_comment - 1;
    for (unsigned seat = 0; seat < play_rules(p)->config.players; seat++) {
        char word[AR_BOT_TEXT];
        rec_error error;
        ar_bot who;
        at += strspn(at, ", ");
        const size_t length = strcspn(at, ", \n");
        snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, at);
        if (play_read_seat(word, &who, &error))
            p->seat[seat] = who;
        at += length;
    }
    p->table = strncmp(at, " at a table", 11) == 0;
}

bool play_load(play *p, const char *path, const char *text, size_t size, rec_error *error)
{
    p->game = rec_read(path, text, size, error);
    if (!p->game)
        return false;
    read_seats(p, text);
    snprintf(p->path, sizeof p->path, "%s", path);
    return true;
}
