/** The kernel's own events in traced blocks; not part of the headline image. */
#ifndef CYCLESCOPE_KERNEL_EVENTS_H
#define CYCLESCOPE_KERNEL_EVENTS_H

#include "cyclescope/port.h"

/** Opens the kernel's tracepoints; call it once the agent is pinned to its CPU. */
void cyclescope_kernel_events_start(void);

/** Starts a recording, in which every thread and interrupt is named again. */
void cyclescope_kernel_events_forget_names(void);

/** Reports which of them are recorded, or why none are. */
void cyclescope_kernel_events_facts(cyclescope_fact_sink sink);

#endif
