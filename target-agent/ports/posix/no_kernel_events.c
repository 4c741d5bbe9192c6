/** The headline image records only its own operations; without an MMU, so does the traced one. */
#include "kernel_events.h"

void cyclescope_kernel_events_start(void) {}

void cyclescope_kernel_events_forget_names(void) {}

void cyclescope_kernel_events_facts(cyclescope_fact_sink sink)
{
#if CYCLESCOPE_TRACED
    sink("kernel_trace", "not available: the kernel's ring needs an MMU");
#else
    sink("kernel_trace", "in the traced image only");
#endif
}

void cyclescope_stream_record_kernel(bool on) { (void)on; }
