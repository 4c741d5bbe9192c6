#include <stdint.h>

#define SCB_CPACR (*(volatile uint32_t *)0xE000ED88u)
#define FULL_FPU_ACCESS (0xFu << 20)

extern uint32_t _estack, _sidata, _sdata, _edata, _sbss, _ebss;

uint32_t SystemCoreClock = 25000000u;

int main(void);
void SVC_Handler(void);
void PendSV_Handler(void);
void SysTick_Handler(void);

static void Default_Handler(void)
{
    for (;;) {
    }
}

__attribute__((noreturn)) void Reset_Handler(void)
{
    SCB_CPACR |= FULL_FPU_ACCESS;
    __asm volatile("dsb\n isb" ::: "memory");
    const uint32_t *from = &_sidata;
    for (uint32_t *to = &_sdata; to < &_edata;) *to++ = *from++;
    for (uint32_t *to = &_sbss; to < &_ebss;) *to++ = 0;
    main();
    Default_Handler();
    __builtin_unreachable();
}

__attribute__((section(".isr_vector"), used)) static const void *const s_vectors[16 + 32] = {
    [0] = &_estack,         [1] = Reset_Handler,           [2 ... 6] = Default_Handler,
    [11] = SVC_Handler,     [12] = Default_Handler,        [14] = PendSV_Handler,
    [15] = SysTick_Handler, [16 ... 47] = Default_Handler,
};
