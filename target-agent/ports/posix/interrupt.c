#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "cyclescope_os.h"

#define EXPIRY_SIGNAL SIGRTMAX
/** Lead of a programmed expiry: longer than programming it takes. */
#define AHEAD_NS 50000
#define SECOND_NS 1000000000L
/** Turns of the wait for a signal that is tried: some ten milliseconds at least. */
#define MOST_TURNS 10000000u

/* C libraries older than the kernel's headers do not define it. */
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static struct {
    void (*handler)(void);
    volatile sig_atomic_t served;
    timer_t timer;
    struct sigaction action_before;
} s_interrupt;

static void expired(int signal)
{
    (void)signal;
    s_interrupt.handler();
    s_interrupt.served = 1;
}

/** Inherited by threads: a signal that one of them waits for must not kill the process. */
static void block_resuming_signal(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, CYCLESCOPE_RESUMING_SIGNAL);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

/** Programs the timer; returns the expiry time. */
static struct timespec program_expiry(void)
{
    struct itimerspec expiry = {.it_value = {0, 0}};
    clock_gettime(CLOCK_MONOTONIC, &expiry.it_value);
    expiry.it_value.tv_nsec += AHEAD_NS;
    if (expiry.it_value.tv_nsec >= SECOND_NS) {
        expiry.it_value.tv_nsec -= SECOND_NS;
        expiry.it_value.tv_sec += 1;
    }
    s_interrupt.served = 0;
    timer_settime(s_interrupt.timer, TIMER_ABSTIME, &expiry, NULL);
    return expiry.it_value;
}

static void ignore(void) {}

/**
 * Tries whether the signal arrives while we compute. With PREEMPT_RT the kernel sends it from a
 * thread of its own. Unless somebody has raised its priority of 1, it never runs beside us.
 */
static bool is_interrupted(void)
{
    struct utsname kernel;
    if (uname(&kernel) != 0 || !strstr(kernel.version, "PREEMPT_RT")) return true;
    s_interrupt.handler = ignore;
    (void)program_expiry();
    for (uint32_t turn = 0; turn < MOST_TURNS && !s_interrupt.served; ++turn) {
    }
    return s_interrupt.served;
}

const char *cyclescope_os_interrupt_take(void (*handler)(void), uint32_t priority)
{
    (void)priority;
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = EXPIRY_SIGNAL;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    if (timer_create(CLOCK_MONOTONIC, &event, &s_interrupt.timer) != 0) {
        return "this kernel has no POSIX timers";
    }
    block_resuming_signal();
    const struct sigaction action = {.sa_handler = expired};
    sigaction(EXPIRY_SIGNAL, &action, &s_interrupt.action_before);
    if (!is_interrupted()) {
        (void)cyclescope_os_interrupt_give_back();
        return "the kernel's thread for timers (ktimers, PREEMPT_RT) has a lower priority than the "
               "agent; raise it by chrt";
    }
    s_interrupt.handler = handler;
    return NULL;
}

const char *cyclescope_os_interrupt_give_back(void)
{
    timer_delete(s_interrupt.timer);
    sigaction(EXPIRY_SIGNAL, &s_interrupt.action_before, NULL);
    return NULL;
}

uint32_t cyclescope_os_interrupt_request(void)
{
    const struct timespec expiry = program_expiry();
    while (!s_interrupt.served) {
    }
    return (uint32_t)expiry.tv_sec * (uint32_t)SECOND_NS + (uint32_t)expiry.tv_nsec;
}
