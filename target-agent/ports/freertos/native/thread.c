/**
 * The operations of families/thread/thread_calls.c in FreeRTOS's own calls, typed out. Their twins in the suite
 * `thread` make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_thread"
#include "../../../families/common/sleep_round.h"
#include "../../../families/thread/thread_round.h"

CYCLESCOPE_BENCH(yield, .about = "taskYIELD while no other task of that priority is ready",
                 .begin = create_below, .end = check_below)
{
    taskYIELD();
}

CYCLESCOPE_BENCH(get_self, .about = "xTaskGetCurrentTaskHandle", .begin = note_self,
                 .end = check_self)
{
    s_self = xTaskGetCurrentTaskHandle();
}

CYCLESCOPE_BENCH(sleep_1ms, .about = "vTaskDelay(pdMS_TO_TICKS(1))",
                 .iterations = CYCLESCOPE_SLEEPS, .idles = true, .begin = may_sleep,
                 .after_each = check_length, .end = check_sleeps)
{
    vTaskDelay(pdMS_TO_TICKS(1));
}

static void answer(void *unused)
{
    (void)unused;
    for (;;) {
        if (xSemaphoreTake(s_ping.handle, portMAX_DELAY) != pdTRUE) continue;
        s_turns += 1u;
        xSemaphoreGive(s_pong.handle);
    }
}

static const char *begin_turns(cyclescope_run *run)
{
    (void)run;
    return create_turns(answer);
}

CYCLESCOPE_BENCH(context_switch,
                 .about =
                     "ping-pong of two tasks of one priority by xSemaphoreGive and "
                     "xSemaphoreTake on two semaphores: there and back",
                 .event_bytes = 128u, .begin = begin_turns, .end = check_turns)
{
    xSemaphoreGive(s_ping.handle);
    xSemaphoreTake(s_pong.handle, portMAX_DELAY);
}

#if CYCLESCOPE_OS_HAS_HEAP && INCLUDE_vTaskDelete

CYCLESCOPE_BENCH(create_destroy, .about = "xTaskCreate below the caller, and vTaskDelete",
                 .event_bytes = 128u, .begin = prepare_child, .end = check_child)
{
    cyclescope_os_thread *child = cyclescope_afresh(&s_child);
    if (CYCLESCOPE_SELDOM(xTaskCreate(cyclescope_freertos_thread_main, "child",
                                      CYCLESCOPE_THREAD_STACK_WORDS, child, CYCLESCOPE_PRIORITY - 1,
                                      &child->handle) != pdPASS)) {
        s_not_made += 1u;
    } else {
        vTaskDelete(child->handle);
    }
}

#endif
