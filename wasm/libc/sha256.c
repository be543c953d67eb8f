/* SHA-256 (FIPS 180-4), HMAC (RFC 2104), and bytes as hexadecimal. */
#include <sodium.h>
#include <string.h>

/* ------------------------------------------------------------------------------------ SHA-256 */

static const uint32_t constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

static void spread(const uint8_t block[64], uint32_t w[64])
{
    for (unsigned i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (unsigned i = 16; i < 64; i++) {
        const uint32_t a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
        const uint32_t b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
}

static void mix(crypto_hash_sha256_state *s)
{
    uint32_t w[64], h[8];
    spread(s->block, w);
    memcpy(h, s->sum, sizeof h);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t e = turn(h[4], 6) ^ turn(h[4], 11) ^ turn(h[4], 25);
        const uint32_t choice = (h[4] & h[5]) ^ (~h[4] & h[6]);
        const uint32_t first = h[7] + e + choice + constant[i] + w[i];
        const uint32_t a = turn(h[0], 2) ^ turn(h[0], 13) ^ turn(h[0], 22);
        const uint32_t majority = (h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]);
        memmove(h + 1, h, 7 * sizeof *h);
        h[4] += first;
        h[0] = first + a + majority;
    }
    for (unsigned i = 0; i < 8; i++)
        s->sum[i] += h[i];
}

static void begin(crypto_hash_sha256_state *s)
{
    *s = (crypto_hash_sha256_state){.sum = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

static void add(crypto_hash_sha256_state *s, const uint8_t *bytes, unsigned long long size)
{
    for (unsigned long long i = 0; i < size; i++) {
        s->block[s->length++ % sizeof s->block] = bytes[i];
        if (s->length % sizeof s->block == 0)
            mix(s);
    }
}

static void finish(crypto_hash_sha256_state *s, uint8_t hash[32])
{
    const uint64_t bits = s->length * 8;
    uint8_t tail[8];
    for (unsigned i = 0; i < 8; i++)
        tail[i] = (uint8_t)(bits >> (56 - 8 * i));
    add(s, (const uint8_t *)"\x80", 1);
    while (s->length % sizeof s->block != sizeof s->block - sizeof tail)
        add(s, (const uint8_t *)"", 1);
    add(s, tail, sizeof tail);
    for (unsigned i = 0; i < 32; i++)
        hash[i] = (uint8_t)(s->sum[i / 4] >> (24 - 8 * (i % 4)));
}

int crypto_hash_sha256(uint8_t *hash, const uint8_t *bytes, unsigned long long size)
{
    crypto_hash_sha256_state s;
    begin(&s);
    add(&s, bytes, size);
    finish(&s, hash);
    return 0;
}

/* --------------------------------------------------------------------------------------- HMAC */

/* Keys are never longer than a block here. */
int crypto_auth_hmacsha256_init(crypto_auth_hmacsha256_state *hmac, const uint8_t *key, size_t size)
{
    uint8_t inner[64], outer[64];
    for (size_t i = 0; i < sizeof inner; i++) {
        inner[i] = (uint8_t)((i < size ? key[i] : 0) ^ 0x36);
        outer[i] = (uint8_t)((i < size ? key[i] : 0) ^ 0x5c);
    }
    begin(&hmac->inner);
    begin(&hmac->outer);
    add(&hmac->inner, inner, sizeof inner);
    add(&hmac->outer, outer, sizeof outer);
    return 0;
}

int crypto_auth_hmacsha256_update(crypto_auth_hmacsha256_state *hmac, const uint8_t *bytes,
                                  unsigned long long size)
{
    add(&hmac->inner, bytes, size);
    return 0;
}

int crypto_auth_hmacsha256_final(crypto_auth_hmacsha256_state *hmac, uint8_t *hash)
{
    uint8_t inner[32];
    finish(&hmac->inner, inner);
    add(&hmac->outer, inner, sizeof inner);
    finish(&hmac->outer, hash);
    return 0;
}

int crypto_auth_hmacsha256(uint8_t *hash, const uint8_t *bytes, unsigned long long size,
                           const uint8_t *key)
{
    crypto_auth_hmacsha256_state hmac;
    crypto_auth_hmacsha256_init(&hmac, key, crypto_auth_hmacsha256_KEYBYTES);
    crypto_auth_hmacsha256_update(&hmac, bytes, size);
    return crypto_auth_hmacsha256_final(&hmac, hash);
}

/* -------------------------------------------------------------------------------- hexadecimal */

char *sodium_bin2hex(char *text, size_t room, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    if (room < 2 * size + 1)
        __builtin_trap();
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * size] = '\0';
    return text;
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Stops at the first character that is not a digit; fails if there is no room. */
int sodium_hex2bin(uint8_t *bytes, size_t room, const char *text, size_t length, const char *ignore,
                   size_t *size, const char **end)
{
    size_t count = 0;
    (void)ignore;
    while (2 * count + 1 < length && digit_of(text[2 * count]) >= 0 &&
           digit_of(text[2 * count + 1]) >= 0) {
        if (count == room)
            return -1;
        bytes[count] = (uint8_t)(digit_of(text[2 * count]) << 4 | digit_of(text[2 * count + 1]));
        count++;
    }
    *size = count;
    *end = text + 2 * count;
    return 0;
}
