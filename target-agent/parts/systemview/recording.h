/** The beginning of a recording, which no other event may come into. */
#ifndef CYCLESCOPE_RECORDING_H
#define CYCLESCOPE_RECORDING_H

#include <SEGGER_SYSVIEW.h>

#include "cyclescope/port.h"
#include "events.h"

/** What a port adds to the beginning of a recording. */
typedef struct {
    U32 kernel_events; /**< the events that the kernel's hooks record */
    U32 thread_events; /**< those of them that name threads */
    void (*describe_system)(void);
    void (*describe_threads)(void);
} cyclescope_recording;

/**
 * Sends the sync, the system, the threads and the module. A reader recognises the sync by the packet
 * behind it and needs both, but the recorder lets interrupts in between: one event there, as of a
 * kernel tick, and the whole recording is unreadable. So the kernel's events stay masked, and those
 * that no mask reaches are locked out until the first packets are written. The descriptions take
 * longer and follow without the lock.
 */
static inline void cyclescope_recording_begin(const cyclescope_recording *recording)
{
    SEGGER_SYSVIEW_DisableEvents(recording->kernel_events);
    SEGGER_SYSVIEW_LOCK();
    SEGGER_SYSVIEW_Start();
    SEGGER_SYSVIEW_UNLOCK();
    recording->describe_system();
    SEGGER_SYSVIEW_EnableEvents(recording->thread_events);
    recording->describe_threads();
    SEGGER_SYSVIEW_DisableEvents(recording->thread_events);
    cyclescope_stream_drain();
    SEGGER_SYSVIEW_SendModule(0);
}

#endif
