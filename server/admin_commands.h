/*
 * What a running server does for `elektro admin`.
 *
 * The admin tool writes a command into the store and waits until it is gone. The server looks for
 * commands once a second, and removes each in the turn that carries it out: when the tool sees that
 * the command is gone, the turn is committed, and the connections of a blocked account are closed.
 */
#ifndef ELEKTRO_SERVER_ADMIN_COMMANDS_H
#define ELEKTRO_SERVER_ADMIN_COMMANDS_H

typedef struct sv_core sv_core;

void sv_run_admin_commands(sv_core *core);

#endif
