/* elektro boards: lists the boards, shows one in detail, validates board files. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "cli.h"
#include "files.h"
#include "table_flags.h"
#include "words_text.h"

typedef struct options {
    bool json;
    int edition; /* -1: any */
    const char *validate, *board;
} options;

static const cli_option option_rows[] = {
    CLI_WORD_ROW(options, edition, "edition", "E", cli_edition_words, NULL,
                 "the edition of the board to show"),
    CLI_FILE_ROW(options, validate, "validate", "FILE", "the same as: validate FILE"),
    CLI_SWITCH_ROW(options, json, "json", "print JSON instead of text"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "boards",
    .usage =
        "usage: elektro boards [--json]\n"
        "       elektro boards [--json] BOARD\n"
        "       elektro boards [--json] validate FILE\n"
        "\n"
        "Lists the boards that come with Elektro; shows one of them, or one of your own, with\n"
        "its regions, cities and connections; or checks a board file.\n"
        "\n"
        "BOARD is an id from the list, or the path of a board file (with a '/' or '.json' in\n"
        "it). A file that is not a valid board is refused with the entry that is wrong, and\n"
        "the exit status is 1.\n",
    .groups = groups,
    .max = 2};

/* ---------------------------------------------------------------------------------------- facts */

/* The numbers of players as a text such as "2-6", for boards where some are left out "2 4-6". */
static void players_text(unsigned counts, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (unsigned n = 2; n <= EK_SEATS; n++) {
        unsigned last = n;
        if (!(counts >> n & 1))
            continue;
        while (counts >> (last + 1) & 1)
            last++;
        const int added =
            last > n ? snprintf(text + length, size - length, "%s%u-%u", length ? " " : "", n, last)
                     : snprintf(text + length, size - length, "%s%u", length ? " " : "", n);
        length += (size_t)added;
        n = last;
    }
}

static json_t *players_json(const ek_board *board)
{
    json_t *object = json_object();
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++) {
        json_t *list = json_array();
        const bool playable = board->editions >> edition & 1;
        const unsigned counts = playable ? bd_player_counts(board, edition) : 0;
        for (unsigned n = 2; n <= EK_SEATS; n++)
            if (counts >> n & 1)
                json_array_append_new(list, json_integer(n));
        if (playable)
            json_object_set_new(object, rec_edition_word(edition), list);
        else
            json_decref(list);
    }
    return object;
}

static json_t *summary_json(const bd_board *board)
{
    const ek_board *ek = board->ek;
    return json_pack("{s:s, s:s, s:s, s:o, s:i, s:i, s:i}", "id", board->id, "base", board->base,
                     "name", board->name, "players", players_json(ek), "regions", ek->regions,
                     "cities", ek->cities, "connections", ek->links);
}

/* ----------------------------------------------------------------------------------------- list */

static void print_row(const bd_board *board, unsigned edition)
{
    char players[32];
    players_text(bd_player_counts(board->ek, edition), players, sizeof players);
    printf("%-16s %-16s %-10s %-8s %7u %7u %12u\n", board->base, board->name,
           rec_edition_word(edition), players, board->ek->regions, board->ek->cities,
           board->ek->links);
}

static int list_boards(const options *o)
{
    json_t *list = o->json ? json_array() : NULL;
    if (!o->json)
        printf("%-16s %-16s %-10s %-8s %7s %7s %12s\n", "board", "name", "edition", "players",
               "regions", "cities", "connections");
    for (unsigned i = 0; i < bd_board_count; i++) {
        if (o->json)
            json_array_append_new(list, summary_json(&bd_boards[i]));
        for (unsigned edition = 0; !o->json && edition < EK_EDITIONS; edition++)
            if (bd_boards[i].ek->editions >> edition & 1 &&
                (o->edition < 0 || (unsigned)o->edition == edition))
                print_row(&bd_boards[i], edition);
    }
    return o->json ? cli_print_json(verb.name, list) : cli_printed(verb.name);
}

/* --------------------------------------------------------------------------------------- detail */

static json_t *regions_json(const bd_board *board)
{
    json_t *list = json_array();
    for (unsigned r = 0; r < board->ek->regions; r++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "id", board->region[r].id, "colour",
                                              board->region[r].colour));
    return list;
}

static json_t *cities_json(const bd_board *board)
{
    json_t *list = json_array();
    for (unsigned c = 0; c < board->ek->cities; c++) {
        const bd_city *city = &board->city[c];
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:f, s:f}", "id", city->id, "name",
                                              city->name, "region",
                                              board->region[board->ek->region_of[c]].id, "lat",
                                              city->lat, "lon", city->lon));
    }
    return list;
}

static json_t *links_json(const bd_board *board)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < board->ek->links; i++) {
        const ek_link *link = &board->ek->link[i];
        json_array_append_new(list, json_pack("[s, s, i]", board->city[link->from].id,
                                              board->city[link->to].id, link->cost));
    }
    return list;
}

