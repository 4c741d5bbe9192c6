#include "system_MK64F12.h"

uint32_t SystemCoreClock = 20971520u;

void SystemInit(void)
{
}
