/** A benchmark as a user of the SDK adds it to his application. */
#include <cyclescope/bench.h>

static int32_t s_input[32];

CYCLESCOPE_BENCH(fir_filter, .about = "one output of a filter with 32 taps")
{
    int32_t sum = 0;
    for (int tap = 0; tap < 32; ++tap) sum += s_input[tap] * (tap + 1);
    CYCLESCOPE_KEEP(sum);
}
