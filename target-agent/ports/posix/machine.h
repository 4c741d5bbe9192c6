/** What Linux tells of itself and of the machine below it. */
#ifndef CYCLESCOPE_MACHINE_H
#define CYCLESCOPE_MACHINE_H

#include "cyclescope/port.h"

/** Reads everything once, before anything is measured. */
void cyclescope_machine_start(void);

/** The core's highest rate; 0: nobody says. */
uint32_t cyclescope_machine_core_hz(void);

/** System, device and core as SystemView wants them. */
const char *cyclescope_machine_description(void);

void cyclescope_machine_facts(cyclescope_fact_sink sink);

#endif
