/** For systems that keep no time: sleeping is refused, and the time never changes. */
#ifndef CYCLESCOPE_NO_TIMING_H
#define CYCLESCOPE_NO_TIMING_H

#include <stdint.h>

#include "cyclescope/inline.h"

CYCLESCOPE_INLINE uint64_t cyclescope_os_time_us(void) { return 0; }
CYCLESCOPE_INLINE void cyclescope_os_sleep_ms(uint32_t ms) { (void)ms; }
CYCLESCOPE_INLINE void cyclescope_os_delay_ms(uint32_t ms) { (void)ms; }

#endif
