/** Zephyr's own hooks for SystemView, passed on inside measured blocks only. */
#ifndef CYCLESCOPE_KERNEL_TRACE_H
#define CYCLESCOPE_KERNEL_TRACE_H

#include <stdbool.h>

/** True while a measured block is being recorded. */
extern volatile bool cyclescope_kernel_recorded;

/** Called when a recording begins; does nothing except in the traced image. */
void cyclescope_trace_restart(void);

/** Names all threads, or in an image without hooks the agent's own, the only one that is recorded. */
void cyclescope_trace_describe_threads(void);

/** Registers a thread that was just created; does nothing except in the traced image. */
void cyclescope_trace_announce(void);

#endif
