/**
 * The operations of families/sync/sync.c in FreeRTOS's own calls, typed out. Their twins in the suite `sync`
 * make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_sync"
#include "../../../families/sync/contention.h"

#define EVENT_BYTES_OF_TWO_SWITCHES 128u

CYCLESCOPE_BENCH(mutex_lock_unlock, .about = "xSemaphoreTake and xSemaphoreGive on a free mutex",
                 .begin = create_mutex, .end = check_mutex)
{
    xSemaphoreTake(s_mutex.handle, portMAX_DELAY);
    xSemaphoreGive(s_mutex.handle);
}

static void hold(void *unused)
{
    (void)unused;
    for (;;) {
        xSemaphoreTake(s_go.handle, portMAX_DELAY);
        if (xSemaphoreTake(s_mutex.handle, portMAX_DELAY) != pdTRUE) s_two.failures += 1;
        xSemaphoreGive(s_held.handle);
        s_two.done += 1;
        xSemaphoreGive(s_mutex.handle);
    }
}

static const char *begin_contention(cyclescope_run *run)
{
    (void)run;
    return create_contended(hold);
}

CYCLESCOPE_BENCH(mutex_contention_2t,
                 .about = "xSemaphoreTake on a mutex that a task below holds, then xSemaphoreGive",
                 .event_bytes = 2u * EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_contention,
                 .before_each = let_hold, .after_each = count_contention, .end = check_contended)
{
    xSemaphoreTake(s_mutex.handle, portMAX_DELAY);
    xSemaphoreGive(s_mutex.handle);
}

CYCLESCOPE_BENCH(sem_take_give,
                 .about = "xSemaphoreTake and xSemaphoreGive on a counting semaphore",
                 .begin = create_sem, .end = check_sem)
{
    xSemaphoreTake(s_sem.handle, portMAX_DELAY);
    xSemaphoreGive(s_sem.handle);
}

static void signal_events(void *unused)
{
    (void)unused;
    for (;;) {
        taskYIELD();
        s_two.done += 1;
        xSemaphoreGive(s_event.handle);
    }
}

static const char *begin_event(cyclescope_run *run)
{
    (void)run;
    return create_event(signal_events);
}

CYCLESCOPE_BENCH(event_signal_wait,
                 .about =
                     "xSemaphoreTake on a binary semaphore that a task of the same priority "
                     "gives, then calls taskYIELD",
                 .event_bytes = EVENT_BYTES_OF_TWO_SWITCHES, .begin = begin_event,
                 .end = check_event)
{
    xSemaphoreTake(s_event.handle, portMAX_DELAY);
}

#if configUSE_MUTEXES && configUSE_RECURSIVE_MUTEXES

CYCLESCOPE_BENCH(recursive_mutex_lock_unlock,
                 .about = "xSemaphoreTakeRecursive and xSemaphoreGiveRecursive on a free mutex",
                 .begin = create_recursive, .end = check_recursive)
{
    xSemaphoreTakeRecursive(s_recursive.handle, portMAX_DELAY);
    xSemaphoreGiveRecursive(s_recursive.handle);
}

#endif

#if CYCLESCOPE_OS_HAS_HEAP && configUSE_MUTEXES

CYCLESCOPE_BENCH(mutex_create_destroy, .about = "xSemaphoreCreateMutex and vSemaphoreDelete",
                 .begin = heap_for_mutexes, .end = check_new_mutex)
{
    s_mutex.handle = xSemaphoreCreateMutex();
    if (CYCLESCOPE_SELDOM(!s_mutex.handle)) {
        s_two.failures += 1;
    } else {
        vSemaphoreDelete(s_mutex.handle);
    }
}

#endif

#if CYCLESCOPE_OS_HAS_HEAP && configUSE_COUNTING_SEMAPHORES

CYCLESCOPE_BENCH(sem_create_destroy, .about = "xSemaphoreCreateCounting and vSemaphoreDelete",
                 .begin = heap_for_sems, .end = check_new_sem)
{
    s_sem.handle = xSemaphoreCreateCounting(1, 1);
    if (CYCLESCOPE_SELDOM(!s_sem.handle)) {
        s_two.failures += 1;
    } else {
        vSemaphoreDelete(s_sem.handle);
    }
}

#endif
