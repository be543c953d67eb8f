/* Turns the catalog of sentences into a C table while Elektro is built:
 *
 *     make_messages data/messages/en.json messages.c
 *
 * The catalog is one flat JSON object, key to sentence. Every refusal of the engine must have its
 * sentence there; one that is missing, empty or superfluous stops the build. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

#define WORD(name, word) word,
static const char *const reasons[] = {EK_REASON_WORDS(WORD)};
static const char *const removals[] = {EK_REMOVAL_WORDS(WORD)};
static const char *const events[] = {EK_EVENT_WORDS(WORD)};
#undef WORD

typedef struct list {
    const char *prefix;
    const char *const *words;
    size_t count;
} list;

static const list lists[] = {
    {"reason", reasons, sizeof reasons / sizeof *reasons},
    {"removal", removals, sizeof removals / sizeof *removals},
    {"event", events, sizeof events / sizeof *events},
};

static const char *file;

static void refuse(const char *key, const char *what)
{
    fprintf(stderr, "%s: \"%s\": %s\n", file, key, what);
    exit(EXIT_FAILURE);
}

static bool is_word_of(const list *l, const char *word)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->words[i], word) == 0)
            return true;
    return false;
}

/* Every word of the engine has a sentence, and no sentence is for a word it does not have. */
static void check_list(const list *l, json_t *catalog)
{
    char key[96];
    const char *name;
    json_t *text;
    for (size_t i = 0; i < l->count; i++) {
        snprintf(key, sizeof key, "%s.%s", l->prefix, l->words[i]);
        if (!json_object_get(catalog, key))
            refuse(key, "the engine has this word, but the catalog has no sentence for it");
    }
    json_object_foreach(catalog, name, text)
    {
        const size_t length = strlen(l->prefix);
        if (strncmp(name, l->prefix, length) == 0 && name[length] == '.' &&
            !is_word_of(l, name + length + 1))
            refuse(name, "the engine has no such word");
    }
}

static void print_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        if (*text == '\n')
            fputs("\\n", out);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_table(FILE *out, json_t *catalog)
{
    const size_t count = json_object_size(catalog);
    const char **keys = calloc(count + 1, sizeof *keys);
    const char *key;
    json_t *text;
    size_t n = 0;
    if (!keys)
        refuse("", "out of memory");
    json_object_foreach(catalog, key, text)
    {
        if (!json_is_string(text) || json_string_length(text) == 0)
            refuse(key, "expected a sentence");
        keys[n++] = key;
    }
    qsort(keys, count, sizeof *keys, by_text);
    fputs("/* Made by make_messages. */\n#include \"messages.h\"\n\n"
          "const rec_message_row rec_messages[] = {\n",
          out);
    for (size_t i = 0; i < count; i++) {
        fputs("    {", out);
        print_string(out, keys[i]);
        fputs(", ", out);
        print_string(out, json_string_value(json_object_get(catalog, keys[i])));
        fputs("},\n", out);
    }
    fprintf(out, "};\n\nconst size_t rec_message_count = %zu;\n", count);
    free(keys);
}

int main(int argc, char **argv)
{
    json_error_t error;
    if (argc != 3) {
        fputs("usage: make_messages CATALOG.json OUT.c\n", stderr);
        return EXIT_FAILURE;
    }
    file = argv[1];
    json_t *catalog = json_load_file(file, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(catalog)) {
        fprintf(stderr, "%s:%d: %s\n", file, error.line,
                catalog ? "expected one object" : error.text);
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        check_list(&lists[i], catalog);
    FILE *out = fopen(argv[2], "w");
    if (!out) {
        fprintf(stderr, "%s: cannot be written\n", argv[2]);
        return EXIT_FAILURE;
    }
    print_table(out, catalog);
    json_decref(catalog);
    const bool written = !ferror(out);
    if (fclose(out) != 0 || !written) {
        remove(argv[2]);
        fprintf(stderr, "%s: cannot be written\n", argv[2]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
