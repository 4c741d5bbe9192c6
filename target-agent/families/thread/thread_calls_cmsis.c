/** thread_calls.c and thread_new.c once more, through CMSIS-RTOS2. */
#define CYCLESCOPE_CMSIS
#define CYCLESCOPE_SUITE "cmsis_thread"
#include "thread_calls.c"
#include "thread_new.c"
