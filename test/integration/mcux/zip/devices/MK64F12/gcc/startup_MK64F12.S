    .syntax unified
    .thumb

    .section .isr_vector, "a"
    .global __isr_vector
__isr_vector:
    .long __StackTop
    .long Reset_Handler
    .rept 9
    .long Default_Handler
    .endr
    .long SVC_Handler
    .long Default_Handler
    .long Default_Handler
    .long PendSV_Handler
    .long SysTick_Handler
    .rept 240
    .long Default_Handler
    .endr

    .section .FlashConfig, "a"
    .long 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFE

    .text
    .thumb_func
    .global Reset_Handler
Reset_Handler:
    bl SystemInit
    bl main
    .thumb_func
Default_Handler:
    b .
