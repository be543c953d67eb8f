#include "shuffle.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

_Static_assert(JN_SEED_BYTES == crypto_auth_hmacsha256_KEYBYTES, "a seed is an HMAC key");

void jn_seed_make(char seed[JN_SEED_TEXT])
{
    uint8_t bytes[JN_SEED_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(seed, JN_SEED_TEXT, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

static bool read_seed(const char *seed, uint8_t bytes[JN_SEED_BYTES])
{
    size_t size = 0;
    const char *end = NULL;
    return sodium_hex2bin(bytes, JN_SEED_BYTES, seed, strlen(seed), NULL, &size, &end) == 0 &&
           size == JN_SEED_BYTES && *end == '\0';
}

bool jn_seed_commitment(const char *seed, char commitment[JN_SEED_TEXT])
{
    uint8_t bytes[JN_SEED_BYTES], hash[crypto_hash_sha256_BYTES];
    if (!read_seed(seed, bytes))
        return false;
    crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_bin2hex(commitment, JN_SEED_TEXT, hash, sizeof hash);
    return true;
}

static void add(crypto_auth_hmacsha256_state *hmac, const char *text)
{
    crypto_auth_hmacsha256_update(hmac, (const uint8_t *)text, strlen(text));
    crypto_auth_hmacsha256_update(hmac, (const uint8_t *)"\n", 1);
}

bool jn_is_hash(const char *text)
{
    return strlen(text) == JN_SEED_TEXT - 1 && strspn(text, "0123456789abcdef") == JN_SEED_TEXT - 1;
}

bool jn_seal(const char *table, unsigned seat, const char *salt, const char *words,
             char seal[JN_SEED_TEXT])
{
    char text[256];
    uint8_t hash[crypto_hash_sha256_BYTES];
    if (!jn_is_hash(salt) || strlen(words) >= JN_WORDS_MAX || strlen(table) >= JN_TABLE_MAX)
        return false;
    const int length = snprintf(text, sizeof text, JN_SHUFFLE_2 " seal\n%s\n%u\n%s\n%s\n", table,
                                seat, salt, words);
    crypto_hash_sha256(hash, (const uint8_t *)text, (unsigned long long)length);
    sodium_bin2hex(seal, JN_SEED_TEXT, hash, sizeof hash);
    return true;
}

static bool add_version_2(crypto_auth_hmacsha256_state *hmac, const jn_mix *mix)
{
    char attempt[16];
    snprintf(attempt, sizeof attempt, "%u", mix->attempt);
    add(hmac, JN_SHUFFLE_2);
    add(hmac, mix->table);
    add(hmac, attempt);
    for (unsigned i = 0; i < mix->players; i++) {
        if (mix->salt[i][0] && !jn_is_hash(mix->salt[i]))
            return false;
        add(hmac, mix->salt[i][0] ? mix->salt[i] : JN_NO_SEAL);
        add(hmac, mix->words[i]);
    }
    return true;
}

static bool add_version_1(crypto_auth_hmacsha256_state *hmac, const jn_mix *mix)
{
    add(hmac, JN_SHUFFLE_1);
    for (unsigned i = 0; i < mix->players; i++)
        add(hmac, mix->words[i]);
    return true;
}

bool jn_shuffle_init(jn_shuffle *shuffle, const jn_mix *mix)
{
    uint8_t bytes[JN_SEED_BYTES];
    crypto_auth_hmacsha256_state hmac;
    if (!read_seed(mix->seed, bytes))
        return false;
    crypto_auth_hmacsha256_init(&hmac, bytes, sizeof bytes);
    if (!(mix->version == 1 ? add_version_1(&hmac, mix) : add_version_2(&hmac, mix)))
        return false;
    crypto_auth_hmacsha256_final(&hmac, shuffle->key);
    shuffle->used = 0;
    return true;
}

static uint64_t attempt(const jn_shuffle *shuffle, uint32_t number, uint32_t try)
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

uint64_t jn_shuffle_bits(jn_shuffle *shuffle)
{
    return attempt(shuffle, shuffle->used++, 0);
}

uint32_t jn_shuffle_below(jn_shuffle *shuffle, uint32_t n)
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

unsigned jn_shuffle_card(jn_shuffle *shuffle, ek_plants awaited)
{
    uint32_t skip = jn_shuffle_below(shuffle, (uint32_t)__builtin_popcountll(awaited));
    for (; skip; skip--)
        awaited &= awaited - 1;
    return (unsigned)__builtin_ctzll(awaited);
}

enum ek_back jn_shuffle_back(jn_shuffle *shuffle, const ek_state *state)
{
    const uint32_t cards = (uint32_t)state->deck_plug + state->deck_socket;
    return jn_shuffle_below(shuffle, cards) < state->deck_plug ? EK_BACK_PLUG : EK_BACK_SOCKET;
}
