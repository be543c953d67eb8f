/*
 * Settings of a server. The command line overrides the environment (ELEKTRO_PORT for --port …),
 * which overrides the configuration file (lines "port = 8017"), which overrides the built-in
 * defaults.
 */
#ifndef ELEKTRO_SERVER_CONFIG_H
#define ELEKTRO_SERVER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "command_line.h"
#include "notation.h"

enum { SV_PATH_MAX = 1024 };

typedef struct sv_config {
    char data[SV_PATH_MAX];  /* folder of the database */
    char store[SV_PATH_MAX]; /* postgres://… ; "": SQLite in data */
    char web[SV_PATH_MAX];   /* folder of the web client */
    char file[SV_PATH_MAX];  /* configuration file */
    char tls_cert[SV_PATH_MAX], tls_key[SV_PATH_MAX];
    char metrics_token_file[SV_PATH_MAX];
    char smtp[SV_PATH_MAX]; /* smtp://host:port, the mail server; "": no mails */
    char smtp_user[128], smtp_password_file[SV_PATH_MAX];
    char mail_from[256];        /* the address that mails come from */
    char site_url[256];         /* where the pages are, for links in mails */
    char push_key[SV_PATH_MAX]; /* of Web Push; "": there is none */
    char push_contact[256];     /* how push services can reach the operator */
    char address[64];           /* to listen on */
    char origin[128];           /* another origin the page may come from; "" */
    unsigned port;
    unsigned rate;                         /* requests a user may make per second, on average */
    unsigned keep_guests, keep_tables;     /* days; 0: for ever */
    unsigned reveal_timeout;               /* seconds */
    unsigned guest_tables, account_tables; /* that a user may host at a time; 0: any number */
    unsigned guest_games;                  /* ended ones that a guest may have hosted; likewise */
    unsigned tournaments; /* that an account may organise at a time; 0: any number */
    unsigned analyses;    /* that the server makes in a day; 0: none */
    unsigned user_analyses, address_analyses; /* of them, of one user and of one address; 0: all */
    unsigned analysis_queue;                  /* that may wait */
    unsigned analysis_nodes;                  /* playouts for each decision */
    unsigned keep_analyses;                   /* that are kept; 0: all */
    unsigned ping_after, ping_timeout;        /* seconds of silence; seconds to answer the ping */
    unsigned hsts;                    /* days for which browsers shall use https only; 0: unsaid */
    unsigned idle_timeout;            /* seconds that a connection is kept for its next request */
    unsigned request_timeout;         /* seconds for the head of a request, and for its body */
    unsigned connections;             /* in total; 0: as many as there are descriptors */
    unsigned connections_per_address; /* 0: a share that follows from rate */
    unsigned webhook_timeout;         /* seconds */
    unsigned code_mails;              /* with codes, that it sends in a day */
    unsigned drain;                   /* seconds for requests to finish when it stops */
    unsigned store_timeout;           /* seconds; of PostgreSQL */
    bool lan;                         /* listen for the home network */
    bool proxied;                     /* believe X-Forwarded-For */
    bool private_webhooks;            /* webhooks may go to this machine and its network */
    bool smtp_plain;                  /* the mail server need not encrypt */
    bool quiet;
    bool log_requests; /* log every request */
} sv_config;

extern const cli_verb sv_serve_verb;
/* The options that say where the data is; rows for a cli_group. */
extern const cli_option sv_storage_options[];

/* Reads all settings; returns what cli_read returns. */
int sv_config_read(const cli_verb *verb, sv_config *config, int argc, char **argv, int *status);
/* Where the database of this configuration is. */
void sv_config_database(const sv_config *config, char *path, size_t size);
/* Where the games are, for the log: that file, or the URL without user, password and options. */
void sv_config_store(const sv_config *config, char *text, size_t size);
/* Locks the data folder until the process ends, as a server does; -1 with errno, which is
 * EWOULDBLOCK if another process has locked it. create: the file of the lock may be missing. */
int sv_config_lock(const sv_config *config, bool create);
/* Says that the database could not be opened, and what to do. */
void sv_config_blame(const cli_verb *verb, const sv_config *config, const rec_error *error);
/* Makes the data folder; false after an error message. */
bool sv_config_make_data(const sv_config *config);

#endif
