#include "reason_text.h"

#include <stdio.h>

#include "report.h"
#include "state_json.h"

static unsigned values_of(const bot_why_field fields[BOT_REASON_VALUES],
                          const int32_t value[BOT_REASON_VALUES],
                          rec_event_value values[BOT_REASON_VALUES])
{
    unsigned count = 0;
    for (unsigned i = 0; i < BOT_REASON_VALUES; i++)
        if (fields[i].name)
            values[count++] =
                (rec_event_value){{fields[i].name, (enum ek_field)fields[i].type}, value[i]};
    return count;
}

void an_reason_text(const rec_options *options, const bot_reason *reason, char text[REC_STORY_MAX])
{
    char key[64];
    rec_event_value values[BOT_REASON_VALUES];
    const unsigned count = values_of(bot_why_fields[reason->word], reason->value, values);
    snprintf(key, sizeof key, "why.%s", bot_why_words[reason->word]);
    rec_tell(options, key, values, count, text);
}

void an_waste_text(const rec_options *options, const bot_waste *waste, char text[REC_STORY_MAX])
{
    char key[64];
    rec_event_value values[BOT_REASON_VALUES];
    const unsigned count = values_of(bot_waste_fields[waste->word], waste->value, values);
    snprintf(key, sizeof key, "waste.%s", bot_waste_words[waste->word]);
    rec_tell(options, key, values, count, text);
}

json_t *an_reason_json(const rec_options *options, const bot_reason *reason)
{
    char text[REC_STORY_MAX];
    rec_event_value values[BOT_REASON_VALUES];
    const unsigned count = values_of(bot_why_fields[reason->word], reason->value, values);
    const double weight = (double)an_round_one(reason->weight) / AN_PARTS;
    json_t *o = json_object();
    bool fine = json_object_set_new(o, "reason", json_string(bot_why_words[reason->word])) == 0 &&
                json_object_set_new(o, "weight", json_real(weight)) == 0;
    for (unsigned i = 0; fine && i < count; i++)
        fine = json_object_set_new(o, values[i].field.name,
                                   rec_value_json(options->board, &values[i])) == 0;
    an_reason_text(options, reason, text);
    if (fine && json_object_set_new(o, "text", json_string(text)) == 0)
        return o;
    json_decref(o);
    return NULL;
}
