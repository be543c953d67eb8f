#include "reason_text.h"

#include <stdio.h>

#include "report.h"
#include "state_json.h"

static unsigned values_of(const bot_reason *reason, rec_event_value values[BOT_REASON_VALUES])
{
    unsigned count = 0;
    for (unsigned i = 0; i < BOT_REASON_VALUES; i++) {
        const bot_why_field *field = &bot_why_fields[reason->word][i];
        if (field->name)
            values[count++] =
                (rec_event_value){{field->name, (enum ek_field)field->type}, reason->value[i]};
    }
    return count;
}

void an_reason_text(const rec_options *options, const bot_reason *reason, char text[REC_STORY_MAX])
{
    char key[64];
    rec_event_value values[BOT_REASON_VALUES];
    const unsigned count = values_of(reason, values);
    snprintf(key, sizeof key, "why.%s", bot_why_words[reason->word]);
    rec_tell(options, key, values, count, text);
}

json_t *an_reason_json(const rec_options *options, const bot_reason *reason)
{
    char text[REC_STORY_MAX];
    rec_event_value values[BOT_REASON_VALUES];
    const unsigned count = values_of(reason, values);
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
