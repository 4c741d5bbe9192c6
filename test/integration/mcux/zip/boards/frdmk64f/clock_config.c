#include "clock_config.h"

#include "system_MK64F12.h"

#define BOARD_BOOTCLOCKRUN_CORE_CLOCK 120000000U

void BOARD_InitBootClocks(void)
{
    SystemCoreClock = BOARD_BOOTCLOCKRUN_CORE_CLOCK;
}
