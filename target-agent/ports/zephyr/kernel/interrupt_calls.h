/** Interrupts requested by software, and the kernel calls that their handlers make. */
#ifndef CYCLESCOPE_INTERRUPT_CALLS_H
#define CYCLESCOPE_INTERRUPT_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "../../../parts/cortex-m/interrupt.h"
#include "cyclescope/inline.h"
#include "cyclescope/window.h"
#include "sem.h"
#include "thread.h"

/** Never masked by the kernel; its handler must not call the kernel. */
#define CYCLESCOPE_OS_INTERRUPT_ABOVE_KERNEL 0u
/** A priority that the kernel masks, however many there are: the middle one. */
#define CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL 0x80u

/** Takes an interrupt for the handler; returns the reason why none is available, or NULL. */
CYCLESCOPE_INLINE const char *cyclescope_os_interrupt_take(void (*handler)(void), uint32_t priority)
{
    return cyclescope_interrupt_take(handler, priority);
}
CYCLESCOPE_INLINE const char *cyclescope_os_interrupt_give_back(void)
{
    return cyclescope_interrupt_give_back();
}

/** Requests the interrupt and waits for its handler; returns the reading at the request. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_interrupt_request(void)
{
    uint32_t start;
    cyclescope_open_window(&start);
    cyclescope_interrupt_request();
    return start;
}

/** Prologue and epilogue of Zephyr's direct interrupts. */
CYCLESCOPE_INLINE void cyclescope_os_interrupt_enter(void) { ISR_DIRECT_HEADER(); }
CYCLESCOPE_INLINE void cyclescope_os_interrupt_leave(bool higher) { ISR_DIRECT_FOOTER(higher); }

/** Suspends the caller until it is resumed. */
CYCLESCOPE_INLINE void cyclescope_os_thread_suspend(void) { k_thread_suspend(k_current_get()); }
/**
 * Returns true, as the thread may have a higher priority than the interrupted one: the kernel
 * checks.
 */
CYCLESCOPE_INLINE bool cyclescope_os_thread_resume_from_interrupt(cyclescope_os_thread *thread)
{
    k_thread_resume(&thread->control_block);
    return true;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_give_from_interrupt(cyclescope_os_sem *sem)
{
    k_sem_give(sem);
    return true;
}

#endif
