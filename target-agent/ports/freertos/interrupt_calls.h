/** Interrupts requested by software, and the kernel calls that their handlers make. */
#ifndef CYCLESCOPE_INTERRUPT_CALLS_H
#define CYCLESCOPE_INTERRUPT_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../parts/cortex-m/interrupt.h"
#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "cyclescope/window.h"
#include "sem.h"
#include "thread.h"

#if !INCLUDE_vTaskSuspend
#define CYCLESCOPE_SUSPEND_REFUSED "needs INCLUDE_vTaskSuspend 1 in FreeRTOSConfig.h"
#elif !INCLUDE_xTaskResumeFromISR
#define CYCLESCOPE_SUSPEND_REFUSED "needs INCLUDE_xTaskResumeFromISR 1 in FreeRTOSConfig.h"
#endif

/** Never masked by the kernel; its handler must not call the kernel. */
#define CYCLESCOPE_OS_INTERRUPT_ABOVE_KERNEL 0u
/** Highest priority that may call the kernel; cores that cannot mask by priority have no limit. */
#ifdef configMAX_SYSCALL_INTERRUPT_PRIORITY
#define CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL configMAX_SYSCALL_INTERRUPT_PRIORITY
#else
#define CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL 0x80u
#endif

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

/** First call of a handler that calls the kernel; records its entry. */
CYCLESCOPE_INLINE void cyclescope_os_interrupt_enter(void)
{
#ifdef traceISR_ENTER
    traceISR_ENTER();
#endif
}
/** Last call of such a handler; `higher`: it has made a higher-priority thread ready. */
CYCLESCOPE_INLINE void cyclescope_os_interrupt_leave(bool higher) { portYIELD_FROM_ISR(higher); }

/** Suspends the caller until it is resumed. */
CYCLESCOPE_INLINE void cyclescope_os_thread_suspend(void)
{
#ifndef CYCLESCOPE_SUSPEND_REFUSED
    vTaskSuspend(NULL);
#endif
}
/** Returns whether the thread has a higher priority than the interrupted one. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_resume_from_interrupt(cyclescope_os_thread *thread)
{
#ifdef CYCLESCOPE_SUSPEND_REFUSED
    (void)thread;
    return false;
#else
    return xTaskResumeFromISR(thread->handle) == pdTRUE;
#endif
}
/** Returns whether a thread of higher priority than the interrupted one was waiting. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_give_from_interrupt(cyclescope_os_sem *sem)
{
    BaseType_t higher = pdFALSE;
    (void)xSemaphoreGiveFromISR(sem->handle, &higher);
    return higher == pdTRUE;
}

#endif
