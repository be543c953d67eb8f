/* Copying and clearing on a GPU: all places and sizes, and nothing beside them. */
#include "copy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { PLACES = 9, SIZES = 150, ROOM = SIZES + 2 * PLACES, OTHER = 0xa5 };

typedef struct bytes {
    _Alignas(16) unsigned char at[ROOM];
} bytes;

static void test_copy(void **state)
{
    bytes from;
    (void)state;
    for (unsigned i = 0; i < ROOM; i++)
        from.at[i] = (unsigned char)(i + 1);
    for (unsigned place = 0; place < PLACES; place++)
        for (unsigned source = 0; source < PLACES; source++)
            for (unsigned size = 0; size < SIZES; size++) {
                bytes to, expected;
                memset(to.at, OTHER, ROOM);
                memset(expected.at, OTHER, ROOM);
                memcpy(expected.at + place, from.at + source, size);
                gp_copy(to.at + place, from.at + source, size);
                assert_memory_equal(to.at, expected.at, ROOM);
            }
}

static void test_clear(void **state)
{
    (void)state;
    for (unsigned place = 0; place < PLACES; place++)
        for (unsigned size = 0; size < SIZES; size++) {
            bytes cleared, expected;
            memset(cleared.at, OTHER, ROOM);
            memset(expected.at, OTHER, ROOM);
            memset(expected.at + place, 0, size);
            gp_clear(cleared.at + place, size);
            assert_memory_equal(cleared.at, expected.at, ROOM);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
