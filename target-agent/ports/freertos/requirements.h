/** Settings in FreeRTOSConfig.h without which the agent cannot work at all. */
#ifndef CYCLESCOPE_REQUIREMENTS_H
#define CYCLESCOPE_REQUIREMENTS_H

#include "FreeRTOS.h"
#include "task.h"

#if !INCLUDE_vTaskDelay
#error "Cyclescope: FreeRTOSConfig.h needs #define INCLUDE_vTaskDelay 1, so that the agent can wait"
#endif

/* Before version 11, mutexes also bring it in. */
#if !INCLUDE_xTaskGetCurrentTaskHandle && !(configUSE_MUTEXES && tskKERNEL_VERSION_MAJOR < 11)
#error "Cyclescope: FreeRTOSConfig.h needs #define INCLUDE_xTaskGetCurrentTaskHandle 1"
#endif

#if defined(portUSING_MPU_WRAPPERS) && portUSING_MPU_WRAPPERS
#error "Cyclescope has no port to FreeRTOS's memory protection: build with the port without _MPU"
#endif

#if defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1
#error "Cyclescope measures one core: FreeRTOSConfig.h needs #define configNUMBER_OF_CORES 1"
#endif

_Static_assert(configMAX_PRIORITIES >= 4,
               "Cyclescope's agent needs threads above and below its own: FreeRTOSConfig.h needs "
               "#define configMAX_PRIORITIES 4, or more");

#if CYCLESCOPE_TRACED && !INCLUDE_xTaskGetIdleTaskHandle
#error "Cyclescope, traced: FreeRTOSConfig.h needs #define INCLUDE_xTaskGetIdleTaskHandle 1"
#endif

#if CYCLESCOPE_TRACED && !INCLUDE_uxTaskPriorityGet
#error "Cyclescope, traced: FreeRTOSConfig.h needs #define INCLUDE_uxTaskPriorityGet 1"
#endif

#endif
