/** Controls the benchmarks in samples.c. */
#ifndef CYCLESCOPE_SAMPLES_H
#define CYCLESCOPE_SAMPLES_H

#include "fake.h"

typedef struct {
    const char *refusal; /**< why `filter bank/fir` does not begin */
    const char *failure; /**< what is wrong with `queue/put` at the end of a round */
    const char *types;   /**< what the host types while operation `types_at` is executed */
    uint32_t types_at;
    uint32_t param;    /**< the first parameter as `fir` saw it */
    uint32_t executed; /**< operations */
} sample_script;
extern sample_script sample_acts;

#endif
