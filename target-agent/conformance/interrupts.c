/** Interrupts, and the calls that handlers make. */
#include "conformance.h"

#define REQUESTS 3u

static cyclescope_os_sem s_sem;
static volatile uint32_t s_served;
static volatile uint32_t s_woken;

static void count_served(void) { s_served += 1u; }

static bool take_interrupt(void (*handler)(void), uint32_t priority)
{
    s_served = s_woken = 0;
    const char *refused = cyclescope_os_interrupt_take(handler, priority);
    expect(!refused, refused);
    return !refused;
}

static void give_back(void)
{
    const char *changed = cyclescope_os_interrupt_give_back();
    expect(!changed, changed);
}

CYCLESCOPE_NEEDS(interrupts_are_served, CYCLESCOPE_INTERRUPT_REFUSED)
CYCLESCOPE_BENCH(interrupts_are_served,
                 .about = "a handler runs once for each request, before it returns",
                 CYCLESCOPE_PROMISE(interrupts_are_served))
{
    for (uint32_t round = 0; round < 2u; ++round) {
        if (!take_interrupt(count_served, CYCLESCOPE_OS_INTERRUPT_ABOVE_KERNEL)) return;
        for (uint32_t n = 1; n <= REQUESTS; ++n) {
            const uint32_t start = cyclescope_os_interrupt_request();
            expect(s_served == n, "the handler has run when the request returns");
            expect((cyclescope_clock_now() - start) >> 31 == 0, "the request's reading is past");
        }
        give_back();
    }
}

static void give_sem(void)
{
    cyclescope_os_interrupt_enter();
    s_served += 1u;
    cyclescope_os_interrupt_leave(cyclescope_os_sem_give_from_interrupt(&s_sem));
}

static void wait_for_sem(void *unused)
{
    (void)unused;
    while (cyclescope_os_sem_take(&s_sem)) s_woken += 1u;
    expect(false, "a semaphore can be waited for");
}

static const char *needs_waking(void)
{
    return either(CYCLESCOPE_INTERRUPT_REFUSED,
                  either(CYCLESCOPE_HELPER_REFUSED, needs_priorities()));
}

CYCLESCOPE_NEEDS(handlers_give, either(needs_waking(), CYCLESCOPE_SEM_REFUSED))
CYCLESCOPE_BENCH(handlers_give, .about = "a handler's give lets the higher thread that waits run",
                 CYCLESCOPE_PROMISE(handlers_give))
{
    if (!cyclescope_os_sem_create(&s_sem, 0, 1)) {
        expect(false, "a semaphore can be created");
        return;
    }
    if (take_interrupt(give_sem, CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL)) {
        if (start_helper(wait_for_sem, CYCLESCOPE_ABOVE)) {
            for (uint32_t n = 1; n <= REQUESTS; ++n) {
                (void)cyclescope_os_interrupt_request();
                expect(s_served == n && s_woken == n, "each give wakes the thread once");
            }
            end_helper();
        }
        give_back();
    }
    cyclescope_os_sem_delete(&s_sem);
}

static void resume(void)
{
    cyclescope_os_interrupt_enter();
    s_served += 1u;
    cyclescope_os_interrupt_leave(
        cyclescope_os_thread_resume_from_interrupt(&cyclescope_os_helper));
}

static void suspend_again(void *unused)
{
    (void)unused;
    for (;;) {
        cyclescope_os_thread_suspend();
        s_woken += 1u;
    }
}

/** A thread resumed beside the agent only runs once the agent yields. */
static void let_run(void)
{
    if (CYCLESCOPE_OS_RESUMED_LEVEL == CYCLESCOPE_BESIDE) cyclescope_os_yield();
}

CYCLESCOPE_NEEDS(handlers_resume,
                 either(CYCLESCOPE_SUSPEND_REFUSED, either(needs_waking(), needs_turns())))
CYCLESCOPE_BENCH(handlers_resume, .about = "a handler resumes a thread that has suspended itself",
                 CYCLESCOPE_PROMISE(handlers_resume))
{
    if (!take_interrupt(resume, CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL)) return;
    if (start_helper(suspend_again, CYCLESCOPE_OS_RESUMED_LEVEL)) {
        let_run();
        expect(s_woken == 0, "a suspended thread does not run");
        for (uint32_t n = 1; n <= REQUESTS; ++n) {
            (void)cyclescope_os_interrupt_request();
            let_run();
            expect(s_served == n && s_woken == n, "each resumption lets the thread run once");
        }
        end_helper();
    }
    give_back();
}
