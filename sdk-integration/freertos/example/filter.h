#ifndef FILTER_H
#define FILTER_H

#include <stdint.h>

/** Adds a sample and returns the mean of the last eight. */
int32_t filter_step(int32_t sample);

#endif
