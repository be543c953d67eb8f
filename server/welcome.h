/* The message that the server prints when it has started. */
#ifndef ELEKTRO_SERVER_WELCOME_H
#define ELEKTRO_SERVER_WELCOME_H

#include "config.h"

/* Prints the address, and with --lan a QR code for phones. */
void sv_welcome(const sv_config *config, bool web_client);

#endif
