/*
 * The main function of servers for tests, which differ from the program itself in what the linker
 * adds to them. Other verbs are those of the program.
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
        return sv_serve(argc - 1, argv + 1, RELEASE);
    execv(ELEKTRO, argv);
    perror(ELEKTRO);
    return 2;
}
