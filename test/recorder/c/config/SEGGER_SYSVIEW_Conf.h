// The test passes every setting on the compiler's command line.
// Interrupts occur wherever they are not masked.
#include "interrupts.h"

#define SEGGER_SYSVIEW_LOCK() interrupts_lock()
#define SEGGER_SYSVIEW_UNLOCK() interrupts_unlock()
