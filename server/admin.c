#include "serve.h"
#include <stdio.h>
int sv_admin(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return 2;
}
