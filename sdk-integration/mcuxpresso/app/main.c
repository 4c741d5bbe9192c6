/** The agent alone: the scheduler's start brings it in. */
#include "FreeRTOS.h"
#include "app.h"
#include "task.h"

int main(void)
{
    BOARD_InitHardware();
    vTaskStartScheduler();
    return 1;
}
