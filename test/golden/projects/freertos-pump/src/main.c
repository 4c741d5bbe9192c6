#include "FreeRTOS.h"
#include "task.h"

int main(void)
{
  vTaskStartScheduler();
}
