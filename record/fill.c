#include "fill.h"

#include <stdio.h>
#include <string.h>

/* The length of a text in braces, both included; up to the end of the text if it is not closed. */
static size_t braced_length(const char *text)
{
    size_t length = 0;
    unsigned depth = 0;
    do {
        depth += text[length] == '{';
        depth -= text[length] == '}';
        length++;
    } while (depth > 0 && text[length]);
    return length;
}

/* Adds a form: the text between its braces, with the number for #. */
static void add_form(rec_out *out, const char *form, int number)
{
    const size_t length = braced_length(form);
    for (size_t i = 1; i + 1 < length; i++)
        if (form[i] == '#')
            rec_add(out, "%d", number);
        else
            rec_add(out, "%c", form[i]);
}

/* Whether a form is for this number, by English rules. */
static bool suits(const char *name, size_t length, int number)
{
    char exact[16];
    const int digits = snprintf(exact, sizeof exact, "=%d", number);
    if (length == (size_t)digits && strncmp(name, exact, length) == 0)
        return true;
    if (length == 3 && strncmp(name, "one", length) == 0)
        return number == 1;
    return length == 5 && strncmp(name, "other", length) == 0;
}

/* Adds the first form of a list that suits a number. */
static void add_number(rec_out *out, const char *forms, int number)
{
    for (;;) {
        forms += strspn(forms, " ");
        const char *form = strchr(forms, '{');
        if (!form || *forms == '}')
            return;
        if (suits(forms, strcspn(forms, " {"), number)) {
            add_form(out, form, number);
            return;
        }
        forms = form + braced_length(form);
    }
}

/* Fills in one field, which begins with a brace. */
static void fill_field(rec_out *out, const char *field, size_t length, const rec_filler *filler)
{
    static const char plural[] = ", plural,";
    char name[32];
    const size_t named = strcspn(field + 1, ",}");
    snprintf(name, sizeof name, "%.*s", (int)named, field + 1);
    if (filler->number && strncmp(field + 1 + named, plural, sizeof plural - 1) == 0)
        add_number(out, field + 1 + named + sizeof plural - 1, filler->number(filler->about, name));
    else if (!filler->add(out, filler->about, name))
        rec_add(out, "%.*s", (int)length, field);
}

void rec_fill(rec_out *out, const char *template, const rec_filler *filler)
{
    while (*template) {
        const size_t plain = strcspn(template, "{");
        rec_add(out, "%.*s", (int)plain, template);
        template += plain;
        if (!*template)
            return;
        const size_t length = braced_length(template);
        fill_field(out, template, length, filler);
        template += length;
    }
}
