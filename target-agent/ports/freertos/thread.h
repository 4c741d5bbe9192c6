/** The kernel's threads: those that are created and joined, and a second one beside the agent's. */
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
/** Threads that may exist at once. */
#ifndef CYCLESCOPE_MAX_THREADS
#define CYCLESCOPE_MAX_THREADS 2000u
#endif

/** The agent's own priority; threads under test stand below or beside it. */
#ifndef CYCLESCOPE_PRIORITY
#define CYCLESCOPE_PRIORITY (configMAX_PRIORITIES - 2)
#endif

/* What a configuration leaves out is refused with the line that brings it in. */
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

/** No C library looks at how many threads there are. */
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

/** Runs a thread's entry and reports its end to whoever joins it. */
void cyclescope_freertos_thread_main(void *thread);
/** Names a thread in a recording; does something in the traced image only. */
void cyclescope_os_thread_announce(cyclescope_os_thread *thread);

/** Fills in what `create` needs; not part of what is measured. */
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

/** Waits for the thread's end and takes it out of the kernel: its memory can be used again. */
CYCLESCOPE_INLINE void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
#ifndef CYCLESCOPE_THREAD_REFUSED
    while (!thread->ended) ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    vTaskDelete(thread->handle);
#else
    (void)thread;
#endif
}

/** Creates a prepared thread in memory that the kernel takes from its heap. */
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
/** Takes it away again; as its priority is below its creator's, it has not run. */
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

/** One for all benchmarks: only one operation is measured at a time. */
extern cyclescope_os_thread cyclescope_os_helper;

/** Creates a prepared thread at a level of the agent's choice; one above it runs at once. */
CYCLESCOPE_INLINE bool cyclescope_os_helper_create(cyclescope_os_thread *thread,
                                                   cyclescope_level level)
{
    return cyclescope_freertos_create_thread(thread, "helper", CYCLESCOPE_PRIORITY + level);
}

/** Takes it away wherever it stands: running, waiting or at its end. */
CYCLESCOPE_INLINE void cyclescope_os_helper_delete(cyclescope_os_thread *thread)
{
#ifdef CYCLESCOPE_HELPER_REFUSED
    (void)thread;
#else
    vTaskDelete(thread->handle);
#endif
}

#endif
