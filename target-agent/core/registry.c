#include "registry.h"

#include "text.h"

/* The linker provides start and end symbols for a section whose name is a C identifier. */
extern const cyclescope_bench __start_cyclescope_benches[] __attribute__((weak));
extern const cyclescope_bench __stop_cyclescope_benches[] __attribute__((weak));

/** Read by the host, which parses the registry from the ELF file. */
extern const uint32_t cyclescope_bench_size;
const uint32_t cyclescope_bench_size __attribute__((used)) = sizeof(cyclescope_bench);

#if UINTPTR_MAX == UINT32_MAX
_Static_assert(offsetof(cyclescope_bench, params) == 36, "the host reads this layout");
_Static_assert(offsetof(cyclescope_bench, param_count) == 40, "the host reads this layout");
_Static_assert(offsetof(cyclescope_bench, before_each) == 60, "the host reads this layout");
_Static_assert(offsetof(cyclescope_bench, after_each) == 64, "the host reads this layout");
_Static_assert(offsetof(cyclescope_bench, batch) == 72, "the host reads this layout");
_Static_assert(offsetof(cyclescope_bench, own_batch) == 84, "the host reads this layout");
_Static_assert(sizeof(cyclescope_param) == 16, "the host reads this layout");
#endif

const cyclescope_bench *cyclescope_registry_begin(void) { return __start_cyclescope_benches; }
const cyclescope_bench *cyclescope_registry_end(void) { return __stop_cyclescope_benches; }

cyclescope_span cyclescope_find_suite(const cyclescope_bench *bench)
{
    if (bench->suite) {
        return (cyclescope_span){bench->suite, cyclescope_text_length(bench->suite)};
    }
    const char *name = bench->file;
    for (const char *at = bench->file; *at; ++at) {
        if (*at == '/' || *at == '\\') name = at + 1;
    }
    uint32_t length = 0;
    while (name[length] && name[length] != '.') ++length;
    return (cyclescope_span){name, length};
}

bool cyclescope_in_suite(const cyclescope_bench *bench, const char *suite)
{
    const cyclescope_span own = cyclescope_find_suite(bench);
    for (uint32_t i = 0; i < own.length; ++i) {
        if (suite[i] != own.text[i]) return false;
    }
    return suite[own.length] == 0;
}

uint32_t cyclescope_get_iterations(const cyclescope_bench *bench)
{
    return bench->iterations ? bench->iterations : CYCLESCOPE_DEFAULT_ITERATIONS;
}

uint32_t cyclescope_get_batches(const cyclescope_bench *bench)
{
    if (!cyclescope_allows_batches(bench)) return 0;
    return bench->batches ? bench->batches : CYCLESCOPE_DEFAULT_BATCHES;
}

bool cyclescope_allows_batches(const cyclescope_bench *bench)
{
    return cyclescope_find_batch(bench) != NULL;
}

cyclescope_measure cyclescope_find_batch(const cyclescope_bench *bench)
{
    if (bench->own_batch) return bench->own_batch;
    return bench->before_each || bench->after_each ? NULL : bench->batch;
}
