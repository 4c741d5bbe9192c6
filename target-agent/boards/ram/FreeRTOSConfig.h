#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#include "given.h"
#include "kernel_trace.h"

#define configCPU_CLOCK_HZ (cyclescope_given.core_hz)
#define configTICK_RATE_HZ 1000
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configUSE_TICKLESS_IDLE 0

#define configUSE_PREEMPTION 1
#define configUSE_TIME_SLICING 0
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 0
#else
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 1
#endif
#define configMAX_PRIORITIES 8
/* Of the idle thread, which uses 25 words; the hooks need more. */
#if CYCLESCOPE_TRACED
#define configMINIMAL_STACK_SIZE 64
#else
#define configMINIMAL_STACK_SIZE 48
#endif
#define configMAX_TASK_NAME_LEN 12
#define configCHECK_FOR_STACK_OVERFLOW 0

#ifdef CYCLESCOPE_EVERY_FAMILY
#define configTOTAL_HEAP_SIZE 3072
#define configUSE_TIMERS 1
#define configTIMER_TASK_PRIORITY (configMAX_PRIORITIES - 1)
#define configTIMER_QUEUE_LENGTH 4
#define configTIMER_TASK_STACK_DEPTH 96
#define INCLUDE_xTimerPendFunctionCall 1
#else
#define configTOTAL_HEAP_SIZE 2048
#define configUSE_TIMERS 0
#endif
#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configSUPPORT_STATIC_ALLOCATION 1
#define configKERNEL_PROVIDED_STATIC_MEMORY 1

#define configUSE_MUTEXES 1
#define configUSE_RECURSIVE_MUTEXES 1
#define configUSE_COUNTING_SEMAPHORES 1
#define configUSE_TASK_NOTIFICATIONS 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0
#define configUSE_MALLOC_FAILED_HOOK 0

/* Chips have at least three bits; 0x20 is the most urgent priority below 0 that these express. */
#define configPRIO_BITS 3
#define configKERNEL_INTERRUPT_PRIORITY 255
#define configMAX_SYSCALL_INTERRUPT_PRIORITY 0x20
#define configCHECK_HANDLER_INSTALLATION 0

#define configENABLE_MPU 0
#define configENABLE_TRUSTZONE 0
/* Where there are two states, the one that follows a reset is the secure one. */
#ifdef CYCLESCOPE_NON_SECURE
#define configRUN_FREERTOS_SECURE_ONLY 0
#else
#define configRUN_FREERTOS_SECURE_ONLY 1
#endif
#define configENABLE_MVE 0
#ifdef __ARM_FP
#define configENABLE_FPU 1
#else
#define configENABLE_FPU 0
#endif

#define INCLUDE_vTaskDelete 1
#define INCLUDE_vTaskDelay 1
#define INCLUDE_vTaskSuspend 1
#define INCLUDE_vTaskPrioritySet 1
#define INCLUDE_uxTaskPriorityGet 1
#define INCLUDE_xTaskGetCurrentTaskHandle 1
#define INCLUDE_xTaskGetIdleTaskHandle 1
#define INCLUDE_xSemaphoreGetMutexHolder 1

#define vPortSVCHandler SVC_Handler
#define xPortPendSVHandler PendSV_Handler
#define xPortSysTickHandler SysTick_Handler

#endif
