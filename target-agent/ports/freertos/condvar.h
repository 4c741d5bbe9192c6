#define CYCLESCOPE_CONDVAR_REFUSED "FreeRTOS has no condition variables"
#include "mutex.h"
/* The stub refers to the mutex that a wait would release. */
#include "../../parts/none/condvar.h"
