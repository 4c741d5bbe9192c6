#ifndef SYSTEM_MK64F12_H
#define SYSTEM_MK64F12_H

#include <stdint.h>

extern uint32_t SystemCoreClock;
void SystemInit(void);

#endif
