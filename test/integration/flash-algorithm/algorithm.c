/* A flash algorithm for memory that only behaves as flash does: erased it is all ones, and
   programming clears bits. pyOCD calls these four functions on the core. */
#include <stdint.h>

#define SECTOR 4096u

int Init(uint32_t address, uint32_t clock, uint32_t function)
{
    (void)address, (void)clock, (void)function;
    return 0;
}

int UnInit(uint32_t function)
{
    (void)function;
    return 0;
}

int EraseSector(uint32_t address)
{
    volatile uint32_t *word = (volatile uint32_t *)address;
    for (uint32_t index = 0; index < SECTOR / 4; index++) word[index] = 0xffffffffu;
    return 0;
}

int ProgramPage(uint32_t address, uint32_t size, const uint32_t *data)
{
    volatile uint32_t *word = (volatile uint32_t *)address;
    for (uint32_t index = 0; index < size / 4; index++) word[index] &= data[index];
    return 0;
}
