#include <signal.h>

#include "cyclescope_os.h"

#define TIMER_EXPIRES SIGRTMIN

static void on_signal(int signal, siginfo_t *information, void *context)
{
    (void)signal;
    (void)context;
    const cyclescope_os_timer *timer = information->si_value.sival_ptr;
    timer->expired(timer->argument);
}

bool cyclescope_os_timer_create(cyclescope_os_timer *timer, uint32_t seconds,
                                void (*expired)(void *argument), void *argument)
{
    const struct sigaction action = {.sa_sigaction = on_signal,
                                     .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = TIMER_EXPIRES};
    event.sigev_value.sival_ptr = timer;
    timer->expired = expired;
    timer->argument = argument;
    timer->period.it_interval = (struct timespec){0};
    timer->period.it_value = (struct timespec){.tv_sec = (time_t)seconds};
    return sigaction(TIMER_EXPIRES, &action, NULL) == 0 &&
           timer_create(CLOCK_MONOTONIC, &event, &timer->handle) == 0;
}
