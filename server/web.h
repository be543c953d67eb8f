/* The files of the web client, read once and served from memory. */
#ifndef ELEKTRO_SERVER_WEB_H
#define ELEKTRO_SERVER_WEB_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sv_file {
    char *path; /* "/assets/app.js" */
    const char *type;
    char *bytes;
    size_t size;
    char etag[24];
    bool lasting; /* its name changes with its content */
} sv_file;

typedef struct sv_web {
    sv_file *file;
    unsigned count;
} sv_web;

/* Reads a folder; false if there is no index.html in it, and then a page that says so is served. */
bool sv_web_read(sv_web *web, const char *folder);
void sv_web_free(sv_web *web);
/* The file for a path; "/" and paths of the client's own are its index. NULL if there is none. */
const sv_file *sv_web_find(const sv_web *web, const char *path);

#endif
