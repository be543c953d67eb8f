#include "rules.h"

#include <string.h>

const ek_rules *sm_rules_get(sm_rules *rules, const ek_board *board, const ek_config *config)
{
    uint64_t place = (uint64_t)(uintptr_t)board;
    uint32_t bytes;
    memcpy(&bytes, config, sizeof bytes);
    place = ek_random(&place) ^ bytes;
    ek_rules *kept = &rules->kept[ek_random(&place) % SM_RULES_KEPT];
    if (kept->board == board && memcmp(&kept->config, config, sizeof *config) == 0)
        return kept;
    if (ek_rules_init(kept, board, config) == EK_REASON_OK)
        return kept;
    kept->board = NULL;
    return NULL;
}
