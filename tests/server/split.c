/*
 * A server whose accounts and whose tables of the game are in two databases (split_db.c). Other
 * verbs are those of the program itself.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "serve.h"

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "admin") == 0)
        return sv_admin(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "serve") == 0)
        return sv_serve(argc - 1, argv + 1, "elektro in two databases");
    execv(ELEKTRO, argv);
    perror(ELEKTRO);
    return 2;
}
