#include "rules_cache.h"

#include <stdlib.h>
#include <string.h>

#include "journal.h"

enum { BUCKETS = 256 };

typedef struct shared {
    ek_rules rules; /* first, so that a pointer to the rules is one to this struct */
    unsigned holders;
    struct shared *next;
} shared;

static shared *bucket[BUCKETS];

static shared **bucket_of(const ek_board *board, const ek_config *c)
{
    const uintptr_t mix = (uintptr_t)board / sizeof *board + c->edition * 7u + c->players * 31u +
                          c->options * 101u + c->zone * 211u;
    return &bucket[mix % BUCKETS];
}

static bool fits(const ek_rules *rules, const ek_board *board, const ek_config *config)
{
    return rules->board == board && memcmp(&rules->config, config, sizeof *config) == 0;
}

const ek_rules *jn_rules_share(const ek_rules *rules)
{
    ((shared *)(uintptr_t)rules)->holders++;
    return rules;
}

unsigned jn_rules_get(const ek_board *board, const ek_config *config, const ek_rules **rules)
{
    shared **head = bucket_of(board, config);
    for (shared *each = *head; each; each = each->next)
        if (fits(&each->rules, board, config)) {
            *rules = jn_rules_share(&each->rules);
            return EK_REASON_OK;
        }
    shared *made = calloc(1, sizeof *made);
    if (!made)
        return JN_NO_MEMORY;
    const ek_reason reason = ek_rules_init(&made->rules, board, config);
    if (reason != EK_REASON_OK) {
        free(made);
        return reason;
    }
    made->holders = 1;
    made->next = *head;
    *head = made;
    *rules = &made->rules;
    return EK_REASON_OK;
}

void jn_rules_release(const ek_rules *rules)
{
    shared *held = (shared *)(uintptr_t)rules;
    if (!held || --held->holders > 0)
        return;
    shared **at = bucket_of(rules->board, &rules->config);
    while (*at != held)
        at = &(*at)->next;
    *at = held->next;
    free(held);
}
