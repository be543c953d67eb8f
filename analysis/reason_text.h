/* Reasons of an analysis as sentences and as JSON, and wastes as sentences; native programs only.
 */
#ifndef ELEKTRO_ANALYSIS_REASON_TEXT_H
#define ELEKTRO_ANALYSIS_REASON_TEXT_H

#include <jansson.h>

#include "reasons.h"
#include "story.h"
#include "waste.h"

/* A reason as an English sentence of the catalog (data/messages/en.json, why.…). */
void an_reason_text(const rec_options *options, const bot_reason *reason, char text[REC_STORY_MAX]);

/* A waste likewise (waste.…). */
void an_waste_text(const rec_options *options, const bot_waste *waste, char text[REC_STORY_MAX]);

/* {"reason": WORD, "weight": 0.0213, fields by name, "text": SENTENCE}; NULL without memory. */
json_t *an_reason_json(const rec_options *options, const bot_reason *reason);

#endif
