#include <cyclescope/bench.h>

static int32_t filter(const int32_t *input, uint32_t taps)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < taps; ++i) sum += input[i] * (int32_t)(i + 1u);
    return sum;
}
CYCLESCOPE_BENCH(fir_filter, .about = "one output of a filter with 32 taps")
{
    static int32_t input[32];
    CYCLESCOPE_KEEP(filter(input, 32));
}
