/** thread_calls.c once more, through CMSIS-RTOS2. */
#define CYCLESCOPE_CMSIS
#define CYCLESCOPE_SUITE "cmsis_thread"
#include "thread_calls.c"
