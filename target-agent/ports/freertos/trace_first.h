/**
 * Adds the trace hooks to the kernel without an edit of FreeRTOSConfig.h: its sources are compiled
 * with `-include trace_first.h`, so that the hooks are defined before the kernel checks for them.
 */
#include <stddef.h>
#include <stdint.h>

#include "FreeRTOSConfig.h"
#include "kernel_trace.h"
