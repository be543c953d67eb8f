/* elektro serve and elektro admin: the server behind the one command. */
#include "serve.h"

#include "cli.h"

int cli_serve(int argc, char **argv)
{
    return sv_serve(argc, argv, "elektro " ELEKTRO_VERSION);
}

int cli_admin(int argc, char **argv)
{
    return sv_admin(argc, argv);
}
