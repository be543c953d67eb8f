/* Teams of threads: every job is done once, batch after batch, on any number of threads. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <string.h>

#include "team.h"

enum { JOBS = 200, BATCHES = 300 };

static void mark(void *context, unsigned i)
{
    unsigned char *done = context;
    done[i]++;
}

static void check_team(ar_team *team)
{
    unsigned char done[JOBS];
    for (unsigned batch = 0; batch < BATCHES; batch++) {
        const unsigned count = batch % (JOBS + 1);
        memset(done, 0, sizeof done);
        ar_team_run(team, mark, done, count);
        for (unsigned i = 0; i < JOBS; i++)
            assert_int_equal(done[i], i < count);
    }
}

static void test_every_job_once(void **state)
{
    (void)state;
    for (unsigned threads = 0; threads < 6; threads++) {
        ar_team *team = ar_team_open(threads);
        assert_non_null(team);
        check_team(team);
        ar_team_close(team);
    }
}

static void test_no_team(void **state)
{
    (void)state;
    check_team(NULL);
    ar_team_close(NULL);
    ar_team_close(ar_team_open(3)); /* without a batch */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_job_once),
        cmocka_unit_test(test_no_team),
    };
    return cmocka_run_group_tests_name("team", tests, NULL, NULL);
}
