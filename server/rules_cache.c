#include "rules_cache.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 256 };

struct sv_rules {
    ek_rules rules;
    unsigned holders;
    sv_rules *next;
};

static sv_rules *bucket[BUCKETS];

static unsigned bucket_of(const bd_board *board, const ek_config *c)
{
    const uintptr_t mix = (uintptr_t)board / sizeof *board + c->edition * 7u + c->players * 31u +
                          c->options * 101u + c->zone * 211u;
    return (unsigned)(mix % BUCKETS);
}

static bool fits(const ek_rules *rules, const bd_board *board, const ek_config *config)
{
    return rules->board == board->ek && memcmp(&rules->config, config, sizeof *config) == 0;
}

sv_rules *sv_rules_share(sv_rules *shared)
{
    shared->holders++;
    return shared;
}

sv_rules *sv_rules_get(const bd_board *board, const ek_config *config, rec_error *error)
{
    sv_rules **head = &bucket[bucket_of(board, config)];
    for (sv_rules *each = *head; each; each = each->next)
        if (fits(&each->rules, board, config))
            return sv_rules_share(each);
    sv_rules *made = calloc(1, sizeof *made);
    if (!made)
        return rec_fail(error, "no-memory", "There is not enough memory."), NULL;
    const ek_reason reason = ek_rules_init(&made->rules, board->ek, config);
    if (reason != EK_REASON_OK) {
        rec_refuse(error, reason);
        free(made);
        return NULL;
    }
    made->holders = 1;
    made->next = *head;
    *head = made;
    return made;
}

void sv_rules_give_back(sv_rules *shared)
{
    if (!shared || --shared->holders > 0)
        return;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (sv_rules **at = &bucket[i]; *at; at = &(*at)->next)
            if (*at == shared) {
                *at = shared->next;
                free(shared);
                return;
            }
}

const ek_rules *sv_rules_of(const sv_rules *shared)
{
    return &shared->rules;
}
