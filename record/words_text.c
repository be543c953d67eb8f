#include "words_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"

#define WORD(name, word) word,
static const char *const editions[] = {EK_EDITION_WORDS(WORD)};
static const char *const phases[] = {EK_PHASE_WORDS(WORD)};
static const char *const fuels[] = {EK_FUEL_WORDS(WORD)};
static const char *const kinds[] = {EK_KIND_WORDS(WORD)};
static const char *const moves[] = {EK_MOVE_WORDS(WORD)};
static const char *const events[] = {EK_EVENT_WORDS(WORD)};
static const char *const removals[] = {EK_REMOVAL_WORDS(WORD)};
static const char *const reasons[] = {EK_REASON_WORDS(WORD)};
static const char *const laws[] = {EK_LAW_WORDS(WORD)};
static const char *const chances[] = {EK_CHANCE_WORDS(WORD)};
static const char *const backs[] = {EK_BACK_WORDS(WORD)};
#undef WORD

#define WORD(name, word, key) word,
const char *const rec_option_words[EK_OPTIONS] = {EK_OPTION_WORDS(WORD)};
#undef WORD
#define KEY(name, word, key) key,
const char *const rec_option_keys[EK_OPTIONS] = {EK_OPTION_WORDS(KEY)};
#undef KEY

#define COUNT(list)      (sizeof(list) / sizeof *(list))
#define WORD_OF(list, i) ((i) < COUNT(list) ? (list)[i] : "unknown")

const char *rec_edition_word(unsigned edition)
{
    return WORD_OF(editions, edition);
}

const char *rec_phase_word(unsigned phase)
{
    return WORD_OF(phases, phase);
}

const char *rec_fuel_word(unsigned fuel)
{
    return WORD_OF(fuels, fuel);
}

const char *rec_kind_word(unsigned kind)
{
    return WORD_OF(kinds, kind);
}

const char *rec_move_word(unsigned type)
{
    return WORD_OF(moves, type);
}

const char *rec_event_word(unsigned type)
{
    return WORD_OF(events, type);
}

const char *rec_removal_word(unsigned why)
{
    return WORD_OF(removals, why);
}

const char *rec_reason_word(unsigned reason)
{
    return WORD_OF(reasons, reason);
}

const char *rec_law_word(unsigned law)
{
    return WORD_OF(laws, law);
}

const char *rec_back_word(unsigned back)
{
    return WORD_OF(backs, back);
}

static int number_of(const char *const *list, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], word) == 0)
            return (int)i;
    return -1;
}

int rec_edition_named(const char *word)
{
    return number_of(editions, COUNT(editions), word);
}

int rec_phase_named(const char *word)
{
    return number_of(phases, COUNT(phases), word);
}

int rec_fuel_named(const char *word)
{
    return number_of(fuels, COUNT(fuels), word);
}

int rec_move_named(const char *word)
{
    return number_of(moves, COUNT(moves), word);
}

int rec_event_named(const char *word)
{
    return number_of(events, COUNT(events), word);
}

int rec_removal_named(const char *word)
{
    return number_of(removals, COUNT(removals), word);
}

int rec_chance_named(const char *word)
{
    return number_of(chances, COUNT(chances), word);
}

int rec_back_named(const char *word)
{
    return number_of(backs, COUNT(backs), word);
}

static int by_key(const void *key, const void *message)
{
    return strcmp(key, ((const rec_message_row *)message)->key);
}

const char *rec_message(const char *key)
{
    const rec_message_row *row =
        bsearch(key, rec_messages, rec_message_count, sizeof *rec_messages, by_key);
    return row ? row->text : key;
}

const char *rec_reason_text(unsigned reason)
{
    char key[64];
    snprintf(key, sizeof key, "reason.%s", rec_reason_word(reason));
    const char *text = rec_message(key);
    return text == key ? rec_reason_word(reason) : text;
}
