/* The catalog of sentences, made from data/messages/en.json when Elektro is built; sorted by key.
 */
#ifndef ELEKTRO_MESSAGES_H
#define ELEKTRO_MESSAGES_H

#include <stddef.h>

typedef struct rec_message_row {
    const char *key;
    const char *text;
} rec_message_row;

extern const rec_message_row rec_messages[];
extern const size_t rec_message_count;

#endif
