/* The files of the web client, read once and served from memory. */
#ifndef ELEKTRO_SERVER_WEB_H
#define ELEKTRO_SERVER_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sv_file {
    char *path; /* "/assets/app.js" */
    const char *type;
    char *bytes;
    size_t size;
    char *zipped; /* the same compressed by gzip; NULL if there is none */
    size_t zipped_size;
    char etag[24], zipped_etag[24];
    int64_t changed; /* when, in seconds since 1970 */
    bool lasting;    /* its name changes with its content */
} sv_file;

typedef struct sv_web {
    sv_file *file;
    unsigned count;
} sv_web;

/* Reads a folder. "x.gz" is sent in the place of "x" to clients that accept gzip, unless it is
 * older than "x"; it has no address of its own (scripts/web makes it). False if the folder has no
 * index.html: then a page that says so is served. */
bool sv_web_read(sv_web *web, const char *folder);
void sv_web_free(sv_web *web);
/* The file at a path; index.html for "/". NULL if there is none. */
const sv_file *sv_web_find(const sv_web *web, const char *path);

/* Whether an Accept-Encoding header allows gzip. */
bool sv_takes_gzip(const char *accepted);

#endif
