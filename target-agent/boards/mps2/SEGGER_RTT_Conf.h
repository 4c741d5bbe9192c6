#ifndef SEGGER_RTT_CONF_H
#define SEGGER_RTT_CONF_H

/* Channel 0 is unused; 1 carries control lines, 2 the SystemView stream. */
#define SEGGER_RTT_MAX_NUM_UP_BUFFERS 3
#define SEGGER_RTT_MAX_NUM_DOWN_BUFFERS 3
#define BUFFER_SIZE_UP 16
#define BUFFER_SIZE_DOWN 16
#define SEGGER_RTT_PRINTF_BUFFER_SIZE 64
#define SEGGER_RTT_MODE_DEFAULT SEGGER_RTT_MODE_NO_BLOCK_SKIP
#define SEGGER_RTT_MEMCPY_USE_BYTELOOP 0
#define RTT_USE_ASM 0

/* The memory that the host can read while the core runs. */
#define SEGGER_RTT_SECTION ".rtt.control_block"
#define SEGGER_RTT_BUFFER_SECTION ".rtt.buffers"

/*
 * Every interrupt that records must be locked out: those up to the kernel's own limit. The two
 * macros open and close a scope, because the saved mask must live somewhere.
 */
#define SEGGER_RTT_MAX_INTERRUPT_PRIORITY 0x20
#define SEGGER_RTT_LOCK()                            \
    {                                                \
        unsigned saved_mask;                         \
        __asm volatile(                              \
            "mrs %0, basepri  \n"                    \
            "msr basepri, %1  \n"                    \
            "isb              \n"                    \
            : "=&r"(saved_mask)                      \
            : "r"(SEGGER_RTT_MAX_INTERRUPT_PRIORITY) \
            : "memory")
#define SEGGER_RTT_UNLOCK()                                           \
    __asm volatile("msr basepri, %0" : : "r"(saved_mask) : "memory"); \
    }

#endif
