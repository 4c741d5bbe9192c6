/**
 * Brings the trace hooks into the kernel without an edit of FreeRTOSConfig.h: its sources are
 * compiled with `-include trace_first.h`, so that the hooks are there before the kernel looks.
 */
#include <stddef.h>
#include <stdint.h>

#include "FreeRTOSConfig.h"
#include "kernel_trace.h"
