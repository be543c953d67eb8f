#include "notices/address.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { LOCAL_MAX = 64, LABEL_MAX = 63 };

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
static const char in_labels[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
static const char in_local[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~";

/* Whether a text is words of such characters with single dots between them; *words: how many. */
static bool is_dotted(const char *text, size_t length, const char *allowed, size_t word_max,
                      unsigned *words)
{
    size_t at = 0;
    for (*words = 0; at <= length; at++, ++*words) {
        const size_t word = strspn(text + at, allowed);
        if (word == 0 || word > word_max || at + word > length)
            return false;
        at += word;
        if (at < length && text[at] != '.')
            return false;
    }
    return true;
}

/* No label begins or ends with a hyphen, and the last one has a letter first: it is no IPv4
 * address. */
static bool is_domain(const char *domain)
{
    unsigned labels;
    const char *last = strrchr(domain, '.');
    return is_dotted(domain, strlen(domain), in_labels, LABEL_MAX, &labels) && labels >= 2 &&
           strchr(letters, last[1]) && last[2] && domain[0] != '-' &&
           domain[strlen(domain) - 1] != '-' && !strstr(domain, "-.") && !strstr(domain, ".-");
}

bool sv_address_fits(const char *field, const char *address, rec_error *error)
{
    const char *at = strchr(address, '@');
    unsigned words;
    return (at && strlen(address) < SV_MAILBOX_MAX && at - address <= LOCAL_MAX &&
            is_dotted(address, (size_t)(at - address), in_local, LOCAL_MAX, &words) &&
            is_domain(at + 1)) ||
           sv_fail(error, SV_ERROR_BAD_REQUEST,
                   "\"%s\": expected an address such as anna@example.org.", field);
}

/* Without what follows a "+": mail servers that know it deliver all of them to one mailbox. */
void sv_address_hash(const char *address, char hash[SV_HEX_MAX])
{
    char folded[SV_MAILBOX_MAX];
    uint8_t bytes[crypto_hash_sha256_BYTES];
    size_t length = 0;
    bool skipping = false;
    for (const char *at = address; *at && length < sizeof folded; at++) {
        skipping = (skipping || (*at == '+' && at > address)) && *at != '@';
        if (!skipping)
            folded[length++] = (char)tolower((unsigned char)*at);
    }
    crypto_hash_sha256(bytes, (const uint8_t *)folded, length);
    sodium_bin2hex(hash, SV_HEX_MAX, bytes, sizeof bytes);
}

void sv_address_hint(const char *address, char hint[SV_MAILBOX_MAX])
{
    const char *at = strchr(address, '@');
    snprintf(hint, SV_MAILBOX_MAX, "%.1s…%s", address, at ? at : "");
}
