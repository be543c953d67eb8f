/* What is printed when the server is up. */
#ifndef ELEKTRO_SERVER_WELCOME_H
#define ELEKTRO_SERVER_WELCOME_H

#include "config.h"

/* The address, and with --lan a code to join by phone. */
void sv_welcome(const sv_config *config, bool web_client);

#endif
