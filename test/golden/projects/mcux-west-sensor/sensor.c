#include "FreeRTOS.h"
#include "task.h"

static void sense(void *unused)
{
    (void)unused;
    for (;;)
    {
        vTaskDelay(pdMS_TO_TICKS(10));
    }
}

int main(void)
{
    xTaskCreate(sense, "sense", 256, NULL, 2, NULL);
    vTaskStartScheduler();
    return 0;
}
