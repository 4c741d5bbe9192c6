/** Starts a recording; no other event may get between its first packets. */
#ifndef CYCLESCOPE_RECORDING_H
#define CYCLESCOPE_RECORDING_H

#include <SEGGER_SYSVIEW.h>

#include "cyclescope/port.h"
#include "events.h"

/** A port's part of the start of a recording. */
typedef struct {
    U32 kernel_events; /**< events recorded by the kernel's hooks */
    U32 thread_events; /**< those of them that name threads */
    void (*describe_system)(void);
    void (*describe_threads)(void);
} cyclescope_recording;

/**
 * Sends the sync, the system, the threads and the module. A reader recognises the sync by the
 * packet after it and needs both, but the recorder lets interrupts in between: a single event
 * there, such as a kernel tick, makes the whole recording unreadable. So the kernel's events stay
 * masked, and those that no mask covers are locked out until the first packets are written. The
 * descriptions take longer and follow without the lock.
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
