/**
 * Registers bench.h's benchmarks in C++20, which requires the options in the field order of
 * cyclescope_bench: `.about`, `.iterations`, `.max`, `.warmup`, `.batches`, CYCLESCOPE_PARAMS, then
 * the rest. The macros are the same as in C and are used at namespace scope.
 */
#ifndef CYCLESCOPE_BENCH_CPP_H
#define CYCLESCOPE_BENCH_CPP_H

/** Builds a registry entry from a declaration's options, name and place. */
constexpr cyclescope_bench cyclescope_entry(cyclescope_bench options, const char *op,
                                            const char *file, uint32_t line)
{
    if (options.suite == nullptr) options.suite = CYCLESCOPE_SUITE;
    options.op = op;
    options.file = file;
    options.line = line;
    return options;
}

/** The same for an operation whose loops CYCLESCOPE_BENCH defines. */
constexpr cyclescope_bench cyclescope_entry(cyclescope_bench options, const char *op,
                                            const char *file, uint32_t line,
                                            cyclescope_measure sample, cyclescope_measure batch)
{
    options.sample = sample;
    options.batch = batch;
    return cyclescope_entry(options, op, file, line);
}

/* An unnamed namespace, because a static constant cannot be declared before it is defined. */
#define CYCLESCOPE_DECLARE_(name)               \
    namespace                                   \
    {                                           \
    extern const cyclescope_bench name##_bench; \
    }
/* Members that are left out are zero, so this warning does not apply. */
#define CYCLESCOPE_DEFINE_(name, ...)                                                       \
    _Pragma("GCC diagnostic push")                                                          \
        _Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"") namespace        \
    {                                                                                       \
        constinit const cyclescope_bench name##_bench CYCLESCOPE_IN_REGISTRY = __VA_ARGS__; \
    }                                                                                       \
    _Pragma("GCC diagnostic pop")

#define CYCLESCOPE_BENCH_CUSTOM(name, ...) \
    CYCLESCOPE_DEFINE_(name,               \
                       cyclescope_entry(cyclescope_bench{__VA_ARGS__}, #name, __FILE__, __LINE__))

#define CYCLESCOPE_BENCH(name, ...)                                                           \
    CYCLESCOPE_DECLARE_(name)                                                                 \
    CYCLESCOPE_INLINE void name##_operation(cyclescope_run *run, uint32_t i);                 \
    CYCLESCOPE_LOOPS_(name)                                                                   \
    CYCLESCOPE_DEFINE_(name, cyclescope_entry(cyclescope_bench{__VA_ARGS__}, #name, __FILE__, \
                                              __LINE__, name##_sample, name##_batch))         \
    CYCLESCOPE_INLINE void name##_operation(CYCLESCOPE_UNUSED cyclescope_run *run,            \
                                            CYCLESCOPE_UNUSED uint32_t i)

#endif
