/** Takes the core from reset to main, and reports faults. */
#include "../cortex-m/fault.h"

#define SCB_VTOR (*(volatile uint32_t *)0xE000ED08u)
#define SCB_CPACR (*(volatile uint32_t *)0xE000ED88u)
#define FULL_FPU_ACCESS (0xFu << 20)

extern uint64_t __stack_top, __data_start, __data_end, __data_load, __bss_start, __bss_end;
extern uint64_t __rtt_start, __rtt_end;
/* Constructors of objects in C++. */
extern void (*const __init_array_start[])(void);
extern void (*const __init_array_end[])(void);

int main(void);
void SVC_Handler(void);
void PendSV_Handler(void);
void SysTick_Handler(void);

__attribute__((noreturn, used)) void Reset_Handler(void)
{
    SCB_VTOR = 0;
#ifdef __ARM_FP
    /* First of all: the compiler may use the unit's registers to copy. */
    SCB_CPACR |= FULL_FPU_ACCESS;
    __asm volatile("dsb\n isb" ::: "memory");
#endif
    const uint64_t *from = &__data_load;
    for (uint64_t *to = &__data_start; to < &__data_end;) *to++ = *from++;
    for (uint64_t *to = &__bss_start; to < &__bss_end;) *to++ = 0;
    for (volatile uint64_t *to = &__rtt_start; to < &__rtt_end;) *to++ = 0;
    for (void (*const *run)(void) = __init_array_start; run < __init_array_end; ++run) (*run)();
    main();
    for (;;) {
    }
}

__attribute__((section(".vectors"), used)) static const void *const s_vectors[16 + 32] = {
    [0] = &__stack_top,        [1] = Reset_Handler,    [2] = Unexpected_Handler,
    [3 ... 6] = Fault_Handler, [11] = SVC_Handler,     [12] = Unexpected_Handler,
    [14] = PendSV_Handler,     [15] = SysTick_Handler, [16 ... 47] = Unexpected_Handler,
};
