#include "table_flags.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words_text.h"

bool cli_table_flag(cli_table *table, int flag, char *value)
{
    switch (flag) {
    case CLI_FLAG_EDITION:
        table->edition = value;
        return true;
    case CLI_FLAG_BOARD:
        table->board = value;
        return true;
    case CLI_FLAG_PLAYERS:
        table->players = value;
        return true;
    case CLI_FLAG_ZONE:
        table->zone = value;
        return true;
    default:
        if (flag < CLI_FLAG_OPTION || flag >= CLI_FLAG_OPTION + EK_OPTIONS)
            return false;
        table->options |= (uint8_t)(1u << (flag - CLI_FLAG_OPTION));
        return true;
    }
}

bool cli_number(const char *verb, const char *flag, const char *text, unsigned long least,
                unsigned long most, unsigned long *number)
{
    char *end;
    errno = 0;
    *number = strtoul(text, &end, 10);
    if (isdigit((unsigned char)*text) && !*end && !errno && *number >= least && *number <= most)
        return true;
    fprintf(stderr, "elektro %s: %s wants a whole number from %lu to %lu, not '%s'\n", verb, flag,
            least, most, text);
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
    const char *name = table->board ? table->board : "germany";
    bd_error error;
    o->board = bd_find(name, (enum ek_edition)o->edition);
    if (o->board)
        return true;
    if (!strpbrk(name, "/.")) {
        fprintf(stderr, "elektro %s: there is no board '%s' for %s; 'elektro boards' lists them\n",
                verb, name, rec_edition_word(o->edition));
        return false;
    }
    o->board = bd_load_file(name, &error);
    o->board_owned = o->board != NULL;
    if (!o->board)
        fprintf(stderr, "elektro %s: %s\n", verb, error.text);
    return o->board != NULL;
}

static bool read_zone(const cli_table *table, const char *verb, rec_options *o)
{
    char copy[256];
    if (!table->zone || strcmp(table->zone, "random") == 0)
        return true;
    o->zone_way = strcmp(table->zone, "draft") == 0 ? REC_ZONE_DRAFT : REC_ZONE_GIVEN;
    if (o->zone_way == REC_ZONE_DRAFT)
        return true;
    snprintf(copy, sizeof copy, "%s", table->zone);
    for (char *rest = copy, *name; (name = strsep(&rest, ","));) {
        const int region = bd_region_named(o->board, name);
        if (region < 0) {
            fprintf(stderr, "elektro %s: %s has no region '%s'\n", verb, o->board->name, name);
            return false;
        }
        if (o->zone >> region & 1) {
            fprintf(stderr, "elektro %s: --zone names the region '%s' twice\n", verb, name);
            return false;
        }
        o->zone |= (uint8_t)(1u << region);
    }
    return true;
}

bool cli_table_read(const cli_table *table, const char *verb, unsigned players,
                    rec_options *options)
{
    unsigned long count = players ? players : 4;
    rec_options_default(options);
    if (table->edition) {
        const int edition = rec_edition_named(table->edition);
        if (edition < 0) {
            fprintf(stderr, "elektro %s: --edition is classic or recharged, not '%s'\n", verb,
                    table->edition);
            return false;
        }
        options->edition = (uint8_t)edition;
    }
    if (table->players && !cli_number(verb, "--players", table->players, 2, EK_SEATS, &count))
        return false;
    options->players = (uint8_t)count;
    options->options = table->options;
    if (!read_board(table, verb, options))
        return false;
    if (read_zone(table, verb, options))
        return true;
    cli_table_drop(options);
    return false;
}
