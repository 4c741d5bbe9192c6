/**
 * Interrupts. Latency as the performance evaluation of CMSIS-RTOS defines it in section VI.F: from the
 * request to the start of the handler. Activation as most firmware uses it: a handler gives a
 * semaphore, and a thread waiting for it runs; from before the call to that thread's first reading of
 * the clock. (rhealstone_interrupt.c measures it with suspend and resume, as the paper does.)
 *
 * On a Cortex-M, an unused interrupt requested by software; on Linux, a timer's signal, from the
 * programmed time to the signal's handler, while the thread that it interrupts computes.
 * An emulator executes no instruction on exception entry: there the latency is just the little code
 * around it.
 */
#include "../common/helper.h"
#include "../common/interrupt_latency.h"

#define WORST_CASE_EVENT_BYTES 64u

static cyclescope_os_sem s_sem;

static struct {
    volatile uint32_t given;   /* the reading before the handler's call */
    volatile uint32_t arrived; /* the waiting thread's first reading */
    volatile uint32_t served;
    volatile uint32_t activated;
    volatile uint32_t wrong;
} s_activation;

static void giving_handler(void)
{
    cyclescope_os_interrupt_enter();
    s_activation.served += 1u;
    cyclescope_open_window(&s_activation.given);
    cyclescope_os_interrupt_leave(cyclescope_os_sem_give_from_interrupt(&s_sem));
}

static void waiting(void *unused)
{
    (void)unused;
    while (cyclescope_os_sem_take(&s_sem)) {
        s_activation.arrived = cyclescope_close_window();
        s_activation.activated += 1u;
    }
    s_activation.wrong += 1u;
}

static const char *start_waiting(void)
{
    const char *refused = cyclescope_helper_start(waiting, CYCLESCOPE_ABOVE);
    if (refused) return refused;
    refused = cyclescope_os_interrupt_take(giving_handler, CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL);
    if (refused) cyclescope_helper_end();
    return refused;
}

static const char *begin_activation(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_INTERRUPT_REFUSED;
    if (!refused) refused = CYCLESCOPE_SEM_REFUSED;
    if (refused) return refused;
    s_activation.served = s_activation.activated = 0;
    s_activation.wrong = 0;
    if (!cyclescope_os_sem_create(&s_sem, 0, 1)) return "the semaphore could not be created";
    refused = start_waiting();
    if (refused) cyclescope_os_sem_delete(&s_sem);
    return refused;
}

static void sample_activation(cyclescope_run *run)
{
    for (uint32_t i = 0; i < run->count && !s_activation.wrong; ++i) {
        const uint32_t served = s_activation.served;
        const uint32_t activated = s_activation.activated;
        const uint32_t tick = cyclescope_os_ticks();
        (void)cyclescope_os_interrupt_request();
        if (s_activation.served == served + 1u && s_activation.activated == activated + 1u) {
            cyclescope_store(run, s_activation.given, s_activation.arrived, tick);
        } else {
            s_activation.wrong += 1u;
        }
    }
}

static const char *end_activation(cyclescope_run *run)
{
    (void)run;
    const char *wrong = cyclescope_os_interrupt_give_back();
    cyclescope_helper_end();
    cyclescope_os_sem_delete(&s_sem);
    if (wrong) return wrong;
    return s_activation.wrong ? "an interrupt did not activate the waiting thread once" : NULL;
}

CYCLESCOPE_BENCH_CUSTOM(latency,
                        .about =
                            "from an interrupt's request to its handler; an emulator enters "
                            "exceptions at no cost",
                        .begin = begin_latency, .end = end_latency, .sample = sample_latency);

CYCLESCOPE_BENCH_CUSTOM(activation,
                        .about =
                            "from a handler that gives a semaphore to the thread that waited "
                            "for it; an emulator leaves exceptions at no cost",
                        .event_bytes = WORST_CASE_EVENT_BYTES, .begin = begin_activation,
                        .end = end_activation, .sample = sample_activation);
