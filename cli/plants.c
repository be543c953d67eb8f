/* elektro plants: the power plants of the game. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli.h"
#include "elektro.h"
#include "files.h"
#include "words_text.h"

static const char help[] = "usage: elektro plants [--json]\n"
                           "\n"
                           "Prints every power plant: its number, the fuel it burns and how much, "
                           "how many cities\n"
                           "it supplies, and the back of its card in the recharged edition.\n"
                           "\n"
                           "  --json   print a list of JSON objects instead of a table\n"
                           "  --help   print this\n";

static const char *back_of(unsigned number)
{
    return rec_back_word(ek_tables.plug >> number & 1 ? EK_BACK_PLUG : EK_BACK_SOCKET);
}

static json_t *plants_json(void)
{
    json_t *list = json_array();
    for (unsigned n = 0; n < EK_PLANT_NUMBERS; n++) {
        const ek_plant *plant = &ek_tables.plant[n];
        if (ek_tables.plants >> n & 1)
            json_array_append_new(list, json_pack("{s:i, s:s, s:i, s:i, s:s}", "number", n, "kind",
                                                  rec_kind_word(plant->kind), "need", plant->need,
                                                  "cities", plant->cities, "back", back_of(n)));
    }
    return list;
}

static void print_table(void)
{
    puts("plant  burns        supplies  back");
    for (unsigned n = 0; n < EK_PLANT_NUMBERS; n++) {
        const ek_plant *plant = &ek_tables.plant[n];
        if (!(ek_tables.plants >> n & 1))
            continue;
        printf("%5u  ", n);
        if (plant->need)
            printf("%u %-9s", plant->need, rec_kind_word(plant->kind));
        else
            printf("- %-9s", rec_kind_word(plant->kind));
        printf("  %8u  %s\n", plant->cities, back_of(n));
    }
}

int cli_plants(int argc, char **argv)
{
    static const struct option known[] = {
        {"json", no_argument, NULL, 'j'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    bool json = false;
    int c;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (c == 'h') {
            fputs(help, stdout);
            return cli_printed("plants");
        }
        json |= c == 'j';
        if (c == '?')
            return CLI_USAGE;
    }
    if (optind < argc) {
        fprintf(stderr, "elektro plants: unexpected '%s'\n", argv[optind]);
        return CLI_USAGE;
    }
    if (json)
        return cli_print_json("plants", plants_json());
    print_table();
    return cli_printed("plants");
}
