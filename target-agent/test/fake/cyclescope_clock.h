#ifndef CYCLESCOPE_FAKE_CLOCK_H
#define CYCLESCOPE_FAKE_CLOCK_H

#include "fake.h"

static inline uint32_t cyclescope_clock_now(void)
{
    fake_time.now += fake_time.step;
    fake_time.readings += 1;
    return (uint32_t)fake_time.now;
}

#endif
