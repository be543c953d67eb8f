/* The engine's vocabulary as text: the words of engine/words.h, and sentences for people. */
#ifndef ELEKTRO_WORDS_TEXT_H
#define ELEKTRO_WORDS_TEXT_H

#include "elektro.h"

const char *rec_edition_word(unsigned edition);
const char *rec_phase_word(unsigned phase);
const char *rec_fuel_word(unsigned fuel);
const char *rec_kind_word(unsigned kind);
const char *rec_move_word(unsigned type);
const char *rec_event_word(unsigned type);
const char *rec_removal_word(unsigned why);
const char *rec_reason_word(unsigned reason);
const char *rec_law_word(unsigned law);
const char *rec_back_word(unsigned back); /* "unknown", "plug", "socket" */

/* The options of a table by their bit in enum ek_option: in texts, and as keys in JSON. */
extern const char *const rec_option_words[EK_OPTIONS];
extern const char *const rec_option_keys[EK_OPTIONS];

/* The number of a word; -1 if it is unknown. */
int rec_edition_named(const char *word);
int rec_phase_named(const char *word);
int rec_fuel_named(const char *word);
int rec_move_named(const char *word);
int rec_event_named(const char *word);
int rec_removal_named(const char *word);
int rec_chance_named(const char *word);
int rec_back_named(const char *word);

/* The sentence of the catalog (data/messages/en.json) for a key such as "reason.cannot-pay"; the
 * key itself if the catalog has none. */
const char *rec_message(const char *key);

/* Why something is refused, as a sentence. */
const char *rec_reason_text(unsigned reason);

#endif
