/*
 * A state as bytes, and its hash.
 *
 * Format, all numbers little-endian:
 *
 *     0   4  "EKST"
 *     4   2  version of this format: 1
 *     6   2  EK_RULES_VERSION
 *     8   8  fingerprint of the rules
 *    16 456  ek_state as declared: it has no pointers and no padding
 *   472   8  checksum of all bytes before it
 */
#include "game.h"

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "states are kept and hashed as the bytes of a little-endian machine"
#endif

enum { SAVE_MAGIC = 0x54534b45, SAVE_VERSION = 1 };

typedef struct saved {
    uint32_t magic;
    uint16_t version, rules_version;
    uint64_t fingerprint;
    ek_state state;
    uint64_t checksum;
} saved;

_Static_assert(sizeof(saved) == 480 && sizeof(saved) <= (size_t)EK_SAVED_MAX,
               "the format of saved states changed");

/* The words are mixed one after the other: multiply, then fold the high half down. */
static uint64_t hash_words(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint64_t hash = size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word;
        __builtin_memcpy(&word, bytes + i, 8);
        hash = (hash ^ word) * UINT64_C(0x9fb21c651e98df25);
        hash ^= hash >> 32;
    }
    return hash ^ hash >> 29;
}

uint64_t ek_hash(const ek_state *state)
{
    return hash_words(state, sizeof *state);
}

size_t ek_save(const ek_rules *rules, const ek_state *state, uint8_t bytes[EK_SAVED_MAX])
{
    saved out = {.magic = SAVE_MAGIC,
                 .version = SAVE_VERSION,
                 .rules_version = EK_RULES_VERSION,
                 .fingerprint = rules->fingerprint,
                 .state = *state};
    out.checksum = hash_words(&out, offsetof(saved, checksum));
    __builtin_memcpy(bytes, &out, sizeof out);
    return sizeof out;
}

ek_reason ek_load(const ek_rules *rules, const uint8_t *bytes, size_t size, ek_state *state)
{
    saved in;
    if (size != sizeof in)
        return EK_REASON_BAD_BYTES;
    __builtin_memcpy(&in, bytes, sizeof in);
    if (in.magic != SAVE_MAGIC)
        return EK_REASON_BAD_BYTES;
    if (in.version != SAVE_VERSION || in.rules_version != EK_RULES_VERSION)
        return EK_REASON_OTHER_VERSION;
    if (in.checksum != hash_words(&in, offsetof(saved, checksum)))
        return EK_REASON_BAD_BYTES;
    if (in.fingerprint != rules->fingerprint)
        return EK_REASON_OTHER_RULES;
    if (ek_check(rules, &in.state) != EK_LAW_NONE)
        return EK_REASON_BROKEN_LAW;
    *state = in.state;
    return EK_REASON_OK;
}
