#include "layer.h"

#define BIT_OF_ERRORS (1u << 31)

osStatus_t osDelay(uint32_t ticks)
{
    if (in_handler()) return osErrorISR;
    if (ticks) vTaskDelay(ticks);
    return osOK;
}

osThreadId_t osThreadNew(osThreadFunc_t func, void *argument, const osThreadAttr_t *attr)
{
    if (in_handler() || !func || !TAKES_THE_HEAP(attr) || (attr && attr->stack_mem)) return NULL;
    UBaseType_t priority = osPriorityNormal;
    configSTACK_DEPTH_TYPE words = configMINIMAL_STACK_SIZE;
    if (attr && attr->priority != osPriorityNone) priority = (UBaseType_t)attr->priority;
    if (attr && attr->stack_size) words = attr->stack_size / sizeof(StackType_t);
    if (priority >= configMAX_PRIORITIES) return NULL;
    TaskHandle_t thread = NULL;
    const char *name = attr && attr->name ? attr->name : "";
    return xTaskCreate(func, name, words, argument, priority, &thread) == pdPASS ? thread : NULL;
}

osThreadId_t osThreadGetId(void) { return xTaskGetCurrentTaskHandle(); }

osStatus_t osThreadYield(void)
{
    if (in_handler()) return osErrorISR;
    taskYIELD();
    return osOK;
}

osStatus_t osThreadTerminate(osThreadId_t thread_id)
{
    if (in_handler()) return osErrorISR;
    if (!thread_id) return osErrorParameter;
    vTaskDelete(thread_id);
    return osOK;
}

/* A thread's flags are its notification value. */

uint32_t osThreadFlagsSet(osThreadId_t thread_id, uint32_t flags)
{
    uint32_t before = 0;
    if (!thread_id || (flags & BIT_OF_ERRORS)) return osFlagsErrorParameter;
    if (in_handler()) {
        BaseType_t higher = pdFALSE;
        (void)xTaskNotifyAndQueryFromISR(thread_id, flags, eSetBits, &before, &higher);
        portYIELD_FROM_ISR(higher);
    } else {
        (void)xTaskNotifyAndQuery(thread_id, flags, eSetBits, &before);
    }
    return before | flags;
}

static bool are_flags_set(uint32_t value, uint32_t flags, uint32_t options)
{
    return options & osFlagsWaitAll ? (value & flags) == flags : (value & flags) != 0;
}

uint32_t osThreadFlagsWait(uint32_t flags, uint32_t options, uint32_t timeout)
{
    TimeOut_t since;
    TickType_t left = timeout;
    if (in_handler()) return osFlagsErrorISR;
    if (flags & BIT_OF_ERRORS) return osFlagsErrorParameter;
    vTaskSetTimeOutState(&since);
    for (;;) {
        const uint32_t value = ulTaskNotifyValueClear(NULL, 0);
        if (are_flags_set(value, flags, options)) {
            if (!(options & osFlagsNoClear)) (void)ulTaskNotifyValueClear(NULL, flags);
            return value;
        }
        if (xTaskCheckForTimeOut(&since, &left) != pdFALSE) {
            return timeout ? osFlagsErrorTimeout : osFlagsErrorResource;
        }
        /* Flags set since the check end this wait at once. */
        (void)xTaskNotifyWait(0, 0, NULL, left);
    }
}
