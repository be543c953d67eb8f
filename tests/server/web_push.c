/* Unit tests of messages for Web Push: the example of RFC 8291, keys that are wrong, and the header
 * that says who sends them. */
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness.h"
#include "net/vapid.h"
#include "net/web_push.h"

/* RFC 8291, appendix A. */
static const char text[] = "When I grow up, I want to be a watermelon",
                  own_private[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
                  own_public[] = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
                                 "6TlzAC8wEqKK6PBru3jl7A8",
                  p256dh[] = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7V"
                             "d8pZGH6SRpkNtoIAiw4",
                  auth[] = "BTBZMqHH6r4Tts7J_aSIgg", salt[] = "DGv6ra1nlYgDCS1FRnbzlw",
                  expected[] =
                      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6"
                      "e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZ"
                      "wbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

enum { ENCODING = sodium_base64_VARIANT_URLSAFE_NO_PADDING, PRIVATE = 32 };

static void decode(const char *encoded, uint8_t *bytes, size_t size)
{
    size_t length;
    assert_int_equal(
        sodium_base642bin(bytes, size, encoded, strlen(encoded), NULL, &length, NULL, ENCODING), 0);
    assert_int_equal(length, size);
}

/* The key pair of the example. */
static EVP_PKEY *example_key(void)
{
    uint8_t number[PRIVATE], point[SV_PUSH_POINT];
    char group[] = "prime256v1";
    EVP_PKEY *key = NULL;
    decode(own_private, number, sizeof number);
    decode(own_public, point, sizeof point);
    for (unsigned i = 0; i < PRIVATE / 2; i++) { /* OpenSSL wants it in the order of this machine */
        const uint8_t kept = number[i];
        number[i] = number[PRIVATE - 1 - i];
        number[PRIVATE - 1 - i] = kept;
    }
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point),
        OSSL_PARAM_construct_BN(OSSL_PKEY_PARAM_PRIV_KEY, number, sizeof number),
        OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    assert_int_equal(EVP_PKEY_fromdata_init(context), 1);
    assert_int_equal(EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters), 1);
    EVP_PKEY_CTX_free(context);
    return key;
}

static sv_push_keys example_keys(void)
{
    sv_push_keys keys;
    rec_error error;
    assert_true(sv_push_keys_read(p256dh, auth, &keys, &error));
    return keys;
}

static void the_example_of_the_standard_is_encrypted(void **state)
{
    uint8_t bytes[SV_PUSH_SALT];
    char encoded[512];
    const sv_push_keys keys = example_keys();
    sv_push_body body;
    (void)state;
    EVP_PKEY *own = example_key();
    decode(salt, bytes, sizeof bytes);
    assert_true(sv_push_encrypt_with(&keys, own, bytes, text, &body));
    sodium_bin2base64(encoded, sizeof encoded, body.bytes, body.size, ENCODING);
    assert_string_equal(encoded, expected);
    EVP_PKEY_free(own);
}

static void no_two_messages_have_a_key_or_a_salt_in_common(void **state)
{
    const sv_push_keys keys = example_keys();
    sv_push_body one, two;
    (void)state;
    assert_true(sv_push_encrypt(&keys, text, &one));
    assert_true(sv_push_encrypt(&keys, text, &two));
    assert_int_equal(one.size, two.size);
    assert_memory_not_equal(one.bytes, two.bytes, SV_PUSH_SALT);
    assert_memory_not_equal(one.bytes + 21, two.bytes + 21, SV_PUSH_POINT);
}

static void a_text_may_be_empty_or_long_and_no_longer(void **state)
{
    char *long_text = malloc(SV_PUSH_TEXT_MAX + 2);
    const sv_push_keys keys = example_keys();
    sv_push_body body;
    (void)state;
    assert_true(sv_push_encrypt(&keys, "", &body));
    memset(long_text, 'x', SV_PUSH_TEXT_MAX + 1);
    long_text[SV_PUSH_TEXT_MAX] = '\0';
    assert_true(sv_push_encrypt(&keys, long_text, &body));
    assert_int_equal(body.size, SV_PUSH_BODY_MAX);
    assert_true(body.size <= 4096); /* what push services accept */
    long_text[SV_PUSH_TEXT_MAX] = 'x';
    long_text[SV_PUSH_TEXT_MAX + 1] = '\0';
    assert_false(sv_push_encrypt(&keys, long_text, &body));
    free(long_text);
}

static void keys_that_are_wrong_are_refused(void **state)
{
    static const char *const bad_points[] = {
        "", "=", "BCVxsr7N",
        ("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7V"
         "d8pZGH6SRpkNtoIAiw4="), /* padded */
        "BCVxsr7N/eNgVRqvHtD0zTZsEc6+VV+JvLexhqUzORcxaOzi6+AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        /* not on the curve; of another form; the point at infinity */
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8",
        "AyVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    static const char *const bad_secrets[] = {"", "BTBZMqHH6r4Tts7J_aSI", "BTBZMqHH6r4Tts7J_aSIggA",
                                              "BTBZMqHH6r4Tts7J_aSIg*", "BTBZMqHH6r4Tts7J_aSIgg=="};
    sv_push_keys keys;
    rec_error error;
    (void)state;
    for (size_t i = 0; i < sizeof bad_points / sizeof *bad_points; i++) {
        assert_false(sv_push_keys_read(bad_points[i], auth, &keys, &error));
        assert_string_equal(error.code, "bad-request");
        assert_non_null(strstr(error.text, "p256dh"));
    }
    for (size_t i = 0; i < sizeof bad_secrets / sizeof *bad_secrets; i++) {
        assert_false(sv_push_keys_read(p256dh, bad_secrets[i], &keys, &error));
        assert_string_equal(error.code, "bad-request");
        assert_non_null(strstr(error.text, "auth"));
    }
}

