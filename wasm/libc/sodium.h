/* The part of libsodium that checking a shuffle needs: SHA-256, HMAC-SHA-256 and hexadecimal. */
#ifndef ELEKTRO_LIBC_SODIUM_H
#define ELEKTRO_LIBC_SODIUM_H

#include <stddef.h>
#include <stdint.h>

enum {
    crypto_hash_sha256_BYTES = 32,
    crypto_auth_hmacsha256_BYTES = 32,
    crypto_auth_hmacsha256_KEYBYTES = 32
};

typedef struct crypto_hash_sha256_state {
    uint32_t sum[8];
    uint64_t length;
    uint8_t block[64];
} crypto_hash_sha256_state;

typedef struct crypto_auth_hmacsha256_state {
    crypto_hash_sha256_state inner, outer;
} crypto_auth_hmacsha256_state;

int crypto_hash_sha256(uint8_t *hash, const uint8_t *bytes, unsigned long long size);

int crypto_auth_hmacsha256_init(crypto_auth_hmacsha256_state *hmac, const uint8_t *key,
                                size_t size);
int crypto_auth_hmacsha256_update(crypto_auth_hmacsha256_state *hmac, const uint8_t *bytes,
                                  unsigned long long size);
int crypto_auth_hmacsha256_final(crypto_auth_hmacsha256_state *hmac, uint8_t *hash);
int crypto_auth_hmacsha256(uint8_t *hash, const uint8_t *bytes, unsigned long long size,
                           const uint8_t *key);

char *sodium_bin2hex(char *text, size_t room, const uint8_t *bytes, size_t size);
int sodium_hex2bin(uint8_t *bytes, size_t room, const char *text, size_t length, const char *ignore,
                   size_t *size, const char **end);
void sodium_memzero(void *bytes, size_t size);
void randombytes_buf(void *bytes, size_t size);

#endif
