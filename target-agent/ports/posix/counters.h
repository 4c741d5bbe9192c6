/** The processor's own counters, as far as the kernel lets a program use them. */
#ifndef CYCLESCOPE_COUNTERS_H
#define CYCLESCOPE_COUNTERS_H

#include "cyclescope/port.h"

/** Says which of them could be read here, or why none. */
void cyclescope_counters_facts(cyclescope_fact_sink sink);

#endif
