#ifndef SEGGER_SYSVIEW_CONF_H
#define SEGGER_SYSVIEW_CONF_H

#include "SEGGER_RTT_Conf.h"
#include "cyclescope_clock.h"

#define SEGGER_SYSVIEW_RTT_CHANNEL 2
#define SEGGER_SYSVIEW_SECTION SEGGER_RTT_BUFFER_SECTION
#ifndef SEGGER_SYSVIEW_RTT_BUFFER_SIZE
#define SEGGER_SYSVIEW_RTT_BUFFER_SIZE 65536
#endif

/* The stream and the benchmarks share one clock. */
#if CYCLESCOPE_TRACED
/** The latest packet's time stamp, raw: with it readers place the clock's readings in the stream. */
extern volatile uint32_t cyclescope_stamp;
#define SEGGER_SYSVIEW_GET_TIMESTAMP() (cyclescope_stamp = cyclescope_clock_now())
#else
#define SEGGER_SYSVIEW_GET_TIMESTAMP() cyclescope_clock_now()
#endif

#endif
