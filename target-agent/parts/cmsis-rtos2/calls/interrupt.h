/**
 * Suspends and resumes a thread with thread flags, as the paper did with signals: CMSIS-RTOS2's own
 * suspend and resume must not be called from handlers.
 */
#ifndef CYCLESCOPE_CMSIS_INTERRUPT_H
#define CYCLESCOPE_CMSIS_INTERRUPT_H

#define CYCLESCOPE_CMSIS_RESUMED 1u

CYCLESCOPE_INLINE void cyclescope_cmsis_thread_suspend(void)
{
    (void)osThreadFlagsWait(CYCLESCOPE_CMSIS_RESUMED, osFlagsWaitAny, osWaitForever);
}
/** The layer requests the context switch itself. */
CYCLESCOPE_INLINE bool cyclescope_cmsis_thread_resume_from_interrupt(cyclescope_os_thread *thread)
{
    (void)osThreadFlagsSet((osThreadId_t)thread->handle, CYCLESCOPE_CMSIS_RESUMED);
    return false;
}
CYCLESCOPE_INLINE void cyclescope_cmsis_interrupt_leave(bool higher) { (void)higher; }

#undef CYCLESCOPE_SUSPEND_REFUSED
#define CYCLESCOPE_SUSPEND_REFUSED NULL
#define cyclescope_os_thread_suspend cyclescope_cmsis_thread_suspend
#define cyclescope_os_thread_resume_from_interrupt cyclescope_cmsis_thread_resume_from_interrupt
#define cyclescope_os_interrupt_leave cyclescope_cmsis_interrupt_leave

#endif
