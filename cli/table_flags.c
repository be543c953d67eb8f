#include "table_flags.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "words_text.h"

#define WORD(name, word) word,
const char *const cli_edition_words[] = {EK_EDITION_WORDS(WORD) NULL};
#undef WORD

#define HELP_STARTING_CITIES "players mark the cities where networks begin (recharged)"
#define HELP_FIRST_GAME      "a short game in Step 1 (classic)"
#define HELP_OPEN_MONEY      "every player's money is public"
#define OPTION_ROW(name_, word, key) \
    CLI_SWITCH_ROW(cli_table, option[EK_OPTION_BIT_##name_], word, HELP_##name_),

#define OPTION_WORD(name, word, key) word,

const cli_option cli_table_options[] = {
    CLI_WORD_ROW(cli_table, edition, "edition", "E", cli_edition_words, "recharged",
                 "the edition of the rules"),
    {.name = "board",
     .value = "B",
     .help = "germany, usa, central-europe, benelux, france, italy, or the path of a board file",
     .kind = CLI_STRING,
     .offset = offsetof(cli_table, board),
     .standard = "germany"},
    CLI_NUMBER_ROW(cli_table, players, "players", "N", 2, EK_SEATS, NULL, "number of players"),
    CLI_STRING_ROW(cli_table, zone, "zone", "Z",
                   "regions in play: random (default), draft, or ids separated by commas"),
    EK_OPTION_WORDS(OPTION_ROW){.name = NULL}};

bool cli_table_complain(cli_table *table, const char *verb, const char *option, const char *format,
                        ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!option)
        return cli_complain(verb, "%s", text);
    if (!table->answering || strcmp(table->answering, option) != 0)
        return cli_complain(verb, "--%s: %s", option, text);
    table->refused = true;
    const bool is_sentence = text[0] && text[strlen(text) - 1] == '.';
    printf("%c%s%s\n", toupper((unsigned char)text[0]), text + (text[0] != '\0'),
           is_sentence ? "" : ".");
    return false;
}

void cli_table_drop(rec_options *options)
{
    if (options->board_owned)
        bd_free((bd_board *)options->board);
    options->board_owned = false;
}

static bool read_board(const cli_table *table, const char *verb, rec_options *o)
{
    bd_error error;
    o->board = bd_find(table->board, (enum ek_edition)o->edition);
    if (o->board)
        return true;
    if (!strpbrk(table->board, "/."))
        return cli_complain(verb, "there is no board '%s' for %s; 'elektro boards' lists them",
                            table->board, rec_edition_word(o->edition));
    o->board = bd_load_file(table->board, &error);
    o->board_owned = o->board != NULL;
    return o->board || cli_complain(verb, "%s", error.text);
}

static bool read_zone(cli_table *table, const char *verb, rec_options *o)
{
    char copy[256];
    if (!table->zone || strcmp(table->zone, "random") == 0)
        return true;
    o->zone_choice = strcmp(table->zone, "draft") == 0 ? JN_ZONE_DRAFT : JN_ZONE_GIVEN;
    if (o->zone_choice == JN_ZONE_DRAFT)
        return true;
    snprintf(copy, sizeof copy, "%s", table->zone);
    for (char *rest = copy, *name; (name = strsep(&rest, ","));) {
        const int region = bd_region_named(o->board, name);
        if (region < 0)
            return cli_table_complain(table, verb, "zone",
                                      "%s has no region '%s'; 'elektro boards %s' lists them",
                                      o->board->name, name, table->board);
        if (o->zone >> region & 1)
            return cli_table_complain(table, verb, "zone", "the region '%s' is named twice", name);
        o->zone |= (uint8_t)(1u << region);
    }
    return true;
}

/* The rules say which options belong to an edition. */
static bool check_options(const char *verb, const rec_options *o)
{
    static const char *const words[] = {EK_OPTION_WORDS(OPTION_WORD)};
    for (unsigned i = 0; i < EK_OPTIONS; i++) {
        ek_rules rules;
        const ek_config config = {.edition = o->edition,
                                  .players = o->players,
                                  .options = (uint8_t)(o->options & 1u << i)};
        if (ek_rules_init(&rules, o->board->ek, &config) == EK_REASON_BAD_OPTION)
            return cli_complain(verb, "--%s does not belong to the edition %s", words[i],
                                rec_edition_word(o->edition));
    }
    return true;
}

bool cli_table_read(cli_table *table, const char *verb, unsigned players, rec_options *options)
{
    rec_options_default(options);
    options->edition = (uint8_t)table->edition;
    options->players = (uint8_t)(table->players ? table->players : players ? players : 4);
    for (unsigned i = 0; i < EK_OPTIONS; i++)
        options->options |= (uint8_t)(table->option[i] << i);
    if (!read_board(table, verb, options))
        return false;
    if (check_options(verb, options) && read_zone(table, verb, options))
        return true;
    cli_table_drop(options);
    return false;
}
