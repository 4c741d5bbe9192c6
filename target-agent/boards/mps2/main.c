#include "FreeRTOS.h"
#include "cyclescope/freertos.h"
#include "task.h"

void vApplicationIdleHook(void);
void vApplicationIdleHook(void) { __asm volatile("dsb\n wfi\n isb" ::: "memory"); }

int main(void)
{
    if (cyclescope_freertos_add()) vTaskStartScheduler();
    return 1;
}
