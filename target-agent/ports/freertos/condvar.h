#define CYCLESCOPE_CONDVAR_REFUSED "FreeRTOS has no condition variables"
#include "mutex.h"
/* Its stand-in names the mutex that a wait would release. */
#include "../../parts/none/condvar.h"
