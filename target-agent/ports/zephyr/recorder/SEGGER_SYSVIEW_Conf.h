/** The recorder of the headline image, which carries samples alone. */
#ifndef SEGGER_SYSVIEW_CONF_H
#define SEGGER_SYSVIEW_CONF_H

#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "cyclescope/stamp.h"

#define SEGGER_SYSVIEW_RTT_CHANNEL CONFIG_CYCLESCOPE_STREAM_CHANNEL
#define SEGGER_SYSVIEW_RTT_BUFFER_SIZE CONFIG_CYCLESCOPE_RING_SIZE
/* Nothing is recorded in an interrupt. */
#define SEGGER_SYSVIEW_GET_INTERRUPT_ID() 0

/* The two open and close a scope, because the key must live somewhere. */
#define SEGGER_SYSVIEW_LOCK() \
    {                         \
        const unsigned cyclescope_key = irq_lock()
#define SEGGER_SYSVIEW_UNLOCK()  \
        irq_unlock(cyclescope_key); \
    }

#endif
