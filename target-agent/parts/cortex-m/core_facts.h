/** Facts about the core that a Cortex-M's own registers hold. */
#ifndef CYCLESCOPE_CORE_FACTS_H
#define CYCLESCOPE_CORE_FACTS_H

#include "cyclescope/port.h"

/** The core's name, such as "Cortex-M7". */
const char *cyclescope_core_name(void);

/** Tells `core`, `mpu`, `caches` and `fp_stacking`. */
void cyclescope_core_facts(cyclescope_fact_sink sink);

#endif
