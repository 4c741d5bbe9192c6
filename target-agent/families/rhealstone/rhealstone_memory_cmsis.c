/** rhealstone_memory.c once more, through CMSIS-RTOS2. */
#define CYCLESCOPE_CMSIS
#define CYCLESCOPE_SUITE "cmsis_rhealstone"
#include "rhealstone_memory.c"
