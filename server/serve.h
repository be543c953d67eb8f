/* The verbs `elektro serve` and `elektro admin`; each returns the exit status. */
#ifndef ELEKTRO_SERVER_SERVE_H
#define ELEKTRO_SERVER_SERVE_H

int sv_serve(int argc, char **argv, const char *version);
int sv_admin(int argc, char **argv);

#endif
