/** A firmware with one task, which filters simulated measurements. */
#include "FreeRTOS.h"
#include "filter.h"
#include "task.h"

#define SENSOR_PRIORITY (tskIDLE_PRIORITY + 1)

volatile int32_t filtered;

static void sensor(void *unused)
{
    (void)unused;
    for (int32_t sample = 0;; ++sample) {
        filtered = filter_step(sample);
        vTaskDelay(pdMS_TO_TICKS(10));
    }
}

int main(void)
{
    xTaskCreate(sensor, "sensor", configMINIMAL_STACK_SIZE, NULL, SENSOR_PRIORITY, NULL);
    vTaskStartScheduler();
    return 1;
}
