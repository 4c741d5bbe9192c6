/** Reports faults, in the only line that an agent sends unasked. Included by a board's start-up code. */
#ifndef CYCLESCOPE_FAULT_H
#define CYCLESCOPE_FAULT_H

#include <stdint.h>

#include "SEGGER_RTT.h"
#include "../../ports/freertos/channels.h"
#include "commands.h"

#define SCB_CFSR (*(volatile uint32_t *)0xE000ED28u)

static char *text(char *to, const char *from)
{
    while (*from) *to++ = *from++;
    return to;
}

static char *hex(char *to, uint32_t value)
{
    to = text(to, "0x");
    for (int shift = 28; shift >= 0; shift -= 4) *to++ = "0123456789abcdef"[(value >> shift) & 15u];
    return to;
}

/** Reports to the host where the agent ended. */
__attribute__((used)) static void report_fault(const uint32_t *frame)
{
    /* Whatever the agent was composing, it does not go on. */
    char *const line = cyclescope_output.text;
    char *end = text(line, "panic reason=\"fault at ");
    end = hex(end, frame[6]);
    end = hex(text(end, ", called from "), frame[5]);
    end = hex(text(end, ", CFSR "), SCB_CFSR);
    end = text(end, "\"\n");
    SEGGER_RTT_WriteNoLock(CYCLESCOPE_CONTROL_CHANNEL, line, (unsigned)(end - line));
    for (;;) {
    }
}

/** In instructions that every Cortex-M has. */
__attribute__((naked)) static void Fault_Handler(void)
{
    __asm volatile(
        "   .syntax unified       \n"
        "   movs r0, #4           \n"
        "   mov r1, lr            \n"
        "   tst r0, r1            \n"
        "   bne 1f                \n"
        "   mrs r0, msp           \n"
        "   b 2f                  \n"
        "1: mrs r0, psp           \n"
        "2: ldr r1, =report_fault \n"
        "   bx r1                 \n");
}

static void Unexpected_Handler(void)
{
    static const uint32_t frame[8];
    report_fault(frame);
}

#endif
