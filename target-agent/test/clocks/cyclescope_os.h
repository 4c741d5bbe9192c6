/** A kernel that has ticks only. */
#ifndef CYCLESCOPE_TICKING_OS_H
#define CYCLESCOPE_TICKING_OS_H

#include <stdint.h>

#define CYCLESCOPE_OS_TICK_HZ 1000u
/* A count of sixteen bits, as small systems have it. */
#define CYCLESCOPE_OS_LAST_TICK 0xFFFFu

uint32_t cyclescope_os_ticks(void);

#endif
