/** The linked benchmarks, in link order. */
#ifndef CYCLESCOPE_REGISTRY_H
#define CYCLESCOPE_REGISTRY_H

#include "cyclescope/bench.h"

/** Maximum number of parameters of one benchmark. */
#define CYCLESCOPE_MAX_PARAMS 8u

const cyclescope_bench *cyclescope_registry_begin(void);
const cyclescope_bench *cyclescope_registry_end(void);

/** A benchmark's suite name; not zero-terminated. */
typedef struct {
    const char *text;
    uint32_t length;
} cyclescope_span;

cyclescope_span cyclescope_find_suite(const cyclescope_bench *bench);
bool cyclescope_in_suite(const cyclescope_bench *bench, const char *suite);

uint32_t cyclescope_get_iterations(const cyclescope_bench *bench);
uint32_t cyclescope_get_batches(const cyclescope_bench *bench);

/** Returns whether operations can be measured without reading the clock between them. */
bool cyclescope_allows_batches(const cyclescope_bench *bench);
/** The function that measures them, or NULL. */
cyclescope_measure cyclescope_find_batch(const cyclescope_bench *bench);

#endif
