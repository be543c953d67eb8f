#include "match_journal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lock.h"
#include "match_table.h"
#include "seeds.h"

enum { FIRST_MAX = 8192 };

/* The first line: everything that determines the games. */
static void describe(const ar_match *match, char line[FIRST_MAX])
{
    char table[AR_TABLE_TEXT];
    ar_describe_table(&match->table, table);
    int length = snprintf(
        line, FIRST_MAX,
        "elektro-arena 2 %s seed=%" PRIu64 " program-ms=%u play=%016" PRIx64 " bots=", table,
        match->seed, match->program_ms, ar_bots_hash());
    for (unsigned i = 0; i < match->entrants && length < FIRST_MAX; i++)
        length += snprintf(line + length, (size_t)(FIRST_MAX - length), "%s%s", i ? "," : "",
                           match->entrant[i].name);
}

bool ar_journal_add(FILE *journal, const ar_match *match, const ar_game *game)
{
    fprintf(journal, "%" PRIu32 " %u %u %u %u", game->number, game->rounds, game->moves,
            game->step2_round, game->step3_round);
    for (unsigned i = 0; i < match->table.players; i++) {
        const ar_seat *s = &game->seat[i];
        fprintf(journal, " %u %u %u %u %u %" PRId32 " %" PRIu32 " %" PRIu64 " %" PRIu64, s->entrant,
                s->rank, s->powered, s->cities, s->forfeit, s->money, s->decisions, s->nanoseconds,
                s->slowest);
    }
    fputs(" .\n", journal);
    return fflush(journal) == 0 && !ferror(journal);
}

/* Reads one game; false if the line is not whole. */
static bool read_game(const char *line, const ar_match *match, ar_game *game)
{
    int used = 0;
    *game = (ar_game){0};
    if (sscanf(line, "%" SCNu32 " %" SCNu16 " %" SCNu16 " %" SCNu8 " %" SCNu8 "%n", &game->number,
               &game->rounds, &game->moves, &game->step2_round, &game->step3_round, &used) != 5)
        return false;
    for (unsigned i = 0; i < match->table.players; i++) {
        ar_seat *s = &game->seat[i];
        int more = 0;
        if (sscanf(line + used,
                   " %" SCNu8 " %" SCNu8 " %" SCNu8 " %" SCNu8 " %" SCNu8 " %" SCNd32 " %" SCNu32
                   " %" SCNu64 " %" SCNu64 "%n",
                   &s->entrant, &s->rank, &s->powered, &s->cities, &s->forfeit, &s->money,
                   &s->decisions, &s->nanoseconds, &s->slowest, &more) != 9 ||
            s->entrant >= match->entrants || s->rank < 1 || s->rank > match->table.players)
            return false;
        used += more;
    }
    return strcmp(line + used, " .\n") == 0 && game->number < match->games;
}

/* Reads the whole journal; returns where its last whole line ends, or -1 if it belongs to another
 * match. Lines that cannot be read are skipped. */
static long read_games(FILE *journal, const char *first, const ar_match *match, ar_game *games,
                       bool *done)
{
    const size_t expected = strlen(first);
    char *line = NULL;
    size_t room = 0;
    long whole = 0;
    ssize_t length = getline(&line, &room, journal);
    if (length > 0 && line[length - 1] != '\n' && (size_t)length <= expected &&
        memcmp(line, first, (size_t)length) == 0)
        length = 0; /* an incomplete line, so it is the last */
    else if (length > 0 && ((size_t)length != expected + 1 || memcmp(line, first, expected) != 0))
        whole = -1;
    while (length > 0 && whole >= 0 && line[length - 1] == '\n') {
        ar_game game;
        whole += length;
        length = getline(&line, &room, journal);
        if (length <= 0 || strlen(line) != (size_t)length || !read_game(line, match, &game))
            continue;
        games[game.number] = game;
        done[game.number] = true;
    }
    free(line);
    return whole;
}

static bool fail_as_another(const char *path, rec_error *error)
{
    return rec_fail(
        error, "bad-journal",
        "%.120s: this is the journal of another match or of other bots; choose another file.",
        path);
}

FILE *ar_journal_open(const char *path, const ar_match *match, ar_game *games, bool *done,
                      rec_error *error)
{
    char first[FIRST_MAX];
    FILE *journal = ar_open_locked(path, "match", error);
    if (!journal)
        return NULL;
    describe(match, first);
    const long whole = read_games(journal, first, match, games, done);
    bool ok = whole >= 0 || fail_as_another(path, error);
    if (ok && (ftruncate(fileno(journal), whole) != 0 || fseek(journal, whole, SEEK_SET) != 0 ||
               (whole == 0 && fprintf(journal, "%s\n", first) < 0) || fflush(journal) != 0))
        ok = rec_fail(error, "bad-journal", "%.120s: cannot be written.", path);
    if (ok)
        return journal;
    fclose(journal);
    return NULL;
}

bool ar_journal_look(const char *path, const ar_match *match, ar_game *games, bool *done,
                     bool *exists, rec_error *error)
{
    char first[FIRST_MAX];
    FILE *journal = fopen(path, "re");
    *exists = journal != NULL;
    if (!journal)
        return true;
    describe(match, first);
    const bool ok =
        read_games(journal, first, match, games, done) >= 0 || fail_as_another(path, error);
    fclose(journal);
    return ok;
}
