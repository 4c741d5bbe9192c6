/**
 * Time, as the oveRTOS project's table for Zephyr names it in its suite `time` ("Zephyr - zero-heap
 * mode", cross-binding benchmark results, section Zephyr): reading the system's time in microseconds,
 * and a delay of one millisecond; the published 1.09 ms is the figure of the table's sleep.
 */
#include "../common/sleep_round.h"

static uint64_t s_time;
static uint64_t s_time_before;

static const char *read_time(cyclescope_run *run)
{
    (void)run;
    s_time = s_time_before = cyclescope_os_time_us();
    return NULL;
}

static const char *check_time(cyclescope_run *run)
{
    (void)run;
    const uint64_t read = s_time;
    const bool ordered = s_time_before <= read && read <= cyclescope_os_time_us();
    return ordered ? NULL : "the time went backwards";
}

CYCLESCOPE_BENCH(time_get_us_overhead, .about = "read the system's time in microseconds",
                 .begin = read_time, .end = check_time)
{
    uint64_t *time = cyclescope_afresh(&s_time);
    *time = cyclescope_os_time_us();
}

CYCLESCOPE_BENCH(delay_1ms, .about = "wait one millisecond by the system's time",
                 .iterations = CYCLESCOPE_SLEEPS, .idles = true, .begin = may_sleep,
                 .after_each = check_length, .end = check_sleeps)
{
    cyclescope_os_delay_ms(1);
}
