/** The agent alone: starting the scheduler adds it. */
#include "FreeRTOS.h"
#include "app.h"
#include "task.h"

int main(void)
{
    BOARD_InitHardware();
    vTaskStartScheduler();
    return 1;
}