static json_t *detail_json(const bd_board *board)
{
    json_t *object = summary_json(board);
    if (object) {
        json_object_set_new(object, "regions", regions_json(board));
        json_object_set_new(object, "cities", cities_json(board));
        json_object_set_new(object, "connections", links_json(board));
    }
    return object;
}

/* How much wider a field must be in bytes than in characters for a name of UTF-8. */
static int extra_bytes(const char *name)
{
    int extra = 0;
    for (; *name; name++)
        extra += ((unsigned char)*name & 0xc0) == 0x80;
    return extra;
}

/* The connections of one city, on its line. */
static void print_city(const bd_board *board, unsigned city)
{
    const char *comma = "  ";
    const char *name = board->city[city].name;
    printf("  %-22s %-*s", board->city[city].id, 22 + extra_bytes(name), name);
    for (unsigned i = 0; i < board->ek->links; i++) {
        const ek_link *link = &board->ek->link[i];
        if (link->from != city && link->to != city)
            continue;
        printf("%s%s %u", comma, board->city[link->from == city ? link->to : link->from].id,
               link->cost);
        comma = ", ";
    }
    putchar('\n');
}

static void print_detail(const bd_board *board)
{
    const ek_board *ek = board->ek;
    printf("%s (%s): %u regions, %u cities, %u connections\n", board->name, board->id, ek->regions,
           ek->cities, ek->links);
    for (unsigned edition = 0; edition < EK_EDITIONS; edition++)
        if (ek->editions >> edition & 1) {
            char players[32];
            players_text(bd_player_counts(ek, edition), players, sizeof players);
            printf("%s: %s players\n", rec_edition_word(edition), players);
        }
    for (unsigned r = 0; r < ek->regions; r++) {
        printf("\n%s (%s)\n", board->region[r].id, board->region[r].colour);
        for (unsigned c = 0; c < ek->cities; c++)
            if (ek->region_of[c] == r)
                print_city(board, c);
    }
}

static int show_board(const options *o, const bd_board *board)
{
    if (o->json)
        return cli_print_json(verb.name, detail_json(board));
    print_detail(board);
    return cli_printed(verb.name);
}

static const bd_board *find_board(const options *o)
{
    const bd_board *board = NULL;
    for (int edition = 0; !board && edition < EK_EDITIONS; edition++)
        if (o->edition < 0 || o->edition == edition)
            board = bd_find(o->board, (enum ek_edition)edition);
    return board;
}

static int show_named(const options *o)
{
    bd_error error;
    const bool is_file = strchr(o->board, '/') || strstr(o->board, ".json");
    bd_board *own = is_file ? bd_load_file(o->board, &error) : NULL;
    if (is_file && !own) {
        cli_complain(verb.name, "%s", error.text);
        return CLI_FAILED;
    }
    const bd_board *board = own ? own : find_board(o);
    if (!board) {
        cli_complain(verb.name, "there is no board '%s'; 'elektro boards' lists them", o->board);
        return CLI_FAILED;
    }
    const int status = show_board(o, board);
    bd_free(own);
    return status;
}

/* ------------------------------------------------------------------------------------- validate */

static json_t *verdict_json(const bd_board *board, const bd_error *error)
{
    if (!board)
        return json_pack("{s:b, s:s}", "ok", 0, "error", error->text);
    return json_pack("{s:b, s:o}", "ok", 1, "board", summary_json(board));
}

static int print_verdict(const options *o, const bd_board *board, const bd_error *error)
{
    if (o->json)
        return cli_print_json(verb.name, verdict_json(board, error));
    if (board)
        printf("%s: a valid board: %s, %u regions, %u cities, %u connections\n", o->validate,
               board->name, board->ek->regions, board->ek->cities, board->ek->links);
    else
        fprintf(stderr, "%s\n", error->text);
    return cli_printed(verb.name);
}

static int validate(const options *o)
{
    bd_error error;
    bd_board *board = bd_load_file(o->validate, &error);
    const int status = print_verdict(o, board, &error);
    bd_free(board);
    return board ? status : CLI_FAILED;
}

/* -------------------------------------------------------------------------------------- options */

/* BOARD, or validate FILE. */
static bool read_words(int count, char **word, options *o)
{
    if (count > 0 && strcmp(word[0], "validate") == 0 && !o->validate) {
        if (count == 1)
            return cli_complain(verb.name, "validate needs a file: elektro boards validate FILE");
        o->validate = word[1];
        return true;
    }
    if (count > (o->validate ? 0 : 1))
        return cli_complain(verb.name, "unexpected '%s'", word[count - 1]);
    o->board = count > 0 ? word[0] : NULL;
    return true;
}

int cli_boards(int argc, char **argv)
{
    options o = {.edition = -1};
    int status;
    const int words = cli_read(&verb, argc, argv, &o, &status);
    if (words < 0)
        return status;
    if (!read_words(words, argv + 1, &o))
        return cli_misused(&verb);
    if (o.validate)
        return validate(&o);
    return o.board ? show_named(&o) : list_boards(&o);
}
