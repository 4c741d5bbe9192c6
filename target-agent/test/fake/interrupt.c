/** An interrupt that runs when it is requested, before the requesting thread continues. */
#include <stddef.h>

#include "check.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"
#include "fake.h"

fake_interrupt_state fake_interrupt;

static void (*s_handler)(void);
static uint32_t s_priority;
static bool s_in_handler;
static bool s_resumed;

const char *cyclescope_os_interrupt_take(void (*handler)(void), uint32_t priority)
{
    CHECK(!s_handler);
    if (fake_interrupt.refused) return fake_interrupt.refused;
    s_handler = handler;
    s_priority = priority;
    s_resumed = false;
    return NULL;
}

const char *cyclescope_os_interrupt_give_back(void)
{
    CHECK(s_handler != NULL);
    s_handler = NULL;
    return fake_interrupt.moved;
}

static void interrupt(void)
{
    s_in_handler = true;
    s_handler();
    s_in_handler = false;
    fake_ready();
}

uint32_t cyclescope_os_interrupt_request(void)
{
    CHECK(s_handler != NULL);
    const uint32_t start = cyclescope_clock_now();
    const uint32_t number = fake_interrupt.requests++;
    fake_time.now += fake_interrupt.entry_costs;
    if (number != fake_interrupt.lost) interrupt();
    if (number == fake_interrupt.doubled) interrupt();
    return start;
}

void cyclescope_os_interrupt_enter(void)
{
    CHECK(s_in_handler);
    CHECK_EQUAL(s_priority, CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL);
}

void cyclescope_os_interrupt_leave(bool higher)
{
    CHECK(s_in_handler);
    CHECK(higher);
}

static bool is_resumed(const void *resumed) { return *(const bool *)resumed; }

void cyclescope_os_thread_suspend(void)
{
    const bool wakes = fake_interrupt.suspends++ == fake_interrupt.wakes_by_itself;
    if (!wakes) fake_wait(is_resumed, &s_resumed);
    s_resumed = false;
}

bool cyclescope_os_thread_resume_from_interrupt(cyclescope_os_thread *thread)
{
    CHECK(s_in_handler && thread->exists);
    fake_time.now += fake_interrupt.resume_costs;
    s_resumed = fake_interrupt.resumes++ != fake_interrupt.resume_lost;
    return true;
}

bool cyclescope_os_sem_give_from_interrupt(cyclescope_os_sem *sem)
{
    CHECK(s_in_handler && sem->exists);
    if (fake_interrupt.resumes++ != fake_interrupt.resume_lost) sem->count += 1;
    return true;
}
