/** Adds the agent to an application none of whose sources knows of it: `-Wl,--wrap=vTaskStartScheduler`. */
#include "FreeRTOS.h"
#include "cyclescope/freertos.h"
#include "task.h"

void __real_vTaskStartScheduler(void);
void __wrap_vTaskStartScheduler(void);

void __wrap_vTaskStartScheduler(void)
{
    /* Without memory for it the application goes on as ever, and the host finds no agent. */
    (void)cyclescope_freertos_add();
    __real_vTaskStartScheduler();
}
