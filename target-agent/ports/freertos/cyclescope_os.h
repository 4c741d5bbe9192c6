/** The operations under test as FreeRTOS offers them; inline, so that no layer is measured. */
#ifndef CYCLESCOPE_OS_H
#define CYCLESCOPE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "heap.h"
#include "mutex.h"
#include "requirements.h"
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
#define CYCLESCOPE_SWITCH_REFUSED CYCLESCOPE_THREAD_REFUSED
#elif !configSUPPORT_STATIC_ALLOCATION
#define CYCLESCOPE_THREAD_REFUSED                                                                  \
    "needs configSUPPORT_STATIC_ALLOCATION 1 in FreeRTOSConfig.h: stacks are not to be allocated " \
    "inside the measured window"
#elif !configUSE_TASK_NOTIFICATIONS
#define CYCLESCOPE_THREAD_REFUSED "needs configUSE_TASK_NOTIFICATIONS 1 in FreeRTOSConfig.h"
#endif

/** Ticks a second, and the last one before their count begins anew. */
#define CYCLESCOPE_OS_TICK_HZ configTICK_RATE_HZ
#define CYCLESCOPE_OS_LAST_TICK portMAX_DELAY

static inline uint32_t cyclescope_os_ticks(void) { return xTaskGetTickCount(); }
/** Whether the last tick came between two readings of the clock that have just been taken. */
bool cyclescope_os_tick_between(uint32_t start, uint32_t stop);

/** Whether threads of one priority take turns by themselves. */
static inline bool cyclescope_os_slices_time(void) { return configUSE_TIME_SLICING != 0; }
/** Whether a thread of lower priority waits for its creator. */
static inline bool cyclescope_os_keeps_priorities(void) { return configUSE_PREEMPTION != 0; }
static inline void cyclescope_os_yield(void) { taskYIELD(); }

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
void cyclescope_os_thread_main(void *thread);
/** Names a thread in a recording; does something in the traced image only. */
void cyclescope_os_thread_announce(cyclescope_os_thread *thread);

/** Fills in what `create` needs; not part of what is measured. */
static inline void cyclescope_os_thread_prepare(cyclescope_os_thread *thread,
                                                void (*entry)(void *argument), void *argument)
{
    thread->entry = entry;
    thread->argument = argument;
    thread->joiner = xTaskGetCurrentTaskHandle();
    thread->ended = false;
    thread->handle = NULL;
}

static inline __attribute__((always_inline)) bool cyclescope_os_thread_at(
    cyclescope_os_thread *thread, const char *name, UBaseType_t priority)
{
#if configSUPPORT_STATIC_ALLOCATION
    thread->handle =
        xTaskCreateStatic(cyclescope_os_thread_main, name, CYCLESCOPE_THREAD_STACK_WORDS, thread,
                          priority, thread->stack, &thread->control_block);
#else
    (void)xTaskCreate(cyclescope_os_thread_main, name, CYCLESCOPE_THREAD_STACK_WORDS, thread,
                      priority, &thread->handle);
#endif
    return thread->handle != NULL;
}

/** Creates a thread whose priority is below the creator's. */
static inline bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    return cyclescope_os_thread_at(thread, "child", CYCLESCOPE_PRIORITY - 1);
}

/** Waits for the thread's end and takes it out of the kernel: its memory can be used again. */
static inline void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
#ifndef CYCLESCOPE_THREAD_REFUSED
    while (!thread->ended) ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    vTaskDelete(thread->handle);
#else
    (void)thread;
#endif
}

/** Creates a thread beside the caller, at the same priority, that runs for ever. */
static inline bool cyclescope_os_peer_create(cyclescope_os_thread *thread)
{
    return cyclescope_os_thread_at(thread, "peer", CYCLESCOPE_PRIORITY);
}
static inline void cyclescope_os_peer_delete(cyclescope_os_thread *thread)
{
#ifndef CYCLESCOPE_SWITCH_REFUSED
    vTaskDelete(thread->handle);
#else
    (void)thread;
#endif
}

#endif
