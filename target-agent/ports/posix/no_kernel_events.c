/** The headline image records its own operations alone. */
#include "kernel_events.h"

void cyclescope_kernel_events_start(void) {}

void cyclescope_kernel_events_forget_names(void) {}

void cyclescope_kernel_events_facts(cyclescope_fact_sink sink)
{
    sink("kernel_trace", "in the traced image only");
}

void cyclescope_stream_kernel_events(bool on) { (void)on; }
