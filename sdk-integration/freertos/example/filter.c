#include "filter.h"

#define LENGTH 8u

static int32_t s_samples[LENGTH];
static uint32_t s_next;

int32_t filter_step(int32_t sample)
{
    int32_t sum = 0;
    s_samples[s_next++ % LENGTH] = sample;
    for (uint32_t i = 0; i < LENGTH; ++i) sum += s_samples[i];
    return sum / (int32_t)LENGTH;
}
