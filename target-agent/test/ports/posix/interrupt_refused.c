#include "check.h"
#include "cyclescope_os.h"

#undef uname
#undef timer_settime

/** The version of an ordinary kernel, and of Debian's with PREEMPT_RT. */
#define ORDINARY "#1 SMP PREEMPT_DYNAMIC Debian 6.1.158-1"
#define REALTIME "#1 SMP PREEMPT_RT Debian 6.1.158-1"

static struct {
    const char *version;
    /** The kernel's thread for timers never runs beside the agent. */
    bool starves;
    unsigned programmed;
    unsigned handled;
} s_kernel;

int fake_uname(struct utsname *kernel)
{
    memset(kernel, 0, sizeof *kernel);
    strncpy(kernel->version, s_kernel.version, sizeof kernel->version - 1);
    return 0;
}

int fake_timer_settime(timer_t timer, int flags, const struct itimerspec *expiry,
                       struct itimerspec *before)
{
    ++s_kernel.programmed;
    return s_kernel.starves ? 0 : timer_settime(timer, flags, expiry, before);
}

static void handler(void) { ++s_kernel.handled; }

static const char *take(const char *version, bool starves)
{
    memset(&s_kernel, 0, sizeof s_kernel);
    s_kernel.version = version;
    s_kernel.starves = starves;
    return cyclescope_os_interrupt_take(handler, CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL);
}

static void check_served(void)
{
    s_kernel.handled = 0;
    (void)cyclescope_os_interrupt_request();
    CHECK_EQUAL(s_kernel.handled, 1);
    CHECK(!cyclescope_os_interrupt_give_back());
}

TEST(an_ordinary_kernel_is_not_tried)
{
    CHECK(!take(ORDINARY, false));
    CHECK_EQUAL(s_kernel.programmed, 0);
    check_served();
}

TEST(preempt_rt_is_tried_without_the_handler_and_taken_where_the_signal_arrives)
{
    CHECK(!take(REALTIME, false));
    CHECK_EQUAL(s_kernel.programmed, 1);
    CHECK_EQUAL(s_kernel.handled, 0);
    check_served();
}

TEST(preempt_rt_is_refused_with_the_reason_where_the_signal_never_arrives)
{
    struct sigaction before, after;
    sigaction(SIGRTMAX, NULL, &before);
    CHECK_TEXT(take(REALTIME, true),
               "the kernel's thread for timers (ktimers, PREEMPT_RT) has a lower priority than the "
               "agent; raise it by chrt");
    CHECK_EQUAL(s_kernel.handled, 0);
    /* Nothing is left: the signal has its action of before, and the next one may take it. */
    sigaction(SIGRTMAX, NULL, &after);
    CHECK(before.sa_handler == after.sa_handler);
    CHECK(!take(REALTIME, false));
    check_served();
}
