#include <cyclescope/bench.h>

#include "filter.h"

CYCLESCOPE_BENCH(step, .about = "one more sample into the filter", .iterations = 1000)
{
    CYCLESCOPE_KEEP(filter_step((int32_t)i));
}
