/** Requests real-time conditions from Linux and reports the outcome of each. */
#ifndef CYCLESCOPE_REALTIME_H
#define CYCLESCOPE_REALTIME_H

#include <stdbool.h>

#include "cyclescope/port.h"

/** The agent's own priority; threads under test run below it or at the same level. */
#define CYCLESCOPE_PRIORITY 50

/** Tries SCHED_FIFO, one CPU, locked memory and no real-time throttling; restores the system's settings at exit. */
void cyclescope_realtime_start(void);

/** Returns whether SCHED_FIFO and one CPU make priorities alone decide which thread runs. */
bool cyclescope_realtime_is_granted(void);

/** Returns whether the agent is pinned to one CPU. */
bool cyclescope_realtime_on_one_cpu(void);

/** Reports what was granted and what was refused, with the reason. */
void cyclescope_realtime_facts(cyclescope_fact_sink sink);

#endif
