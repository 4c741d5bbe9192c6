/** The processor's own counter around batches, as far as the kernel lets a program use one. */
#ifndef CYCLESCOPE_COUNTERS_H
#define CYCLESCOPE_COUNTERS_H

#include "cyclescope/port.h"

/** Opens one: instructions, else cycles. Comes after the choice of a CPU. */
void cyclescope_counters_start(void);

bool cyclescope_counters_read(uint64_t *count);

/** Says what is counted and where, or why nothing is. */
void cyclescope_counters_facts(cyclescope_fact_sink sink);

#endif
