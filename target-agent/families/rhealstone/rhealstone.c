/**
 * Rhealstone, as the performance evaluation of CMSIS-RTOS measures it, sections VI.A to VI.C: task
 * switching (1), semaphore passing (2.1 and 2.2) and message transfer (3.1 and 3.2), each between two
 * threads. In VI.A and VI.B both have the same priority; in VI.C the receiver's is higher.
 * Memory is in rhealstone_memory.c, interrupts are in rhealstone_interrupt.c. From pulse to pulse:
 *
 *   1    before the yield, to the other thread after its own yield
 *   2.1  before the wait for a taken semaphore, to the releasing thread after its yield
 *   2.2  before release and yield, to the waiting thread after its wait
 *   3.1  before the receive from an empty queue, to the sender after its last send
 *   3.2  before the send, to the receiver after its receive
 *
 * Every hand-over between the threads is counted.
 */
#ifndef CYCLESCOPE_SUITE
#define CYCLESCOPE_SUITE "rhealstone"
#endif
#include "rhealstone_pulse.h"

#define WORST_CASE_EVENT_BYTES 64u
#define QUEUE_LENGTH 1u

static cyclescope_os_sem s_sem;
static cyclescope_os_queue s_queue;
static uint32_t s_queue_storage[QUEUE_LENGTH];
static uint32_t s_received;
static volatile uint32_t s_sent;
static volatile uint32_t s_spoiled;

/** The helper of VI.A: task 2, whose pulse comes once task 1 has yielded. */
static void yielding(void *unused)
{
    (void)unused;
    for (;;) {
        cyclescope_os_yield();
        pulse_close(AGENT_TO_HELPER);
        pulse_visit();
    }
}

/** The same without reading the clock, for batches. */
static void yielding_only(void *unused)
{
    (void)unused;
    for (;;) {
        cyclescope_os_yield();
        pulse_visit();
    }
}

/** The helper of VI.B: task 1, which waits for the semaphore. */
static void waiting(void *unused)
{
    (void)unused;
    for (;;) {
        pulse_open();
        if (!cyclescope_os_sem_take(&s_sem)) break;
        pulse_close(AGENT_TO_HELPER);
        pulse_visit();
    }
    s_pulse.wrong += 1u;
}

/** The helper of VI.C: task 1, which receives and has a higher priority than the sender. */
static void receiving(void *unused)
{
    (void)unused;
    for (;;) {
        s_received = 0;
        pulse_open();
        if (!cyclescope_os_queue_receive(&s_queue, &s_received)) break;
        pulse_close(AGENT_TO_HELPER);
        pulse_visit();
        if (s_received != s_sent) s_spoiled += 1u;
    }
    s_pulse.wrong += 1u;
}

/** Starts a thread beside the agent and runs it up to its first wait. */
static const char *start_beside(void (*entry)(void *unused))
{
    pulse_reset();
    if (cyclescope_os_slices_time()) return "needs time slicing switched off";
    const char *refused = cyclescope_helper_start(entry, CYCLESCOPE_BESIDE);
    if (!refused) cyclescope_os_yield();
    return refused;
}

static const char *judge(void)
{
    cyclescope_helper_end();
    return s_pulse.wrong ? "the two threads did not hand over to each other at every turn" : NULL;
}

static const char *begin_yield(cyclescope_run *run)
{
    return start_beside(run->in_batches ? yielding_only : yielding);
}

static const char *end_yield(cyclescope_run *run)
{
    (void)run;
    return judge();
}

static const char *begin_semaphore(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_SEM_REFUSED;
    if (refused) return refused;
    if (!cyclescope_os_sem_create(&s_sem, 0, 1)) return "the semaphore could not be created";
    refused = start_beside(waiting);
    if (refused) cyclescope_os_sem_delete(&s_sem);
    return refused;
}

static const char *end_semaphore(cyclescope_run *run)
{
    (void)run;
    const bool kept = cyclescope_os_sem_count(&s_sem) != 0;
    const char *wrong = judge();
    cyclescope_os_sem_delete(&s_sem);
    if (wrong) return wrong;
    return kept ? "the semaphore was released more often than it was taken" : NULL;
}

static const char *begin_message(cyclescope_run *run)
{
    (void)run;
    const char *refused = CYCLESCOPE_QUEUE_REFUSED;
    if (refused) return refused;
    if (!cyclescope_os_queue_create(&s_queue, QUEUE_LENGTH, sizeof(uint32_t), s_queue_storage)) {
        return "the queue could not be created";
    }
    s_spoiled = 0;
    pulse_reset();
    refused = cyclescope_helper_start(receiving, CYCLESCOPE_ABOVE);
    if (refused) cyclescope_os_queue_delete(&s_queue);
    return refused;
}

static const char *end_message(cyclescope_run *run)
{
    (void)run;
    const char *wrong = judge();
    cyclescope_os_queue_delete(&s_queue);
    if (wrong) return wrong;
    return s_spoiled ? "a message did not arrive as it was sent" : NULL;
}

