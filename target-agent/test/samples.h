/** Controls the benchmarks in samples.c. */
#ifndef CYCLESCOPE_SAMPLES_H
#define CYCLESCOPE_SAMPLES_H

#include "fake.h"

typedef struct {
    const char *refusal; /**< the reason with which `filter bank/fir` refuses */
    const char *failure; /**< the fault of `queue/put` at the end of a round */
    const char *types;   /**< the text that the host types during operation `types_at` */
    uint32_t types_at;
    uint32_t param;    /**< the first parameter as `fir` saw it */
    uint32_t executed; /**< operations */
} sample_script;
extern sample_script sample_acts;

#endif
