#include "command_line.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMPLAINT_MAX = 8192 };

/* ------------------------------------------------------------------------------------ messages */

static void (*listener)(const char *text);

void cli_complain_to(void (*take)(const char *text))
{
    listener = take;
}

bool cli_complain(const char *verb, const char *format, ...)
{
    char text[COMPLAINT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (listener)
        listener(text);
    else
        fprintf(stderr, "elektro %s: %s\n", verb, text);
    return false;
}

int cli_misused(const cli_verb *verb)
{
    if (!listener)
        fprintf(stderr, "Run 'elektro %s --help' for the options.\n", verb->name);
    return CLI_USAGE;
}

int cli_printed(const char *verb)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return CLI_OK;
    cli_complain(verb, "cannot write the result");
    return CLI_FAILED;
}

/* ---------------------------------------------------------------------------------------- help */

enum { HELP_COLUMNS = 96, HELP_MAX = 1024, FLAG_MAX = 64 };

static int columns(const char *text, size_t bytes)
{
    int count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

/* "-o, --output FILE"; returns its width. */
static int flag_text(const cli_option *o, char text[FLAG_MAX])
{
    char letter[] = "-x, ";
    letter[1] = o->letter;
    snprintf(text, FLAG_MAX, "%s--%s%s%s", o->letter ? letter : "", o->name, o->value ? " " : "",
             o->value ? o->value : "");
    return columns(text, strlen(text));
}

/* "classic or recharged", "a, b or c". */
static void list_words(const char *const *words, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (unsigned i = 0; words[i] && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s",
                                   i == 0         ? ""
                                   : words[i + 1] ? ", "
                                                  : " or ",
                                   words[i]);
}

/* The help of an option with its range and default. */
static void help_text(const cli_option *o, char text[HELP_MAX])
{
    char range[256] = "";
    if (o->kind == CLI_NUMBER)
        snprintf(range, sizeof range, "%u to %u", o->min, o->max);
    else if (o->kind == CLI_DECIMAL)
        snprintf(range, sizeof range, "at most %u", o->max);
    else if (o->kind == CLI_WORD)
        list_words(o->words, range, sizeof range);
    snprintf(text, HELP_MAX, "%s%s%s%s%s%s%s", o->help, range[0] || o->standard ? " (" : "", range,
             range[0] && o->standard ? "; " : "", o->standard ? "default " : "",
             o->standard ? o->standard : "", range[0] || o->standard ? ")" : "");
}

/* Prints the text in lines that begin at the column indent; the cursor is there already. */
static void print_wrapped(const char *text, int indent)
{
    int at = indent;
    while (*text) {
        const size_t length = strcspn(text, " ");
        const int width = columns(text, length);
        if (at > indent && at + 1 + width > HELP_COLUMNS) {
            printf("\n%*s", indent, "");
            at = indent;
        } else if (at > indent) {
            putchar(' ');
            at++;
        }
        printf("%.*s", (int)length, text);
        at += width;
        text += length + strspn(text + length, " ");
    }
    putchar('\n');
}

static void print_option(const cli_option *o, int width)
{
    char flag[FLAG_MAX], text[HELP_MAX];
    const int used = flag_text(o, flag);
    help_text(o, text);
    printf("  %s%*s", flag, width - used + 2, "");
    print_wrapped(text, width + 4);
}

static int print_help(const cli_verb *verb)
{
    static const cli_option help = {.name = "help", .help = "print this help"};
    char flag[FLAG_MAX];
    int width = flag_text(&help, flag);
    for (const cli_group *g = verb->groups; g->options; g++)
        for (const cli_option *o = g->options; o->name; o++)
            width = flag_text(o, flag) > width ? flag_text(o, flag) : width;
    fputs(verb->usage, stdout);
    putchar('\n');
    for (const cli_group *g = verb->groups; g->options; g++) {
        if (g->title)
            printf("%s%s:\n", g == verb->groups ? "" : "\n", g->title);
        for (const cli_option *o = g->options; o->name; o++)
            print_option(o, width);
    }
    print_option(&help, width);
    if (verb->notes)
        printf("\n%s", verb->notes);
    return cli_printed(verb->name);
}

/* -------------------------------------------------------------------------------------- values */

bool cli_parse_number(const char *text, unsigned long min, unsigned long max, unsigned long *number)
{
    char *end;
    errno = 0;
    *number = strtoul(text, &end, 10);
    return isdigit((unsigned char)*text) && !*end && !errno && *number >= min && *number <= max;
}

static bool set_number(const cli_option *o, const char *value, unsigned *field)
{
    unsigned long number;
    if (!cli_parse_number(value, o->min, o->max, &number))
        return false;
    *field = (unsigned)number;
    return true;
}

static bool set_decimal(const cli_option *o, const char *value, double *field)
{
    char *end;
    *field = strtod(value, &end);
    return end != value && !*end && *field > o->min && *field <= o->max;
}

static bool set_word(const cli_option *o, const char *value, int *field)
{
    for (int i = 0; o->words[i]; i++)
        if (strcmp(value, o->words[i]) == 0) {
            *field = i;
            return true;
        }
    return false;
}

static bool set_switch(const char *value, bool *field)
{
    *field = strcmp(value, "yes") == 0 || strcmp(value, "true") == 0;
    return *field || strcmp(value, "no") == 0 || strcmp(value, "false") == 0;
}

static bool set(const cli_option *o, const char *value, void *field)
{
    switch (o->kind) {
    case CLI_SWITCH:
        return set_switch(value, field);
    case CLI_NUMBER:
        return set_number(o, value, field);
    case CLI_DECIMAL:
        return set_decimal(o, value, field);
    case CLI_WORD:
        return set_word(o, value, field);
    case CLI_STRING:
    case CLI_FILE:
        *(const char **)field = value;
        return o->kind == CLI_STRING || *value;
    default:
        return strlen(value) >= o->min && snprintf(field, o->max, "%s", value) < (int)o->max;
    }
}

static void expected_text(const cli_option *o, char *text, size_t size)
{
    if (o->kind == CLI_NUMBER)
        snprintf(text, size, "a whole number from %u to %u", o->min, o->max);
    else if (o->kind == CLI_DECIMAL)
        snprintf(text, size, "a number above %u and at most %u", o->min, o->max);
    else if (o->kind == CLI_WORD)
        list_words(o->words, text, size);
    else if (o->kind == CLI_SWITCH)
        snprintf(text, size, "yes or no");
    else if (o->kind == CLI_FILE)
        snprintf(text, size, "the name of a file");
    else if (o->min > 0)
        snprintf(text, size, "a text of %u to %u bytes", o->min, o->max - 1);
    else
        snprintf(text, size, "shorter than %u bytes", o->max);
}

bool cli_set(const cli_verb *verb, const cli_group *group, const cli_option *option,
             const char *value, const char *where, void *fields)
{
    char expected[256];
    if (set(option, value, (char *)fields + group->offset + option->offset))
        return true;
    expected_text(option, expected, sizeof expected);
    return cli_complain(verb->name, "%s must be %s, not '%s'", where, expected, value);
}

/* ------------------------------------------------------------------------------------- parsing */

const cli_option *cli_find(const cli_verb *verb, const char *name, size_t length,
                           const cli_group **group)
{
    for (*group = verb->groups; (*group)->options; (*group)++)
        for (const cli_option *o = (*group)->options; o->name; o++)
            if (strlen(o->name) == length && strncmp(o->name, name, length) == 0)
                return o;
    return NULL;
}

/* The option of that name, or the only one whose name begins so. */
static const cli_option *find_name(const cli_verb *verb, const char *name, const cli_group **group)
{
    const size_t length = strcspn(name, "=");
    const cli_option *found = cli_find(verb, name, length, group);
    if (found || length == 0)
        return found;
    for (const cli_group *g = verb->groups; g->options; g++)
        for (const cli_option *o = g->options; o->name; o++)
            if (strncmp(o->name, name, length) == 0) {
                if (found)
                    return NULL;
                found = o;
                *group = g;
            }
    return found;
}

static const cli_option *find_letter(const cli_verb *verb, char letter, const cli_group **group)
{
    for (*group = verb->groups; (*group)->options; (*group)++)
        for (const cli_option *o = (*group)->options; o->name; o++)
            if (o->letter == letter)
                return o;
    return NULL;
}

/* Reads the option at argv[*i], and the argument after it if that is its value. */
static bool read_option(const cli_verb *verb, int argc, char **argv, int *i, void *fields)
{
    char where[FLAG_MAX];
    char *text = argv[*i];
    const cli_group *group;
    const bool has_name = text[1] == '-';
    const cli_option *o =
        has_name ? find_name(verb, text + 2, &group) : find_letter(verb, text[1], &group);
    if (!o)
        return cli_complain(verb->name, "unknown option '%s'", text);
    const char *value = has_name ? strchr(text, '=') : text + 1;
    if (value && *value)
        value++;
    if (!value || (!has_name && !*value)) {
        if (o->kind != CLI_SWITCH && *i + 1 == argc)
            return cli_complain(verb->name, "%s needs a value: %s", text, o->value);
        value = o->kind == CLI_SWITCH ? "yes" : argv[++*i];
    }
    snprintf(where, sizeof where, "--%s", o->name);
    if (group->given)
        *(const char **)((char *)fields + group->given) = o->name;
    return cli_set(verb, group, o, value, where, fields);
}

void cli_set_defaults(const cli_verb *verb, void *fields)
{
    for (const cli_group *g = verb->groups; g->options; g++)
        for (const cli_option *o = g->options; o->name; o++)
            if (o->standard)
                cli_set(verb, g, o, o->standard, o->name, fields);
}

static bool check_operands(const cli_verb *verb, int count, char **argv)
{
    if (count > verb->max)
        return cli_complain(verb->name, "unexpected '%s'", argv[verb->max + 1]);
    return count >= verb->min || cli_complain(verb->name, "expected %s", verb->operands);
}

int cli_parse(const cli_verb *verb, int argc, char **argv, void *fields, int *status)
{
    int count = 0;
    bool options = true, ok = true;
    for (int i = 1; ok && i < argc; i++) {
        char *text = argv[i];
        if (options && strcmp(text, "--") == 0) {
            options = false;
        } else if (options && (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0)) {
            *status = print_help(verb);
            return -1;
        } else if (options && text[0] == '-' && text[1]) {
            ok = read_option(verb, argc, argv, &i, fields);
        } else {
            count++;
            memmove(argv + count + 1, argv + count, (size_t)(i - count) * sizeof *argv);
            argv[count] = text;
        }
    }
    if (ok && check_operands(verb, count, argv))
        return count;
    *status = cli_misused(verb);
    return -1;
}

int cli_read(const cli_verb *verb, int argc, char **argv, void *fields, int *status)
{
    cli_set_defaults(verb, fields);
    return cli_parse(verb, argc, argv, fields, status);
}
