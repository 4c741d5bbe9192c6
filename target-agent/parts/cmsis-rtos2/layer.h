/** Definitions shared by the files of this layer. */
#ifndef CYCLESCOPE_CMSIS_LAYER_H
#define CYCLESCOPE_CMSIS_LAYER_H

#include <stdbool.h>

#include "FreeRTOS.h"
#include "cmsis_os2.h"
#include "task.h"

#if !configSUPPORT_DYNAMIC_ALLOCATION || !configSUPPORT_STATIC_ALLOCATION ||                 \
    !configUSE_COUNTING_SEMAPHORES || !configUSE_MUTEXES || !configUSE_RECURSIVE_MUTEXES ||  \
    !configUSE_TASK_NOTIFICATIONS || !configUSE_TIMERS || !INCLUDE_xTimerPendFunctionCall || \
    !INCLUDE_vTaskDelete || !INCLUDE_vTaskDelay
#error "Cyclescope's CMSIS-RTOS2 needs all of this in FreeRTOSConfig.h"
#endif

/** Returns whether the caller is an interrupt handler, which must not wait. */
static inline bool in_handler(void)
{
    uint32_t exception;
    __asm volatile("mrs %0, ipsr" : "=r"(exception));
    return exception != 0;
}

/** Returns the status of a call that timed out. */
static inline osStatus_t not_got(uint32_t timeout)
{
    return timeout ? osErrorTimeout : osErrorResource;
}

/** Checks whether an object's attributes leave its memory to the heap. */
#define TAKES_THE_HEAP(attr) (!(attr) || !(attr)->cb_mem)

#endif
