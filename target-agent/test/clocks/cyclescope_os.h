/** A kernel with ticks only. */
#ifndef CYCLESCOPE_TICKING_OS_H
#define CYCLESCOPE_TICKING_OS_H

#include <stdint.h>

#define CYCLESCOPE_OS_TICK_HZ 1000u
/* A tick count of sixteen bits, as on small systems. */
#define CYCLESCOPE_OS_LAST_TICK 0xFFFFu

uint32_t cyclescope_os_ticks(void);

#endif
