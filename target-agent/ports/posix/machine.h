/** Facts that Linux reports about itself and the machine. */
#ifndef CYCLESCOPE_MACHINE_H
#define CYCLESCOPE_MACHINE_H

#include "cyclescope/port.h"

/** Reads everything once, before anything is measured. */
void cyclescope_machine_start(void);

/** Returns the core's maximum clock rate; 0: unknown. */
uint32_t cyclescope_machine_core_hz(void);

/** Returns system, device and core in SystemView's format. */
const char *cyclescope_machine_description(void);

void cyclescope_machine_facts(cyclescope_fact_sink sink);

#endif
