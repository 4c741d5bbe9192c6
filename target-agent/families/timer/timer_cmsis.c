/** timer.c once more, through CMSIS-RTOS2. */
#define CYCLESCOPE_CMSIS
#define CYCLESCOPE_SUITE "cmsis_timer"
#include "timer.c"
