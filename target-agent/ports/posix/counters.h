/** A processor counter around batches, where the kernel permits it. */
#ifndef CYCLESCOPE_COUNTERS_H
#define CYCLESCOPE_COUNTERS_H

#include "cyclescope/port.h"

/** Opens one: instructions, else cycles. Call it after choosing the CPU. */
void cyclescope_counters_start(void);

bool cyclescope_counters_read(uint64_t *count);

/** Reports the counted event and where it is counted, or why nothing is counted. */
void cyclescope_counters_facts(cyclescope_fact_sink sink);

#endif
