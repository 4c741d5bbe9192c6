/**
 * Timer, as oveRTOS's tables for Zephyr name it (suite timer): a one-shot timer is started and stopped
 * again. It would expire after a day instead of a second, as in the program behind the tables:
 * FreeRTOS remembers when a stopped timer would have expired and does some work then, which must not
 * fall into the run.
 */
#include "cyclescope/bench.h"

#define SECONDS (24u * 60u * 60u)

static cyclescope_os_timer s_timer;
static uint32_t s_failures;
static volatile uint32_t s_expired;

static void expired(void *unused)
{
    (void)unused;
    s_expired += 1u;
}

static const char *create(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_TIMER_REFUSED;
    if (refused) return refused;
    s_failures = 0;
    s_expired = 0;
    if (cyclescope_os_timer_create(&s_timer, SECONDS, expired, NULL)) return NULL;
    return "the timer could not be created";
}

/** The pair has no place for a check of its own: repeats it step by step. */
static const char *does_both(void)
{
    if (cyclescope_os_timer_is_active(&s_timer)) return "the timer still runs at the end";
    if (!cyclescope_os_timer_start(&s_timer) || !cyclescope_os_timer_is_active(&s_timer)) {
        return "starting the timer had no effect";
    }
    if (!cyclescope_os_timer_stop(&s_timer) || cyclescope_os_timer_is_active(&s_timer)) {
        return "stopping the timer had no effect";
    }
    return NULL;
}

static const char *delete_stopped(cyclescope_run *run)
{
    (void)run;
    const char *wrong = does_both();
    cyclescope_os_timer_delete(&s_timer);
    if (s_failures) return "a start or stop was refused";
    if (s_expired) return "the timer expired although it was stopped";
    return wrong;
}

CYCLESCOPE_BENCH(start_stop, .about = "start a timer and stop it again before it expires",
                 .iterations = 1000, .event_bytes = 256u, .begin = create, .end = delete_stopped)
{
    if (CYCLESCOPE_SELDOM(!cyclescope_os_timer_start(&s_timer))) ++s_failures;
    if (CYCLESCOPE_SELDOM(!cyclescope_os_timer_stop(&s_timer))) ++s_failures;
}
