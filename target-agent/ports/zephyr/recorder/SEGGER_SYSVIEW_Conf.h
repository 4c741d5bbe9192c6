/** Recorder settings of the headline image, which carries samples only. */
#ifndef SEGGER_SYSVIEW_CONF_H
#define SEGGER_SYSVIEW_CONF_H

#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "cyclescope/stamp.h"

#define SEGGER_SYSVIEW_RTT_CHANNEL CONFIG_CYCLESCOPE_STREAM_CHANNEL
#define SEGGER_SYSVIEW_RTT_BUFFER_SIZE CONFIG_CYCLESCOPE_RING_SIZE
/* No events are recorded in interrupts. */
#define SEGGER_SYSVIEW_GET_INTERRUPT_ID() 0

/* The pair opens and closes a scope, which holds the key. */
#define SEGGER_SYSVIEW_LOCK() \
    {                         \
        const unsigned cyclescope_key = irq_lock()
#define SEGGER_SYSVIEW_UNLOCK() \
    irq_unlock(cyclescope_key); \
    }

#endif
