#include "FreeRTOS.h"
#include "clock_config.h"
#include "task.h"

static void hello(void *unused)
{
    (void)unused;
    for (;;)
    {
        vTaskDelay(100);
    }
}

int main(void)
{
    BOARD_InitBootClocks();
    xTaskCreate(hello, "hello", configMINIMAL_STACK_SIZE, NULL, 1, NULL);
    vTaskStartScheduler();
    return 0;
}