/* ---------------------------------------------------------------------------------------- vapid */

/* The part of a token between two points, decoded. */
static size_t decode_part(const char *token, unsigned number, uint8_t *bytes, size_t room)
{
    size_t length;
    for (unsigned i = 0; i < number; i++)
        token = strchr(token, '.') + 1;
    assert_int_equal(
        sodium_base642bin(bytes, room, token, strcspn(token, ".,"), NULL, &length, NULL, ENCODING),
        0);
    return length;
}

static void assert_claims(const sv_vapid *vapid, const char *endpoint, const char *claims)
{
    char header[SV_VAPID_HEADER_MAX];
    uint8_t bytes[512];
    assert_true(sv_vapid_header(vapid, endpoint, 1000000, header));
    const size_t length = decode_part(strchr(header, '=') + 1, 1, bytes, sizeof bytes - 1);
    bytes[length] = '\0';
    assert_string_equal((char *)bytes, claims);
}

#define REST ",\"exp\":44200,\"sub\":\"mailto:a@b.example\"}"

static void the_header_names_the_origin_the_contact_and_the_key(void **state)
{
    char path[] = "/tmp/elektro-push-XXXXXX", header[SV_VAPID_HEADER_MAX], why[SV_VAPID_WHY];
    uint8_t bytes[64];
    (void)state;
    close(mkstemp(path));
    unlink(path);
    assert_true(sv_vapid_make(path, why));
    sv_vapid *v = sv_vapid_open(path, "mailto:a@b.example", why);
    assert_non_null(v);
    assert_claims(v, "https://push.example/send/abc?d#e", "{\"aud\":\"https://push.example\"" REST);
    assert_claims(v, "https://push.example:8443/x", "{\"aud\":\"https://push.example:8443\"" REST);
    assert_claims(v, "https://push.example:443/x", "{\"aud\":\"https://push.example\"" REST);
    assert_true(sv_vapid_header(v, "https://c.example/", 0, header));
    assert_memory_equal(header, "Authorization: vapid t=", 23);
    assert_string_equal(strstr(header, ", k=") + 4, sv_vapid_public(v));
    assert_int_equal(decode_part(header + 23, 2, bytes, sizeof bytes), 64);
    sv_vapid *other = sv_vapid_share(v);
    sv_vapid_close(v);
    assert_int_equal(strlen(sv_vapid_public(other)), SV_PUSH_POINT_TEXT - 1);
    sv_vapid_close(other);
    unlink(path);
}

static void write_file(const char *path, int type, const char *group)
{
    FILE *file = fopen(path, "w");
    EVP_PKEY *key =
        type == EVP_PKEY_EC ? EVP_EC_gen(group) : EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    assert_int_equal(PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL), 1);
    EVP_PKEY_free(key);
    fclose(file);
}

static void a_file_has_a_private_key_of_the_right_kind(void **state)
{
    static const char *const good[] = {"mailto:a@b.example", "https://b.example/about"};
    static const char *const bad[] = {
        "",         "a@b.example",      "mailto:",     "mailto:ab",
        "https://", "http://b.example", "https://a b", "mailto:a@b\nc"};
    char path[] = "/tmp/elektro-push-XXXXXX", why[SV_VAPID_WHY];
    struct stat status;
    (void)state;
    close(mkstemp(path));
    assert_false(sv_vapid_make(path, why)); /* it exists */
    assert_non_null(strstr(why, "exists already"));
    assert_null(sv_vapid_open(path, good[0], why)); /* it is empty */
    assert_non_null(strstr(why, "P-256"));
    write_file(path, EVP_PKEY_EC, "P-384");
    assert_null(sv_vapid_open(path, good[0], why));
    write_file(path, EVP_PKEY_ED25519, NULL);
    assert_null(sv_vapid_open(path, good[0], why));
    unlink(path);
    assert_null(sv_vapid_open(path, good[0], why));
    assert_non_null(strstr(why, "No such file"));
    assert_true(sv_vapid_make(path, why));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        sv_vapid *v = sv_vapid_open(path, good[i], why);
        assert_non_null(v);
        sv_vapid_close(v);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(sv_vapid_open(path, bad[i], why));
        assert_non_null(strstr(why, "push-contact"));
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_standard_is_encrypted),
        cmocka_unit_test(no_two_messages_have_a_key_or_a_salt_in_common),
        cmocka_unit_test(a_text_may_be_empty_or_long_and_no_longer),
        cmocka_unit_test(keys_that_are_wrong_are_refused),
        cmocka_unit_test(the_header_names_the_origin_the_contact_and_the_key),
        cmocka_unit_test(a_file_has_a_private_key_of_the_right_kind),
    };
    return sodium_init() < 0 || cmocka_run_group_tests(tests, NULL, NULL);
}
