/*
 * Command lines of `elektro VERB`: the options of a verb are one table. Parsing, error messages and
 * --help are made from it, and the manual pages from --help.
 */
#ifndef ELEKTRO_COMMON_COMMAND_LINE_H
#define ELEKTRO_COMMON_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* The exit status of a verb. */
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2 };

enum cli_kind {
    CLI_SWITCH,  /* bool: takes no value */
    CLI_NUMBER,  /* unsigned, from min to max */
    CLI_DECIMAL, /* double, above min and at most max */
    CLI_WORD,    /* int: index of the word in words */
    CLI_STRING,  /* const char *: points to the argument */
    CLI_FILE,    /* the same, not empty */
    CLI_BUFFER   /* char[max]: a copy */
};

typedef struct cli_option {
    const char *name;  /* without the dashes; NULL ends a table */
    const char *value; /* what --help calls the value: "FILE" */
    const char *help;  /* wrapped to the width; range and default are added */
    size_t offset;     /* of the field in the struct that is filled */
    unsigned min, max;
    const char *const *words; /* of a CLI_WORD, ended by NULL */
    const char *standard;     /* the default as the user would write it; NULL: none is set */
    enum cli_kind kind;
    char letter; /* 'o' where -o means the same as --output; 0: none */
} cli_option;

/* Rows of a table. Naming a field of the wrong type does not compile. */
#define CLI_FIELD(kind, type, field) _Generic(((type *)NULL)->field, kind : offsetof(type, field))
/* clang-format off */
#define CLI_SWITCH_ROW(type, field, name_, help_)                                               \
    {.name = name_, .help = help_, .kind = CLI_SWITCH, .offset = CLI_FIELD(bool, type, field)}
#define CLI_NUMBER_ROW(type, field, name_, value_, min_, max_, standard_, help_)                \
    {.name = name_, .value = value_, .help = help_, .kind = CLI_NUMBER, .min = min_,            \
     .max = max_, .standard = standard_, .offset = CLI_FIELD(unsigned, type, field)}
#define CLI_STRING_ROW(type, field, name_, value_, help_)                                       \
    {.name = name_, .value = value_, .help = help_, .kind = CLI_STRING,                         \
     .offset = CLI_FIELD(const char *, type, field)}
#define CLI_FILE_ROW(type, field, name_, value_, help_)                                         \
    {.name = name_, .value = value_, .help = help_, .kind = CLI_FILE,                           \
     .offset = CLI_FIELD(const char *, type, field)}
#define CLI_BUFFER_ROW(type, field, name_, value_, help_)                                       \
    {.name = name_, .value = value_, .help = help_, .kind = CLI_BUFFER,                         \
     .max = sizeof(((type *)NULL)->field), .offset = CLI_FIELD(char *, type, field)}
/* A buffer that cannot be set to an empty text. */
#define CLI_FILLED_ROW(type, field, name_, value_, help_)                                       \
    {.name = name_, .value = value_, .help = help_, .kind = CLI_BUFFER, .min = 1,               \
     .max = sizeof(((type *)NULL)->field), .offset = CLI_FIELD(char *, type, field)}
#define CLI_WORD_ROW(type, field, name_, value_, words_, standard_, help_)                      \
    {.name = name_, .value = value_, .help = help_, .kind = CLI_WORD, .words = words_,          \
     .standard = standard_, .offset = CLI_FIELD(int, type, field)}
/* clang-format on */

/* Options that several verbs may share. */
typedef struct cli_group {
    const char *title;         /* heading in --help; NULL: none */
    const cli_option *options; /* NULL ends the groups of a verb */
    size_t offset;             /* of the group's struct in the verb's */
    size_t given; /* of a const char * in the verb's struct, which gets the name of an option of the
                     group that was given; 0: none */
} cli_group;

typedef struct cli_verb {
    const char *name;
    const char *usage;       /* what --help prints before the options */
    const cli_group *groups; /* ended by a row without options */
    const char *notes;       /* what --help prints after them; NULL: nothing */
    const char *operands;    /* what else is expected: "one record"; NULL: nothing */
    int min, max;            /* how many of them */
} cli_verb;

/* Sets the defaults, then reads argv[1] … argv[argc - 1]. The operands are moved to the front:
 * argv[1] … argv[n], where n is returned. Returns -1 if there is nothing left to do but to return
 * *status: help was printed, or an error reported. */
int cli_read(const cli_verb *verb, int argc, char **argv, void *fields, int *status);

/* The two parts of cli_read, for settings that are also read from elsewhere. */
void cli_set_defaults(const cli_verb *verb, void *fields);
int cli_parse(const cli_verb *verb, int argc, char **argv, void *fields, int *status);

/* Finds an option by its whole name, of so many bytes; group gets the group it is in. NULL: none.
 */
const cli_option *cli_find(const cli_verb *verb, const char *name, size_t length,
                           const cli_group **group);

/* Gives an option the value that was found somewhere ("--port", "ELEKTRO_PORT"). False after an
 * error message. */
bool cli_set(const cli_verb *verb, const cli_group *group, const cli_option *option,
             const char *value, const char *where, void *fields);

/* Prints where --help is; returns CLI_USAGE. */
int cli_misused(const cli_verb *verb);

/* Prints "elektro VERB: ", the message and a new line on standard error; returns false. */
bool cli_complain(const char *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Complaints go to take from now on, as a text without an end of line, and not to standard error;
 * NULL: as before. A server that runs logs them. */
void cli_complain_to(void (*take)(const char *text));

/* A whole number in decimal digits; false if the text is none or out of bounds. */
bool cli_parse_number(const char *text, unsigned long min, unsigned long max,
                      unsigned long *number);

/* Flushes standard output. Returns the exit status, after an error message if not all was written.
 */
int cli_printed(const char *verb);

#endif
