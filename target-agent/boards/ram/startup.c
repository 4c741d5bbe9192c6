/** Starts the agent in RAM, where the host has put all of it. */
#include "../cortex-m/fault.h"
#include "FreeRTOS.h"
#include "cyclescope/freertos.h"
#include "cyclescope_clock.h"
#include "given.h"
#include "task.h"

#define SCB_VTOR (*(volatile uint32_t *)0xE000ED08u)
#define SCB_CPACR (*(volatile uint32_t *)0xE000ED88u)
#define FULL_FPU_ACCESS (0xFu << 20)

/* Of the start and the exceptions. Only its end is used, under another name. */
#define AS_STACK __attribute__((section(".stack"), used))
AS_STACK static uint64_t s_stack[CYCLESCOPE_EXCEPTION_STACK_BYTES / 8u];

extern uint32_t __stack_top, __bss_start, __bss_end;
/* Constructors of objects in C++. */
extern void (*const __init_array_start[])(void);
extern void (*const __init_array_end[])(void);

void SVC_Handler(void);
void PendSV_Handler(void);

__attribute__((section(".given"), used))
const cyclescope_given_values cyclescope_given = {.core_hz = 0, .board = ""};

extern const void *const cyclescope_vectors[];

__attribute__((noreturn, used)) void Reset_Handler(void)
{
    SCB_VTOR = (uint32_t)(uintptr_t)cyclescope_vectors;
#ifdef __ARM_FP
    /* First of all: the compiler may use the unit's registers to copy. */
    SCB_CPACR |= FULL_FPU_ACCESS;
#endif
    __asm volatile("dsb\n isb" ::: "memory");
    for (volatile uint32_t *to = &__bss_start; to < &__bss_end;) *to++ = 0;
    for (void (*const *run)(void) = __init_array_start; run < __init_array_end; ++run) (*run)();
    if (cyclescope_freertos_add()) vTaskStartScheduler();
    for (;;) {
    }
}

/* The host disables all interrupts of peripherals: there are no vectors for them. */
__attribute__((section(".vectors"), used)) const void *const cyclescope_vectors[16] = {
    [0] = &__stack_top,       [1] = Reset_Handler,
    [2] = Unexpected_Handler, [3 ... 10] = Fault_Handler,
    [11] = SVC_Handler,       [12 ... 13] = Unexpected_Handler,
    [14] = PendSV_Handler,    [15] = cyclescope_systick_handler,
};
