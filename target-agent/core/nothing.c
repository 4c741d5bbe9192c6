/** Two readings back to back, and an empty loop, in the same shape as every benchmark's own. */
#include "measuring.h"

CYCLESCOPE_INLINE void nothing_operation(cyclescope_run *run, uint32_t i);
static const cyclescope_bench nothing_bench;
CYCLESCOPE_LOOPS_(nothing)
static const cyclescope_bench nothing_bench = {.op = "nothing"};
CYCLESCOPE_INLINE void nothing_operation(CYCLESCOPE_UNUSED cyclescope_run *run,
                                         CYCLESCOPE_UNUSED uint32_t i)
{
}

void cyclescope_nothing_sample(cyclescope_run *run) { nothing_sample(run); }
void cyclescope_nothing_batch(cyclescope_run *run) { nothing_batch(run); }
