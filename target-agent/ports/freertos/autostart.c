/** Adds the agent to an unmodified application: `-Wl,--wrap=vTaskStartScheduler`. */
#include "FreeRTOS.h"
#include "cyclescope/freertos.h"
#include "task.h"

void __real_vTaskStartScheduler(void);
void __wrap_vTaskStartScheduler(void);

void __wrap_vTaskStartScheduler(void)
{
    /* Out of memory, the application runs as usual and the host finds no agent. */
    (void)cyclescope_freertos_add();
    __real_vTaskStartScheduler();
}
