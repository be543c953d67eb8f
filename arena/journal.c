#include "journal.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "words_text.h"

enum { LINE_MAX_BYTES = 8192 };

/* Tells tables on different boards of the user's own apart. */
static uint64_t fingerprint_of(const ar_table *table)
{
    const ek_config config = {
        .edition = table->edition, .players = table->players, .options = table->options};
    ek_rules rules;
    return ek_rules_init(&rules, table->board->ek, &config) == EK_REASON_OK ? rules.fingerprint : 0;
}

/* The first line: everything that decides how the games go, but for the bots themselves. */
static void describe(const ar_match *match, char line[LINE_MAX_BYTES])
{
    const ar_table *table = &match->table;
    int length =
        snprintf(line, LINE_MAX_BYTES,
                 "elektro-arena 1 rules=%d board=%s edition=%s players=%u options=%u "
                 "zone=%u draft=%d seed=%" PRIu64 " program-ms=%u table=%016" PRIx64 " bots=",
                 EK_RULES_VERSION, table->board->id, rec_edition_word(table->edition),
                 table->players, table->options, table->zone, table->draft, match->seed,
                 match->program_ms, fingerprint_of(table));
    for (unsigned i = 0; i < match->entrants && length < LINE_MAX_BYTES; i++)
        length += snprintf(line + length, (size_t)(LINE_MAX_BYTES - length), "%s%s", i ? "," : "",
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
    return fflush(journal) == 0;
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

/* Reads the whole journal; returns where its last whole line ends, or -1 if it is another's. */
static long read_games(FILE *journal, const ar_match *match, ar_game *games, bool *done)
{
    char line[LINE_MAX_BYTES];
    char first[LINE_MAX_BYTES];
    describe(match, first);
    if (!fgets(line, sizeof line, journal))
        return 0;
    const size_t length = strlen(first);
    if (!strchr(line, '\n') && strncmp(line, first, strlen(line)) == 0)
        return 0; /* cut off while it was written: nothing follows */
    if (strncmp(line, first, length) != 0 || strcmp(line + length, "\n") != 0)
        return -1;
    long whole = ftell(journal);
    ar_game game;
    while (fgets(line, sizeof line, journal) && strchr(line, '\n')) {
        whole = ftell(journal);
        if (!read_game(line, match, &game))
            continue;
        games[game.number] = game;
        done[game.number] = true;
    }
    return whole;
}

FILE *ar_journal_open(const char *path, const ar_match *match, ar_game *games, bool *done,
                      rec_error *error)
{
    char first[LINE_MAX_BYTES];
    FILE *journal = fopen(path, "r+e");
    if (!journal && errno == ENOENT)
        journal = fopen(path, "w+e");
    if (!journal) {
        rec_fail(error, "bad-journal", "%.120s: %s.", path, strerror(errno));
        return NULL;
    }
    if (flock(fileno(journal), LOCK_EX | LOCK_NB) != 0) {
        fclose(journal);
        rec_fail(error, "bad-journal", "%.120s: another match is writing it.", path);
        return NULL;
    }
    const long whole = read_games(journal, match, games, done);
    if (whole < 0) {
        fclose(journal);
        rec_fail(error, "bad-journal", "%.120s: the journal of another match.", path);
        return NULL;
    }
    describe(match, first);
    if (ftruncate(fileno(journal), whole) != 0 || fseek(journal, whole, SEEK_SET) != 0 ||
        (whole == 0 && fprintf(journal, "%s\n", first) < 0) || fflush(journal) != 0) {
        fclose(journal);
        rec_fail(error, "bad-journal", "%.120s: cannot be written.", path);
        return NULL;
    }
    return journal;
}
