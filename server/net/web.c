#include "net/web.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { FILES_MAX = 4096, FILE_MAX = 16 * 1024 * 1024, DEPTH_MAX = 8, NAME_MAX_ = 1024 };

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".webp", "image/webp"},
    {".woff2", "font/woff2"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
    {".txt", "text/plain; charset=utf-8"},
};

static const char placeholder[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Elektro</title>"
    "<h1>Elektro is running</h1><p>The server works, but the web client has not been built, so "
    "there is nothing to show here yet. Programs can play: see docs/api.md and "
    "<a href=\"/api/v1/hello\">/api/v1/hello</a>.</p></html>";

static const char *type_of(const char *path)
{
    const size_t length = strlen(path);
    for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
        const size_t ending = strlen(types[i].ending);
        if (length > ending && strcmp(path + length - ending, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

/* The compressed file has another tag, because its bytes differ. */
static void set_etags(sv_file *f)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < f->size; i++)
        hash = (hash ^ (uint8_t)f->bytes[i]) * UINT64_C(0x100000001b3);
    snprintf(f->etag, sizeof f->etag, "\"%016llx\"", (unsigned long long)hash);
    snprintf(f->zipped_etag, sizeof f->zipped_etag, "\"%016llx-gz\"", (unsigned long long)hash);
}

static char *read_bytes(const char *path, size_t size)
{
    char *bytes = malloc(size + 1);
    FILE *in = bytes ? fopen(path, "rb") : NULL;
    const bool ok = in && fread(bytes, 1, size, in) == size;
    if (in)
        fclose(in);
    if (ok)
        return bytes;
    free(bytes);
    return NULL;
}

static void add(sv_web *web, const char *path, char *bytes, size_t size, int64_t changed)
{
    sv_file *f = &web->file[web->count];
    *f = (sv_file){.path = strdup(path),
                   .bytes = bytes,
                   .size = size,
                   .type = type_of(path),
                   .changed = changed};
    f->lasting = strncmp(path, "/assets/", 8) == 0;
    set_etags(f);
    web->count += f->path != NULL;
}

static void read_folder(sv_web *web, const char *folder, const char *under, unsigned depth);

static void read_entry(sv_web *web, const char *folder, const char *path, unsigned depth)
{
    char whole[2 * NAME_MAX_];
    struct stat what;
    if ((size_t)snprintf(whole, sizeof whole, "%s%s", folder, path) >= sizeof whole ||
        stat(whole, &what) != 0 || web->count == FILES_MAX)
        return;
    if (S_ISDIR(what.st_mode) && depth < DEPTH_MAX) {
        read_folder(web, folder, path, depth + 1);
    } else if (S_ISREG(what.st_mode) && what.st_size <= FILE_MAX) {
        char *bytes = read_bytes(whole, (size_t)what.st_size);
        if (bytes)
            add(web, path, bytes, (size_t)what.st_size, what.st_mtime);
    }
}

static void read_folder(sv_web *web, const char *folder, const char *under, unsigned depth)
{
    char whole[2 * NAME_MAX_], path[NAME_MAX_];
    snprintf(whole, sizeof whole, "%s%s", folder, under);
    DIR *dir = opendir(whole);
    if (!dir)
        return;
    for (const struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.' &&
            (size_t)snprintf(path, sizeof path, "%s/%s", under, entry->d_name) < sizeof path)
            read_entry(web, folder, path, depth);
    closedir(dir);
}

static sv_file *exactly(const sv_web *web, const char *path)
{
    for (unsigned i = 0; i < web->count; i++)
        if (strcmp(web->file[i].path, path) == 0)
            return &web->file[i];
    return NULL;
}

/* The file that this one is the compressed form of; NULL if it is none. */
static sv_file *unzipped(const sv_web *web, const sv_file *f)
{
    char path[NAME_MAX_];
    const size_t length = strlen(f->path);
    if (length < 4 || strcmp(f->path + length - 3, ".gz") != 0)
        return NULL;
    snprintf(path, sizeof path, "%.*s", (int)length - 3, f->path);
    return exactly(web, path);
}

/* Joins compressed files to their originals, and drops those that are older than the original. */
static void pair_up(sv_web *web)
{
    for (unsigned i = 0; i < web->count;) {
        sv_file *f = &web->file[i], *plain = unzipped(web, f);
        if (!plain) {
            i++;
            continue;
        }
        free(f->path);
        if (f->changed >= plain->changed) {
            plain->zipped = f->bytes;
            plain->zipped_size = f->size;
        } else {
            free(f->bytes);
        }
        memmove(f, f + 1, (--web->count - i) * sizeof *f);
    }
}

bool sv_web_read(sv_web *web, const char *folder)
{
    *web = (sv_web){.file = calloc(FILES_MAX, sizeof *web->file)};
    if (!web->file)
        return false;
    read_folder(web, folder, "", 0);
    pair_up(web);
    if (exactly(web, "/index.html"))
        return true;
    char *page = strdup(placeholder);
    if (page && web->count < FILES_MAX)
        add(web, "/index.html", page, sizeof placeholder - 1, 0);
    return false;
}

void sv_web_free(sv_web *web)
{
    for (unsigned i = 0; i < web->count; i++) {
        free(web->file[i].path);
        free(web->file[i].bytes);
        free(web->file[i].zipped);
    }
    free(web->file);
}

const sv_file *sv_web_find(const sv_web *web, const char *path)
{
    return exactly(web, strcmp(path, "/") == 0 ? "/index.html" : path);
}

bool sv_takes_gzip(const char *accepted)
{
    for (const char *at = accepted; *at; at += strcspn(at, ","), at += strspn(at, ", \t")) {
        const size_t name = strcspn(at, ",; \t"), all = strcspn(at, ",");
        if (name != 4 || strncasecmp(at, "gzip", 4) != 0)
            continue;
        const char *quality = memmem(at, all, "q=", 2);
        return !quality || strspn(quality + 2, "0.") < strcspn(quality + 2, ", \t");
    }
    return false;
}
