/**
 * Rhealstone, as the performance evaluation of CMSIS-RTOS measures it, sections VI.E and VI.F: from
 * a thread's suspending itself until the lowest thread runs (5.1); the call by which an interrupt
 * handler resumes it (5.2), and from after that call until it runs again (5.3); interrupt latency
 * (6).
 *
 * The agent replaces the paper's idle thread, below the thread that suspends itself: the cost does
 * not depend on which thread is switched to, and an idle thread may let the core sleep. The
 * interrupt is requested by software instead of a timer. Where a handler can be preempted by the
 * thread that it resumes, as on Linux, that thread runs beside the agent, which yields when the
 * handler is done: otherwise 5.2 could not be separated from 5.3.
 */
#ifndef CYCLESCOPE_SUITE
#define CYCLESCOPE_SUITE "rhealstone"
#endif
#include "../common/helper.h"
#include "../common/interrupt_latency.h"

#define WORST_CASE_EVENT_BYTES 64u

static struct {
    volatile uint32_t tick;
    volatile uint32_t suspending; /* pulse 1: the thread is about to suspend itself */
    volatile uint32_t resuming;   /* pin 2 goes up: the handler is about to resume it */
    volatile uint32_t resumed;    /* pin 2 goes down */
    volatile uint32_t leaving;    /* right behind it, where the next window opens */
    volatile uint32_t arrived;    /* pulse 1 again: the thread runs */
    volatile uint32_t interrupts;
    volatile uint32_t wakes;
    volatile uint32_t wrong;
} s_resume;

static void suspending(void *unused)
{
    (void)unused;
    do {
        s_resume.tick = cyclescope_os_ticks();
        cyclescope_open_window(&s_resume.suspending);
        cyclescope_os_thread_suspend();
        s_resume.arrived = cyclescope_close_window();
        s_resume.wakes += 1u;
    } while (s_resume.wakes == s_resume.interrupts);
    s_resume.wrong += 1u;
}

static void resuming_handler(void)
{
    cyclescope_os_interrupt_enter();
    s_resume.interrupts += 1u;
    cyclescope_open_window(&s_resume.resuming);
    const bool higher = cyclescope_os_thread_resume_from_interrupt(&cyclescope_os_helper);
    s_resume.resumed = cyclescope_close_window();
    cyclescope_open_window(&s_resume.leaving);
    cyclescope_os_interrupt_leave(higher);
}

/** Lets the resumed thread run: it already has, or does when the agent yields. */
CYCLESCOPE_INLINE void give_way(void)
{
    if (CYCLESCOPE_OS_RESUMED_LEVEL == CYCLESCOPE_BESIDE) cyclescope_os_yield();
}

static const char *begin_resume(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_INTERRUPT_REFUSED;
    if (!refused) refused = CYCLESCOPE_SUSPEND_REFUSED;
    if (refused) return refused;
    if (cyclescope_os_slices_time()) return "needs time slicing switched off";
    s_resume.interrupts = s_resume.wakes = 0;
    s_resume.wrong = 0;
    refused = cyclescope_os_interrupt_take(resuming_handler, CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL);
    if (refused) return refused;
    refused = cyclescope_helper_start(suspending, CYCLESCOPE_OS_RESUMED_LEVEL);
    if (refused) (void)cyclescope_os_interrupt_give_back();
    /* Run the thread up to its first suspension. */
    if (!refused) give_way();
    return refused;
}

static const char *end_resume(cyclescope_run *run)
{
    (void)run;
    const char *wrong = cyclescope_os_interrupt_give_back();
    cyclescope_helper_end();
    if (wrong) return wrong;
    return s_resume.wrong ? "an interrupt did not resume the thread once" : NULL;
}

typedef enum { SUSPEND, RESUME, ACTIVATION } part;

CYCLESCOPE_INLINE void keep(cyclescope_run *run, part measured, uint32_t tick, uint32_t control)
{
    if (measured == SUSPEND) {
        cyclescope_store(run, s_resume.suspending, control, s_resume.tick);
    } else if (measured == RESUME) {
        cyclescope_store(run, s_resume.resuming, s_resume.resumed, tick);
    } else {
        cyclescope_store(run, s_resume.leaving, s_resume.arrived, tick);
    }
}

/** Runs cycles of the test: the thread is resumed and suspends itself again, returning control. */
CYCLESCOPE_INLINE void cycles(cyclescope_run *run, part measured)
{
    for (uint32_t i = 0; i < run->count && !s_resume.wrong; ++i) {
        const uint32_t before = s_resume.interrupts;
        const uint32_t tick = cyclescope_os_ticks();
        (void)cyclescope_os_interrupt_request();
        give_way();
        const uint32_t control = cyclescope_close_window();
        if (s_resume.interrupts == before + 1u && s_resume.wakes == before + 1u) {
            keep(run, measured, tick, control);
        } else {
            s_resume.wrong += 1u;
        }
    }
}

static void sample_suspend(cyclescope_run *run) { cycles(run, SUSPEND); }
static void sample_resume(cyclescope_run *run) { cycles(run, RESUME); }
static void sample_activation(cyclescope_run *run) { cycles(run, ACTIVATION); }

CYCLESCOPE_BENCH_CUSTOM(suspend,
                        .about = "5.1: a thread suspends itself, and the lowest one has control",
                        .event_bytes = WORST_CASE_EVENT_BYTES, .begin = begin_resume,
                        .end = end_resume, .sample = sample_suspend);

CYCLESCOPE_BENCH_CUSTOM(resume, .about = "5.2: an interrupt's handler resumes that thread",
                        .event_bytes = WORST_CASE_EVENT_BYTES, .begin = begin_resume,
                        .end = end_resume, .sample = sample_resume);

CYCLESCOPE_BENCH_CUSTOM(activation,
                        .about =
                            "5.3: from behind that call to the resumed thread; an emulator "
                            "leaves exceptions at no cost",
                        .event_bytes = WORST_CASE_EVENT_BYTES, .begin = begin_resume,
                        .end = end_resume, .sample = sample_activation);

CYCLESCOPE_BENCH_CUSTOM(interrupt_latency,
                        .about =
                            "6: from an interrupt's request to its handler; an emulator enters "
                            "exceptions at no cost",
                        .begin = begin_latency, .end = end_latency, .sample = sample_latency);
