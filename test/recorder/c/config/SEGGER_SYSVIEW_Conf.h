// The test passes every setting on the compiler's command line.
// Interrupts come where nothing locks them out.
#include "interrupts.h"

#define SEGGER_SYSVIEW_LOCK() interrupts_lock()
#define SEGGER_SYSVIEW_UNLOCK() interrupts_unlock()
