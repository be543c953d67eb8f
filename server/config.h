/*
 * How a server is run: flags, then environment (ELEKTRO_PORT for --port …), then a file of lines
 * "port = 8017", then what is built in; the first that says something counts.
 */
#ifndef ELEKTRO_SERVER_CONFIG_H
#define ELEKTRO_SERVER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

enum { SV_PATH_MAX = 1024 };

typedef struct sv_config {
    char data[SV_PATH_MAX];  /* folder of the database */
    char store[SV_PATH_MAX]; /* postgres://… ; "": SQLite in data */
    char web[SV_PATH_MAX];   /* folder of the web client */
    char file[SV_PATH_MAX];  /* configuration file */
    char tls_cert[SV_PATH_MAX], tls_key[SV_PATH_MAX];
    char address[64]; /* to listen on */
    char origin[128]; /* another origin the page may come from; "" */
    int port;
    int rate;                     /* requests a user may make in a second, over a while */
    int keep_guests, keep_tables; /* days; 0: for ever */
    int ping_after, ping_timeout; /* seconds of silence; seconds to answer the ping */
    bool lan;                     /* listen for the home network */
    bool proxied;                 /* believe X-Forwarded-For */
    bool private_webhooks;        /* webhooks may go to this machine and its network */
    bool quiet;
    bool help;
} sv_config;

/* Reads all of it; false after saying on standard error what is wrong. */
bool sv_config_read(sv_config *config, int argc, char **argv);
void sv_config_help(void);
/* Where the database of this configuration is. */
void sv_config_database(const sv_config *config, char *path, size_t size);
/* Makes the data folder; false with words on standard error. */
bool sv_config_make_data(const sv_config *config);

#endif
