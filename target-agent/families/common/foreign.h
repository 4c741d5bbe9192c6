/**
 * A family's benchmarks with the loops and operations of another language. A file of this folder
 * names the family, includes this header, then the family's own source: preparation, second threads
 * and checks are the C code; the code between the readings of the clock is not. The build names the
 * language. Each loop is named cyclescope_LANGUAGE_FAMILY_OPERATION_sample or _batch.
 */
#ifndef CYCLESCOPE_FOREIGN_H
#define CYCLESCOPE_FOREIGN_H

#define CYCLESCOPE_TEXT_OF_(token) #token
#define CYCLESCOPE_TEXT_OF(token) CYCLESCOPE_TEXT_OF_(token)
#define CYCLESCOPE_JOINED_(language, family, name) cyclescope_##language##_##family##_##name
#define CYCLESCOPE_JOINED(language, family, name) CYCLESCOPE_JOINED_(language, family, name)
#define CYCLESCOPE_NAME(name) CYCLESCOPE_JOINED(CYCLESCOPE_LANGUAGE, CYCLESCOPE_FAMILY, name)
#define CYCLESCOPE_EMPTY_(language, loop) cyclescope_##language##_empty_##loop
#define CYCLESCOPE_EMPTY(language, loop) CYCLESCOPE_EMPTY_(language, loop)

#define CYCLESCOPE_SUITE \
    CYCLESCOPE_TEXT_OF(CYCLESCOPE_LANGUAGE) "_" CYCLESCOPE_TEXT_OF(CYCLESCOPE_FAMILY)

#include "cyclescope/bench.h"

void CYCLESCOPE_EMPTY(CYCLESCOPE_LANGUAGE, sample)(cyclescope_run *run);
void CYCLESCOPE_EMPTY(CYCLESCOPE_LANGUAGE, batch)(cyclescope_run *run);

/** Exports an object of this file to the language by name. */
#define CYCLESCOPE_SHARE(object, name) \
    extern __typeof__(object) CYCLESCOPE_NAME(name) __attribute__((alias(#object)))

#undef CYCLESCOPE_BENCH
#define CYCLESCOPE_BENCH(name, ...)                                                           \
    CYCLESCOPE_ENTRY_(name);                                                                  \
    CYCLESCOPE_SHARE(name##_bench, name##_bench);                                             \
    void CYCLESCOPE_NAME(name##_sample)(cyclescope_run * run);                                \
    void CYCLESCOPE_NAME(name##_batch)(cyclescope_run * run);                                 \
    CYCLESCOPE_ENTRY_(name) = {.suite = CYCLESCOPE_SUITE,                                     \
                               .op = #name,                                                   \
                               .file = __FILE__,                                              \
                               .line = __LINE__,                                              \
                               .sample = CYCLESCOPE_NAME(name##_sample),                      \
                               .batch = CYCLESCOPE_NAME(name##_batch),                        \
                               .empty_sample = CYCLESCOPE_EMPTY(CYCLESCOPE_LANGUAGE, sample), \
                               .empty_batch = CYCLESCOPE_EMPTY(CYCLESCOPE_LANGUAGE, batch),   \
                               __VA_ARGS__};                                                  \
    CYCLESCOPE_INLINE void name##_operation(CYCLESCOPE_UNUSED cyclescope_run *run,            \
                                            CYCLESCOPE_UNUSED uint32_t i)

/* An operation's own batch loop is also written in the language. */
#undef CYCLESCOPE_BATCH_LOOP
#define CYCLESCOPE_BATCH_LOOP(name)                           \
    void CYCLESCOPE_NAME(name##_batch)(cyclescope_run * run); \
    static void name##_batch(cyclescope_run *run) { CYCLESCOPE_NAME(name##_batch)(run); }

#endif
