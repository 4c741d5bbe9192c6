/** For systems without free interrupts: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_INTERRUPT_CALLS_H
#define CYCLESCOPE_NO_INTERRUPT_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

#define CYCLESCOPE_OS_INTERRUPT_ABOVE_KERNEL 0u
#define CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL 0u

CYCLESCOPE_INLINE const char *cyclescope_os_interrupt_take(void (*handler)(void), uint32_t priority)
{
    (void)handler;
    (void)priority;
    return "there are no interrupts";
}
CYCLESCOPE_INLINE const char *cyclescope_os_interrupt_give_back(void) { return 0; }
CYCLESCOPE_INLINE uint32_t cyclescope_os_interrupt_request(void) { return 0; }
CYCLESCOPE_INLINE void cyclescope_os_interrupt_enter(void) {}
CYCLESCOPE_INLINE void cyclescope_os_interrupt_leave(bool higher) { (void)higher; }
CYCLESCOPE_INLINE void cyclescope_os_thread_suspend(void) {}
CYCLESCOPE_INLINE bool cyclescope_os_thread_resume_from_interrupt(cyclescope_os_thread *thread)
{
    (void)thread;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_give_from_interrupt(cyclescope_os_sem *sem)
{
    (void)sem;
    return false;
}

#endif
