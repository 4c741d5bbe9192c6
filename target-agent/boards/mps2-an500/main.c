#include "FreeRTOS.h"
#include "channels.h"
#include "task.h"

void vApplicationIdleHook(void);
void vApplicationIdleHook(void) { __asm volatile("dsb\n wfi\n isb" ::: "memory"); }

int main(void)
{
    cyclescope_freertos_start();
    return 1;
}
