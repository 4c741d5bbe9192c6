/** What a measuring program asks of Linux, each of it tried and told. */
#ifndef CYCLESCOPE_REALTIME_H
#define CYCLESCOPE_REALTIME_H

#include <stdbool.h>

#include "cyclescope/port.h"

/** The agent's own priority; threads under test stand below or beside it. */
#define CYCLESCOPE_PRIORITY 50

/** Tries SCHED_FIFO, one CPU, locked memory and real-time throttling off; what is the system's is put back at our end. */
void cyclescope_realtime_start(void);

/** Whether there is both SCHED_FIFO and one CPU, so that priorities alone decide who runs. */
bool cyclescope_realtime_got(void);

/** Whether the agent stays on its CPU. */
bool cyclescope_realtime_on_one_cpu(void);

/** What was got and what was refused, with the reason. */
void cyclescope_realtime_facts(cyclescope_fact_sink sink);

#endif
