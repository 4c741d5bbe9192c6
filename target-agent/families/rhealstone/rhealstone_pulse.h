/**
 * Pin 1 and pin 2 of the Rhealstone tests, as the evaluation of CMSIS-RTOS describes them in section
 * VI: one of two threads opens a window, the other closes it. Where the paper uses an oscilloscope, a
 * pulse is a reading of the clock here; the 30 ns for setting a pin have no counterpart.
 */
#ifndef CYCLESCOPE_BENCHES_RHEALSTONE_PULSE_H
#define CYCLESCOPE_BENCHES_RHEALSTONE_PULSE_H

#include "../common/helper.h"

/** Windows of a test; one of them is measured at a time. */
typedef enum { NOTHING, AGENT_TO_HELPER, HELPER_TO_AGENT } pulse_window;

static struct {
    cyclescope_run *run;
    volatile pulse_window measured;
    volatile uint32_t start;
    volatile uint32_t tick;
    volatile uint32_t visits; /* how often the helper has run */
    volatile uint32_t wrong;
} s_pulse;

CYCLESCOPE_INLINE void pulse_open(void)
{
    s_pulse.tick = cyclescope_os_ticks();
    cyclescope_open_window(&s_pulse.start);
}

/** Closes the open window, and stores it if it is the measured one. */
CYCLESCOPE_INLINE void pulse_close(pulse_window window)
{
    const uint32_t stop = cyclescope_close_window();
    if (s_pulse.measured != window) return;
    cyclescope_store(s_pulse.run, s_pulse.start, stop, s_pulse.tick);
}

CYCLESCOPE_INLINE void pulse_visit(void) { s_pulse.visits += 1u; }

/** Checks that the helper has run exactly once since `visits`. */
CYCLESCOPE_INLINE void pulse_expect_one_after(uint32_t visits)
{
    if (s_pulse.visits != visits + 1u) s_pulse.wrong += 1u;
}

CYCLESCOPE_UNUSED static void pulse_reset(void)
{
    s_pulse.measured = NOTHING;
    s_pulse.visits = 0;
    s_pulse.wrong = 0;
}

#endif
