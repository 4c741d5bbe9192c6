/**
 * Substitutes a timer's signal, delivered by the kernel's timer interrupt, for interrupts, which a
 * program cannot see. It interrupts the agent's thread while that computes, so that the CPU does
 * not sleep; its handler runs in that thread and may be preempted by a higher one.
 */
#ifndef CYCLESCOPE_INTERRUPT_CALLS_H
#define CYCLESCOPE_INTERRUPT_CALLS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"
#include "sem.h"
#include "thread.h"

/* Signals have no priorities. */
#define CYCLESCOPE_OS_INTERRUPT_ABOVE_KERNEL 0u
#define CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL 0u

/** A higher-priority thread would run before the handler's resuming call returns. */
#define CYCLESCOPE_OS_RESUMED_LEVEL CYCLESCOPE_BESIDE

/** POSIX cannot suspend a thread: it waits for a signal that nothing else sends. */
#define CYCLESCOPE_RESUMING_SIGNAL SIGUSR2

/** Creates the timer; returns the reason why none is available, or NULL. */
const char *cyclescope_os_interrupt_take(void (*handler)(void), uint32_t priority);
const char *cyclescope_os_interrupt_give_back(void);

/** Programs the timer and busy-waits until the handler has run; returns the expiry time. */
uint32_t cyclescope_os_interrupt_request(void);

CYCLESCOPE_INLINE void cyclescope_os_interrupt_enter(void) {}
CYCLESCOPE_INLINE void cyclescope_os_interrupt_leave(bool higher) { (void)higher; }

/** Suspends the caller until it is resumed. */
CYCLESCOPE_INLINE void cyclescope_os_thread_suspend(void)
{
    sigset_t signals;
    int got;
    sigemptyset(&signals);
    sigaddset(&signals, CYCLESCOPE_RESUMING_SIGNAL);
    (void)sigwait(&signals, &got);
}
CYCLESCOPE_INLINE bool cyclescope_os_thread_resume_from_interrupt(cyclescope_os_thread *thread)
{
    (void)pthread_kill(thread->handle, CYCLESCOPE_RESUMING_SIGNAL);
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_give_from_interrupt(cyclescope_os_sem *sem)
{
    (void)sem_post(sem);
    return false;
}

#endif
