/** The operations under test as FreeRTOS offers them; inline, so that no layer is measured. */
#ifndef CYCLESCOPE_OS_H
#define CYCLESCOPE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#ifndef CYCLESCOPE_THREAD_STACK_WORDS
#define CYCLESCOPE_THREAD_STACK_WORDS 128u
#endif
/** Threads and blocks that may exist at once. */
#ifndef CYCLESCOPE_MAX_THREADS
#define CYCLESCOPE_MAX_THREADS 2000u
#endif
#ifndef CYCLESCOPE_MAX_BLOCKS
#define CYCLESCOPE_MAX_BLOCKS 2000u
#endif

/** The agent's own priority; threads under test stand below or beside it. */
#define CYCLESCOPE_PRIORITY (configMAX_PRIORITIES - 2)

static inline uint32_t cyclescope_os_ticks(void) { return xTaskGetTickCount(); }
/** Whether the last tick came between two readings of the clock that have just been taken. */
bool cyclescope_os_tick_between(uint32_t start, uint32_t stop);

static inline void *cyclescope_os_malloc(size_t bytes) { return pvPortMalloc(bytes); }
static inline void cyclescope_os_free(void *block) { vPortFree(block); }
static inline size_t cyclescope_os_heap_free(void)
{
    /* The allocator sets its heap up at the first call. */
    vPortFree(pvPortMalloc(1));
    return xPortGetFreeHeapSize();
}

typedef struct {
    StaticSemaphore_t storage;
    SemaphoreHandle_t handle;
} cyclescope_os_mutex;

static inline void cyclescope_os_mutex_create(cyclescope_os_mutex *mutex)
{
    mutex->handle = xSemaphoreCreateMutexStatic(&mutex->storage);
}
static inline bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex)
{
    return xSemaphoreTake(mutex->handle, portMAX_DELAY) == pdTRUE;
}
static inline bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex)
{
    return xSemaphoreGive(mutex->handle) == pdTRUE;
}
static inline bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex)
{
    return xSemaphoreGetMutexHolder(mutex->handle) != NULL;
}
static inline void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex)
{
    vSemaphoreDelete(mutex->handle);
}

/** Whether threads of one priority take turns by themselves. */
static inline bool cyclescope_os_slices_time(void) { return configUSE_TIME_SLICING != 0; }
/** Whether a thread of lower priority waits for its creator. */
static inline bool cyclescope_os_keeps_priorities(void) { return configUSE_PREEMPTION != 0; }
static inline void cyclescope_os_yield(void) { taskYIELD(); }

/** A thread with its control block and stack, prepared before it is created. */
typedef struct {
    StaticTask_t control_block;
    StackType_t stack[CYCLESCOPE_THREAD_STACK_WORDS];
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

/** Creates a thread whose priority is below the creator's. */
static inline bool cyclescope_os_thread_create(cyclescope_os_thread *thread)
{
    thread->handle =
        xTaskCreateStatic(cyclescope_os_thread_main, "child", CYCLESCOPE_THREAD_STACK_WORDS, thread,
                          CYCLESCOPE_PRIORITY - 1, thread->stack, &thread->control_block);
    return thread->handle != NULL;
}

/** Waits for the thread's end and takes it out of the kernel: its memory can be used again. */
static inline void cyclescope_os_thread_join(cyclescope_os_thread *thread)
{
    while (!thread->ended) ulTaskNotifyTake(pdTRUE, portMAX_DELAY);
    vTaskDelete(thread->handle);
}

/** Creates a thread beside the caller, at the same priority, that runs for ever. */
static inline bool cyclescope_os_peer_create(cyclescope_os_thread *thread)
{
    thread->handle =
        xTaskCreateStatic(cyclescope_os_thread_main, "peer", CYCLESCOPE_THREAD_STACK_WORDS, thread,
                          CYCLESCOPE_PRIORITY, thread->stack, &thread->control_block);
    return thread->handle != NULL;
}
static inline void cyclescope_os_peer_delete(cyclescope_os_thread *thread)
{
    vTaskDelete(thread->handle);
}

#endif
