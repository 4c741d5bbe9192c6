/**
 * For SEGGER_SYSVIEW_Conf.h: makes the recorder's time stamps readings of the benchmarks' clock, so
 * that events and samples share one time line.
 */
#ifndef CYCLESCOPE_STAMP_H
#define CYCLESCOPE_STAMP_H

#include "cyclescope_clock.h"

#if CYCLESCOPE_TRACED
/**
 * Raw time stamp of the latest packet: readers use it to place the clock's readings in the stream.
 */
extern volatile uint32_t cyclescope_stamp;
#define SEGGER_SYSVIEW_GET_TIMESTAMP() (cyclescope_stamp = cyclescope_clock_now())
#else
#define SEGGER_SYSVIEW_GET_TIMESTAMP() cyclescope_clock_now()
#endif

#endif
