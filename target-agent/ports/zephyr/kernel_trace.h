/** Zephyr's own hooks for SystemView, let through inside measured blocks alone. */
#ifndef CYCLESCOPE_KERNEL_TRACE_H
#define CYCLESCOPE_KERNEL_TRACE_H

#include <stdbool.h>

/** Whether a measured block is being recorded. */
extern volatile bool cyclescope_kernel_recorded;

/** A recording begins; does something in the traced image only. */
void cyclescope_trace_restart(void);

/** Takes note of a thread that was just created; does something in the traced image only. */
void cyclescope_trace_announce(void);

#endif
