/** The kernel's own events in traced blocks; the other image has none of this in it. */
#ifndef CYCLESCOPE_KERNEL_EVENTS_H
#define CYCLESCOPE_KERNEL_EVENTS_H

#include "cyclescope/port.h"

/** Opens the kernel's tracepoints; call it when the agent stays on its CPU. */
void cyclescope_kernel_events_start(void);

/** Begins a recording, in which every thread and interrupt is named anew. */
void cyclescope_kernel_events_forget_names(void);

/** Which of them are recorded, or why none. */
void cyclescope_kernel_events_facts(cyclescope_fact_sink sink);

#endif
