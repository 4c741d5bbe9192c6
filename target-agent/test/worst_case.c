#include "check.h"
#include "cyclescope/port.h"
#include "fake.h"

static const char *s_wrong;
static uint32_t s_asked;
static uint32_t s_wrong_from;

const char *cyclescope_port_worst_case(void) { return s_asked++ >= s_wrong_from ? s_wrong : NULL; }

static const char *run_with(const char *wrong, uint32_t from)
{
    fake_reset();
    s_wrong = wrong;
    s_asked = 0;
    s_wrong_from = from;
    return fake_serve("run queue op=put n=10\n");
}

TEST(a_run_with_the_caches_off_is_accepted)
{
    CHECK(strstr(run_with(NULL, 0), "name=queue/put status=ok"));
}

TEST(a_run_with_the_caches_on_is_refused)
{
    CHECK_TEXT(run_with("a cache is on", 0),
               "error reason=\"no worst-case timing: a cache is on\"\n");
}

TEST(a_cache_that_is_turned_on_within_a_block_fails_the_block)
{
    CHECK(strstr(run_with("a cache is on", 3), "status=failed"));
    CHECK(strstr(run_with("a cache is on", 3), "reason=\"a cache is on\""));
}
