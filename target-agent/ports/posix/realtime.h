/** What a measuring program asks of Linux, each of it tried and told. */
#ifndef CYCLESCOPE_REALTIME_H
#define CYCLESCOPE_REALTIME_H

#include <stdbool.h>

#include "cyclescope/port.h"

/** The agent's own priority; threads under test stand below or beside it. */
#define CYCLESCOPE_PRIORITY 50

/** Tries SCHED_FIFO, one CPU, locked memory and no real-time throttling; restores the system's settings at exit. */
void cyclescope_realtime_start(void);

/** Are there both SCHED_FIFO and one CPU, so that priorities alone decide which thread runs? */
bool cyclescope_realtime_is_granted(void);

/** Does the agent stay on its CPU? */
bool cyclescope_realtime_on_one_cpu(void);

/** What was got and what was refused, with the reason. */
void cyclescope_realtime_facts(cyclescope_fact_sink sink);

#endif
