/*
 * make_tables DATA_DIR TABLES_C NAMES_C
 *
 * Turns the facts of the game into C: the engine's tables (engine/tables.h) and the names of boards
 * and what boards can choose from (boards/load.h). Refuses data that does not fit together.
 */
#include "facts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef void print_file(FILE *out, const game_facts *facts);

static bool write_file(const char *path, print_file *print, const game_facts *facts)
{
    FILE *out = fopen(path, "w");
    bool written = out != NULL;
    if (out) {
        print(out, facts);
        written = !ferror(out);
        written = fclose(out) == 0 && written;
    }
    if (!written)
        fprintf(stderr, "make_tables: %s: cannot be written: %s\n", path, strerror(errno));
    return written;
}

int main(int argc, char **argv)
{
    static game_facts facts;
    bd_error error;
    if (argc != 4) {
        fputs("usage: make_tables DATA_DIR TABLES_C NAMES_C\n", stderr);
        return EXIT_FAILURE;
    }
    bool done = read_facts(argv[1], &facts, &error);
    if (done)
        done =
            write_file(argv[2], print_tables, &facts) && write_file(argv[3], print_names, &facts);
    else
        fprintf(stderr, "make_tables: %s\n", error.text);
    free_facts(&facts);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
