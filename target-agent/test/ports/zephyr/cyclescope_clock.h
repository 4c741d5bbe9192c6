/** A clock that tests set. */
#ifndef CYCLESCOPE_FAKE_CLOCK_H
#define CYCLESCOPE_FAKE_CLOCK_H

#include <stdint.h>

extern uint32_t fake_clock;
static inline uint32_t cyclescope_clock_now(void) { return fake_clock; }

#endif
