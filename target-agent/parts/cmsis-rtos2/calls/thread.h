/**
 * CMSIS-RTOS2's thread calls. The second thread of a benchmark is created as for the kernel's own
 * calls: over FreeRTOS the layer accepts its handle.
 */
#ifndef CYCLESCOPE_CMSIS_THREAD_H
#define CYCLESCOPE_CMSIS_THREAD_H

CYCLESCOPE_INLINE void cyclescope_cmsis_yield(void) { (void)osThreadYield(); }

/** Creates a prepared thread in memory that the layer allocates. */
CYCLESCOPE_INLINE bool cyclescope_cmsis_thread_new(cyclescope_os_thread *thread)
{
    osThreadAttr_t attributes = {0};
    attributes.stack_size = CYCLESCOPE_THREAD_STACK_WORDS * sizeof(StackType_t);
    attributes.priority = (osPriority_t)(CYCLESCOPE_PRIORITY - 1);
    thread->handle =
        (TaskHandle_t)osThreadNew(cyclescope_freertos_thread_main, thread, &attributes);
    return thread->handle != NULL;
}
CYCLESCOPE_INLINE void cyclescope_cmsis_thread_dispose(cyclescope_os_thread *thread)
{
    (void)osThreadTerminate((osThreadId_t)thread->handle);
}

typedef osThreadId_t cyclescope_cmsis_thread_id;
CYCLESCOPE_INLINE cyclescope_cmsis_thread_id cyclescope_cmsis_thread_self(void)
{
    return osThreadGetId();
}
CYCLESCOPE_INLINE void cyclescope_cmsis_sleep_ms(uint32_t ms) { (void)osDelay(pdMS_TO_TICKS(ms)); }

#define cyclescope_os_yield cyclescope_cmsis_yield
#define cyclescope_os_thread_new cyclescope_cmsis_thread_new
#define cyclescope_os_thread_dispose cyclescope_cmsis_thread_dispose
#define cyclescope_os_thread_id cyclescope_cmsis_thread_id
#define cyclescope_os_thread_self cyclescope_cmsis_thread_self
#define cyclescope_os_sleep_ms cyclescope_cmsis_sleep_ms

#endif