/** Task 1 of VI.A: from its pulse to that of the other task, which then runs. */
static void sample_yield(cyclescope_run *run)
{
    s_pulse.run = run;
    s_pulse.measured = AGENT_TO_HELPER;
    for (uint32_t i = 0; i < run->count && !s_pulse.wrong; ++i) {
        const uint32_t visits = s_pulse.visits;
        pulse_open();
        cyclescope_os_yield();
        pulse_expect_one_after(visits);
    }
    s_pulse.measured = NOTHING;
}

/** Task 2 of VI.B, which releases and yields; between its turns the other waits. */
CYCLESCOPE_INLINE void sample_semaphore(cyclescope_run *run, pulse_window window)
{
    s_pulse.run = run;
    s_pulse.measured = window;
    for (uint32_t i = 0; i < run->count && !s_pulse.wrong; ++i) {
        const uint32_t visits = s_pulse.visits;
        pulse_open();
        (void)cyclescope_os_sem_give(&s_sem);
        cyclescope_os_yield();
        pulse_close(HELPER_TO_AGENT);
        pulse_expect_one_after(visits);
    }
    s_pulse.measured = NOTHING;
}

/** Task 2 of VI.C, which sends; the receiver runs at once and waits again. */
CYCLESCOPE_INLINE void sample_message(cyclescope_run *run, pulse_window window)
{
    s_pulse.run = run;
    s_pulse.measured = window;
    for (uint32_t i = 0; i < run->count && !s_pulse.wrong; ++i) {
        const uint32_t visits = s_pulse.visits;
        const uint32_t message = s_sent + 1u;
        s_sent = message;
        pulse_open();
        (void)cyclescope_os_queue_send(&s_queue, &message);
        pulse_close(HELPER_TO_AGENT);
        pulse_expect_one_after(visits);
    }
    s_pulse.measured = NOTHING;
}

static void sample_wait(cyclescope_run *run) { sample_semaphore(run, HELPER_TO_AGENT); }
static void sample_release(cyclescope_run *run) { sample_semaphore(run, AGENT_TO_HELPER); }
static void sample_get(cyclescope_run *run) { sample_message(run, HELPER_TO_AGENT); }
static void sample_put(cyclescope_run *run) { sample_message(run, AGENT_TO_HELPER); }

/** Two switches per round: to the helper and back; without them only the counting remains. */
CYCLESCOPE_INLINE void yield_rounds(cyclescope_run *run, bool switching)
{
    for (uint32_t done = 0; done < run->count; done += run->batch_size) {
        const volatile uint32_t tick = cyclescope_os_ticks();
        uint32_t start;
        cyclescope_open_window(&start);
        for (uint32_t i = 0; i < run->batch_size; i += 2u) {
            const uint32_t visits = s_pulse.visits;
            CYCLESCOPE_BARRIER();
            if (switching) cyclescope_os_yield();
            if (!switching) {
                pulse_visit();
                cyclescope_branch();
            }
            CYCLESCOPE_BARRIER();
            pulse_expect_one_after(visits);
        }
        const uint32_t stop = cyclescope_close_window();
        cyclescope_store(run, start, stop, tick);
    }
}

static void yield_batch(cyclescope_run *run) { yield_rounds(run, true); }
static void yield_empty_batch(cyclescope_run *run) { yield_rounds(run, false); }

CYCLESCOPE_BENCH_CUSTOM(yield, .about = "1: yield and switch to a thread of the same priority",
                        .multiple = 2, .event_bytes = WORST_CASE_EVENT_BYTES, .begin = begin_yield,
                        .end = end_yield, .sample = sample_yield, .batch = yield_batch,
                        .empty_batch = yield_empty_batch);

CYCLESCOPE_BENCH_CUSTOM(semaphore_wait,
                        .about = "2.1: wait for a semaphore that is taken, and switch",
                        .event_bytes = WORST_CASE_EVENT_BYTES, .begin = begin_semaphore,
                        .end = end_semaphore, .sample = sample_wait);

CYCLESCOPE_BENCH_CUSTOM(semaphore_release,
                        .about = "2.2: release it, yield, and switch to the thread that waited",
                        .event_bytes = WORST_CASE_EVENT_BYTES, .begin = begin_semaphore,
                        .end = end_semaphore, .sample = sample_release);

CYCLESCOPE_BENCH_CUSTOM(message_get,
                        .about = "3.1: receive from an empty queue, and switch to the sender",
                        .event_bytes = WORST_CASE_EVENT_BYTES, .begin = begin_message,
                        .end = end_message, .sample = sample_get);

CYCLESCOPE_BENCH_CUSTOM(message_put,
                        .about = "3.2: send, and be preempted by the receiver of higher priority",
                        .event_bytes = WORST_CASE_EVENT_BYTES, .begin = begin_message,
                        .end = end_message, .sample = sample_put);
