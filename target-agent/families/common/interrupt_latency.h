/**
 * Interrupt latency: from the request of an interrupt to its handler's first reading of the clock. On
 * a Cortex-M the interrupt's priority is above every one that the kernel masks.
 *
 * The handler counts: it must run once per request, before the requesting thread continues.
 */
#ifndef CYCLESCOPE_BENCHES_INTERRUPT_LATENCY_H
#define CYCLESCOPE_BENCHES_INTERRUPT_LATENCY_H

#include "cyclescope/bench.h"

static struct {
    volatile uint32_t entered;
    volatile uint32_t served;
    uint32_t wrong;
} s_latency;

static void latency_handler(void)
{
    s_latency.entered = cyclescope_close_window();
    s_latency.served += 1u;
}

static const char *begin_latency(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_INTERRUPT_REFUSED;
    if (refused) return refused;
    s_latency.served = 0;
    s_latency.wrong = 0;
    return cyclescope_os_interrupt_take(latency_handler, CYCLESCOPE_OS_INTERRUPT_ABOVE_KERNEL);
}

static void sample_latency(cyclescope_run *run)
{
    for (uint32_t i = 0; i < run->count; ++i) {
        const uint32_t served = s_latency.served;
        const volatile uint32_t tick = cyclescope_os_ticks();
        const uint32_t start = cyclescope_os_interrupt_request();
        if (s_latency.served == served + 1u) {
            cyclescope_store(run, start, s_latency.entered, tick);
        } else {
            s_latency.wrong += 1u;
        }
    }
}

static const char *end_latency(cyclescope_run *run)
{
    (void)run;
    const char *wrong = cyclescope_os_interrupt_give_back();
    if (wrong) return wrong;
    return s_latency.wrong ? "the interrupt's handler did not run once a request" : NULL;
}

#endif
