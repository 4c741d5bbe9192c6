/** Facts about the core, read from a Cortex-M's registers. */
#ifndef CYCLESCOPE_CORE_FACTS_H
#define CYCLESCOPE_CORE_FACTS_H

#include "cyclescope/port.h"

/** Returns the core's name, such as "Cortex-M7". */
const char *cyclescope_core_name(void);

/** Reports `core`, `mpu`, `caches` and `fp_stacking`. */
void cyclescope_core_facts(cyclescope_fact_sink sink);

#endif
