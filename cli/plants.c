/* elektro plants: the power plants of the game. */
#include <stdbool.h>
#include <stdio.h>

#include "cli.h"
#include "elektro.h"
#include "files.h"
#include "words_text.h"

typedef struct options {
    bool json;
} options;

static const cli_option option_rows[] = {
    CLI_SWITCH_ROW(options, json, "json", "print a list of JSON objects instead of a table"),
    {.name = NULL}};

static const cli_group groups[] = {{.options = option_rows}, {.options = NULL}};

static const cli_verb verb = {
    .name = "plants",
    .usage =
        "usage: elektro plants [--json]\n"
        "\n"
        "Prints every power plant: its number, the fuel it burns and how much, how many cities\n"
        "it supplies, and the back of its card in the recharged edition.\n",
    .groups = groups};

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
    options o = {.json = false};
    int status;
    if (cli_read(&verb, argc, argv, &o, &status) < 0)
        return status;
    if (o.json)
        return cli_print_json(verb.name, plants_json());
    print_table();
    return cli_printed(verb.name);
}
