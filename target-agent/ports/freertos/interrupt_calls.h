/** Interrupts that are requested by software, and what their handlers may call of the kernel. */
#ifndef CYCLESCOPE_INTERRUPT_CALLS_H
#define CYCLESCOPE_INTERRUPT_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../parts/cortex-m/interrupt.h"
#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "cyclescope_clock.h"
#include "sem.h"
#include "thread.h"

#if !INCLUDE_vTaskSuspend
#define CYCLESCOPE_SUSPEND_REFUSED "needs INCLUDE_vTaskSuspend 1 in FreeRTOSConfig.h"
#elif !INCLUDE_xTaskResumeFromISR
#define CYCLESCOPE_SUSPEND_REFUSED "needs INCLUDE_xTaskResumeFromISR 1 in FreeRTOSConfig.h"
#endif

/** The kernel never masks it, and its handler calls nothing of the kernel. */
#define CYCLESCOPE_OS_INTERRUPT_ABOVE_KERNEL 0u
/** The highest whose handler may call the kernel; cores that cannot mask by priority have no limit. */
#ifdef configMAX_SYSCALL_INTERRUPT_PRIORITY
#define CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL configMAX_SYSCALL_INTERRUPT_PRIORITY
#else
#define CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL 0x80u
#endif

/** Takes an interrupt for the handler; gives the reason why there is none to be had, or NULL. */
CYCLESCOPE_INLINE const char *cyclescope_os_interrupt_take(void (*handler)(void), uint32_t priority)
{
    return cyclescope_interrupt_take(handler, priority);
}
CYCLESCOPE_INLINE const char *cyclescope_os_interrupt_give_back(void)
{
    return cyclescope_interrupt_give_back();
}

/** Requests the interrupt and goes on when its handler has run; gives the reading at the request. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_interrupt_request(void)
{
    const uint32_t start = cyclescope_clock_now();
    cyclescope_interrupt_request();
    return start;
}

/** The first thing that a handler does which calls the kernel: a recording names it. */
CYCLESCOPE_INLINE void cyclescope_os_interrupt_enter(void)
{
#ifdef traceISR_ENTER
    traceISR_ENTER();
#endif
}
/** The last thing that such a handler does; `higher`: what it called has made a higher thread ready. */
CYCLESCOPE_INLINE void cyclescope_os_interrupt_leave(bool higher) { portYIELD_FROM_ISR(higher); }

/** Suspends the caller until it is resumed. */
CYCLESCOPE_INLINE void cyclescope_os_thread_suspend(void)
{
#ifndef CYCLESCOPE_SUSPEND_REFUSED
    vTaskSuspend(NULL);
#endif
}
/** Gives whether the thread is higher than the one that was interrupted. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_resume_from_interrupt(cyclescope_os_thread *thread)
{
#ifdef CYCLESCOPE_SUSPEND_REFUSED
    (void)thread;
    return false;
#else
    return xTaskResumeFromISR(thread->handle) == pdTRUE;
#endif
}
/** Gives whether a higher thread than the one that was interrupted has waited for it. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_give_from_interrupt(cyclescope_os_sem *sem)
{
    BaseType_t higher = pdFALSE;
    (void)xSemaphoreGiveFromISR(sem->handle, &higher);
    return higher == pdTRUE;
}

#endif
