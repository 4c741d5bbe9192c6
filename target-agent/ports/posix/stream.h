#ifndef CYCLESCOPE_POSIX_STREAM_H
#define CYCLESCOPE_POSIX_STREAM_H

#include <stdint.h>

/** SystemView's own events, by its numbers. */
enum {
    OVERFLOW_EVENT = 1,
    ISR_ENTER = 2,
    ISR_EXIT = 3,
    TASK_START_EXEC = 4,
    TASK_INFO = 9,
    TRACE_START = 10,
    TRACE_STOP = 11,
    SYSTIME_US = 13,
    SYSDESC = 14,
    IDLE = 17,
    MODULEDESC = 22,
    INIT = 24,
    NUMMODULES = 27
};

/** Adds one of them, with or without a text, at the event's own time; there must be room. */
void cyclescope_stream_put(uint32_t id, const uint32_t *numbers, uint32_t count, const char *text,
                           uint32_t time);

/** Reports the latest packet's time stamp once per recording: it places readings in the stream. */
void cyclescope_stream_report_stamp(void);

/** Writes everything in the stream; blocks until the host has taken it. */
void cyclescope_stream_flush(void);

#endif
