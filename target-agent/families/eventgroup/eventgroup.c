/**
 * Event group, as oveRTOS's tables for Zephyr name it (suite eventgroup): one bit is set, the bits are
 * read, and the bit is cleared again, which the row's name does not mention. No thread waits for it.
 */
#include "cyclescope/bench.h"

#define FLAG 1u
#define OTHER_FLAG 2u

static cyclescope_os_eventgroup s_group;
static uint32_t s_unseen;

static const char *create(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_EVENTGROUP_REFUSED;
    if (refused) return refused;
    s_unseen = 0;
    if (!cyclescope_os_eventgroup_create(&s_group)) return "the event group could not be created";
    cyclescope_os_eventgroup_set(&s_group, OTHER_FLAG);
    return NULL;
}

static const char *delete_cleared(cyclescope_run *run)
{
    (void)run;
    const uint32_t left = cyclescope_os_eventgroup_get(&s_group);
    cyclescope_os_eventgroup_delete(&s_group);
    if (s_unseen) return "a bit that was set was not read";
    return left == OTHER_FLAG ? NULL : "clearing one bit left others than those set before";
}

CYCLESCOPE_BENCH(set_get_bits, .about = "set one bit of an event group, read the bits, clear it",
                 .iterations = 1000, .event_bytes = 128u, .begin = create, .end = delete_cleared)
{
    cyclescope_os_eventgroup_set(&s_group, FLAG);
    const uint32_t read = cyclescope_os_eventgroup_get(&s_group);
    if (CYCLESCOPE_SELDOM(read != (FLAG | OTHER_FLAG))) ++s_unseen;
    cyclescope_os_eventgroup_clear(&s_group, FLAG);
}
