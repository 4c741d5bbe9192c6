/** A secure program for QEMU's mps2-an505 that gives away all memory but its own, and goes to the non-secure state. */
#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SAU(offset) REGISTER(0xE000EDD0u + (offset))
#define NSACR REGISTER(0xE000ED8Cu)
#define MPC(offset) REGISTER(0x58007000u + (offset))

#define NON_SECURE_PROGRAM 0x00100100u
#define STAYS_HERE 0xE7FEu
#define UNIT_FOR_BOTH 0xC00u
#define NEXT_BY_ITSELF 0x100u

/** Below 0x10000000 an address is non-secure if the attribution unit names it so. */
static void name_non_secure_addresses(void)
{
    SAU(0x8u) = 0;
    SAU(0xCu) = 0;
    SAU(0x10u) = 0x0FFFFFE1u;
    SAU(0u) = 1;
}

/** The memory's controller has a bit for each of its blocks; the first word covers this program. */
static void give_memory_away(void)
{
    MPC(0u) |= NEXT_BY_ITSELF;
    MPC(0x18u) = 1;
    for (uint32_t left = MPC(0x10u); left > 0; --left) MPC(0x1Cu) = 0xFFFFFFFFu;
}

__attribute__((noreturn, used)) void Reset_Handler(void)
{
    name_non_secure_addresses();
    give_memory_away();
    NSACR |= UNIT_FOR_BOTH;
    *(volatile uint16_t *)NON_SECURE_PROGRAM = STAYS_HERE;
    __asm volatile("dsb\n isb\n bxns %0" ::"r"(NON_SECURE_PROGRAM));
    __builtin_unreachable();
}

__attribute__((section(".vectors"), used))
const void *const vectors[] = {(const void *)0x10004000u, (const void *)Reset_Handler};
