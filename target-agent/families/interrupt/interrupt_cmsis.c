/** interrupt.c once more, through CMSIS-RTOS2. */
#define CYCLESCOPE_CMSIS
#define CYCLESCOPE_SUITE "cmsis_interrupt"
#include "interrupt.c"
