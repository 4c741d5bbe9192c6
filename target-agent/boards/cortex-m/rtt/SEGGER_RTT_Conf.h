/** SEGGER's RTT for the agent alone, on any Cortex-M under FreeRTOS. */
#ifndef SEGGER_RTT_CONF_H
#define SEGGER_RTT_CONF_H

#include "FreeRTOS.h"

/* Channel 0 is unused; the others are those of channels.h, unless a build numbers them. */
#ifndef SEGGER_RTT_MAX_NUM_UP_BUFFERS
#define SEGGER_RTT_MAX_NUM_UP_BUFFERS 3
#define SEGGER_RTT_MAX_NUM_DOWN_BUFFERS 3
#endif
#define BUFFER_SIZE_UP 16
#define BUFFER_SIZE_DOWN 16
#define SEGGER_RTT_PRINTF_BUFFER_SIZE 64
#define SEGGER_RTT_MODE_DEFAULT SEGGER_RTT_MODE_NO_BLOCK_SKIP
#define SEGGER_RTT_MEMCPY_USE_BYTELOOP 0
#ifndef RTT_USE_ASM
#define RTT_USE_ASM 0
#endif

/* Memory that the debug port sees as the core does: not behind a data cache. */
#ifdef CYCLESCOPE_RTT_SECTION
#define SEGGER_RTT_SECTION CYCLESCOPE_RTT_SECTION
#define SEGGER_RTT_BUFFER_SECTION CYCLESCOPE_RTT_SECTION
#endif

/*
 * Every interrupt that records is locked out as the kernel itself does it. The two macros open and
 * close a scope, because the saved mask must live somewhere.
 */
#define SEGGER_RTT_LOCK() \
    {                     \
        const UBaseType_t saved_mask = portSET_INTERRUPT_MASK_FROM_ISR()
#define SEGGER_RTT_UNLOCK()                        \
    portCLEAR_INTERRUPT_MASK_FROM_ISR(saved_mask); \
    }

#endif
