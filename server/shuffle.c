#include "shuffle.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

_Static_assert(SV_SEED_BYTES == crypto_auth_hmacsha256_KEYBYTES, "a seed is an HMAC key");

void sv_seed_make(char seed[SV_SEED_TEXT])
{
    uint8_t bytes[SV_SEED_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(seed, SV_SEED_TEXT, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

static bool read_seed(const char *seed, uint8_t bytes[SV_SEED_BYTES])
{
    size_t size = 0;
    const char *end = NULL;
    return sodium_hex2bin(bytes, SV_SEED_BYTES, seed, strlen(seed), NULL, &size, &end) == 0 &&
           size == SV_SEED_BYTES && *end == '\0';
}

bool sv_seed_commitment(const char *seed, char commitment[SV_SEED_TEXT])
{
    uint8_t bytes[SV_SEED_BYTES], hash[crypto_hash_sha256_BYTES];
    if (!read_seed(seed, bytes))
        return false;
    crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_bin2hex(commitment, SV_SEED_TEXT, hash, sizeof hash);
    return true;
}

static void add(crypto_auth_hmacsha256_state *hmac, const char *text)
{
    crypto_auth_hmacsha256_update(hmac, (const uint8_t *)text, strlen(text));
    crypto_auth_hmacsha256_update(hmac, (const uint8_t *)"\n", 1);
}

bool sv_shuffle_init(sv_shuffle *shuffle, const char *seed, const char *const *words,
                     unsigned players)
{
    uint8_t bytes[SV_SEED_BYTES];
    crypto_auth_hmacsha256_state hmac;
    if (!read_seed(seed, bytes))
        return false;
    crypto_auth_hmacsha256_init(&hmac, bytes, sizeof bytes);
    add(&hmac, SV_SHUFFLE);
    for (unsigned i = 0; i < players; i++)
        add(&hmac, words[i]);
    crypto_auth_hmacsha256_final(&hmac, shuffle->key);
    shuffle->used = 0;
    return true;
}

static uint64_t attempt(const sv_shuffle *shuffle, uint32_t number, uint32_t try)
{
    char text[32];
    uint8_t hash[crypto_auth_hmacsha256_BYTES];
    const int length = snprintf(text, sizeof text, "%u %u", number, try);
    crypto_auth_hmacsha256(hash, (const uint8_t *)text, (unsigned long long)length, shuffle->key);
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value = value << 8 | hash[i];
    return value;
}

uint64_t sv_shuffle_bits(sv_shuffle *shuffle)
{
    return attempt(shuffle, shuffle->used++, 0);
}

uint32_t sv_shuffle_below(sv_shuffle *shuffle, uint32_t n)
{
    /* -n mod n in 64 bits is 2^64 mod n: so many values at the top are refused. */
    const uint64_t refused = -(uint64_t)n % n;
    const uint32_t number = shuffle->used++;
    uint64_t value;
    uint32_t try = 0;
    do
        value = attempt(shuffle, number, try++);
    while (value > UINT64_MAX - refused);
    return (uint32_t)(value % n);
}

unsigned sv_shuffle_card(sv_shuffle *shuffle, ek_plants awaited)
{
    uint32_t skip = sv_shuffle_below(shuffle, (uint32_t)__builtin_popcountll(awaited));
    for (; skip; skip--)
        awaited &= awaited - 1;
    return (unsigned)__builtin_ctzll(awaited);
}

enum ek_back sv_shuffle_back(sv_shuffle *shuffle, const ek_state *state)
{
    const uint32_t cards = (uint32_t)state->deck_plug + state->deck_socket;
    return sv_shuffle_below(shuffle, cards) < state->deck_plug ? EK_BACK_PLUG : EK_BACK_SOCKET;
}
