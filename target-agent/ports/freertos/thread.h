/** The kernel's threads: created and joined ones, and the helper. */
#ifndef CYCLESCOPE_THREAD_H
#define CYCLESCOPE_THREAD_H

#include <stdbool.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "cyclescope/level.h"
#include "heap.h"
#include "task.h"

#ifndef CYCLESCOPE_THREAD_STACK_WORDS
#define CYCLESCOPE_THREAD_STACK_WORDS 128u
#endif
/** Maximum number of threads at once. */
#ifndef CYCLESCOPE_MAX_THREADS
#define CYCLESCOPE_MAX_THREADS 2000u
#endif

/** The agent's own priority; threads under test run below it or at the same level. */
#ifndef CYCLESCOPE_PRIORITY
#define CYCLESCOPE_PRIORITY (configMAX_PRIORITIES - 2)
#endif

/* Features that the configuration leaves out are refused, naming the setting that enables them. */
#if !INCLUDE_vTaskDelete
#define CYCLESCOPE_THREAD_REFUSED "needs INCLUDE_vTaskDelete 1 in FreeRTOSConfig.h"
#elif !configSUPPORT_STATIC_ALLOCATION
#define CYCLESCOPE_THREAD_REFUSED                                                                  \
    "needs configSUPPORT_STATIC_ALLOCATION 1 in FreeRTOSConfig.h: stacks are not to be allocated " \
    "inside the measured window"
#elif !configUSE_TASK_NOTIFICATIONS
#define CYCLESCOPE_THREAD_REFUSED "needs configUSE_TASK_NOTIFICATIONS 1 in FreeRTOSConfig.h"
#endif

#if !INCLUDE_vTaskDelete
#define CYCLESCOPE_HELPER_REFUSED "needs INCLUDE_vTaskDelete 1 in FreeRTOSConfig.h"
#endif

/** No C library here depends on whether a thread has been created. */
CYCLESCOPE_INLINE void cyclescope_os_make_threaded(void) {}

/** A thread with its control block and stack, prepared before it is created. */
typedef struct {
#if configSUPPORT_STATIC_ALLOCATION
    StaticTask_t control_block;
    StackType_t stack[CYCLESCOPE_THREAD_STACK_WORDS];
#endif
    TaskHandle_t handle;
    TaskHandle_t joiner;
    void (*entry)(void *argument);
    void *argument;
    volatile bool ended;
} cyclescope_os_thread;

/** Runs a thread's entry and notifies the joining thread at its end. */
void cyclescope_freertos_thread_main(void *thread);
/** Names a thread in a recording; does nothing except in the traced image. */
void cyclescope_os_thread_announce(cyclescope_os_thread *thread);

/** Fills in what `create` needs; not measured. */
CYCLESCOPE_INLINE void cyclescope_os_thread_prepare(cyclescope_os_thread *thread,
                                                    void (*entry)(void *argument), void *argument)
{
    thread->entry = entry;
    thread->argument = argument;
    thread->joiner = xTaskGetCurrentTaskHandle();
    thread->ended = false;
    thread->handle = NULL;
}

CYCLESCOPE_INLINE bool cyclescope_freertos_create_thread(cyclescope_os_thread *thread,
                                                         const char *name, UBaseType_t priority)
{
#if configSUPPORT_STATIC_ALLOCATION
    thread->handle =
        xTaskCreateStatic(cyclescope_freertos_thread_main, name, CYCLESCOPE_THREAD_STACK_WORDS,
                          thread, priority, thread->stack, &thread->control_block);
#else
    (void)xTaskCreate(cyclescope_freertos_thread_main, name, CYCLESCOPE_THREAD_STACK_WORDS, thread,
                      priority, &thread->handle);
#endif
    return thread->handle != NULL;
}

/** Creates a thread whose priority is below the creator's. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    return cyclescope_freertos_create_thread(thread, "child", CYCLESCOPE_PRIORITY - 1);
}

/** Waits for the thread's end and removes it from the kernel: its memory can be reused. */
CYCLESCOPE_INLINE void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
#ifndef CYCLESCOPE_THREAD_REFUSED
    while (!thread->ended) ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    vTaskDelete(thread->handle);
#else
    (void)thread;
#endif
}

/** Creates a prepared thread in memory from the kernel's heap. */
CYCLESCOPE_INLINE bool cyclescope_os_thread_new(cyclescope_os_thread *thread)
{
#if !CYCLESCOPE_OS_HAS_HEAP
    (void)thread;
    return false;
#else
    return xTaskCreate(cyclescope_freertos_thread_main, "child", CYCLESCOPE_THREAD_STACK_WORDS,
                       thread, CYCLESCOPE_PRIORITY - 1, &thread->handle) == pdPASS;
#endif
}
/** Deletes it again; as its priority is below its creator's, it has not run. */
CYCLESCOPE_INLINE void cyclescope_os_thread_dispose(cyclescope_os_thread *thread)
{
#ifdef CYCLESCOPE_THREAD_REFUSED
    (void)thread;
#else
    vTaskDelete(thread->handle);
#endif
}

typedef TaskHandle_t cyclescope_os_thread_id;
CYCLESCOPE_INLINE cyclescope_os_thread_id cyclescope_os_thread_self(void)
{
    return xTaskGetCurrentTaskHandle();
}

/** Shared by all benchmarks: only one operation is measured at a time. */
extern cyclescope_os_thread cyclescope_os_helper;

/** Creates a prepared thread at the given level; one above the agent runs at once. */
CYCLESCOPE_INLINE bool cyclescope_os_helper_create(cyclescope_os_thread *thread,
                                                   cyclescope_level level)
{
    return cyclescope_freertos_create_thread(thread, "helper", CYCLESCOPE_PRIORITY + level);
}

/** Deletes it in any state: ready, waiting or finished. */
CYCLESCOPE_INLINE void cyclescope_os_helper_delete(cyclescope_os_thread *thread)
{
#ifdef CYCLESCOPE_HELPER_REFUSED
    (void)thread;
#else
    vTaskDelete(thread->handle);
#endif
}

#endif
