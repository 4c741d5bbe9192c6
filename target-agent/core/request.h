/** Parsed arguments of a `run` line. */
#ifndef CYCLESCOPE_REQUEST_H
#define CYCLESCOPE_REQUEST_H

#include "registry.h"

enum { CYCLESCOPE_GIVEN_ITERATIONS = 1u << 0, CYCLESCOPE_GIVEN_WARMUP = 1u << 1 };

typedef struct {
    const char *suite;
    const char *op; /**< NULL: the whole suite */
    uint32_t given; /**< options that were present: bits in the order of CYCLESCOPE_GIVEN_* */
    uint32_t iterations;
    uint32_t warmup;
    uint32_t traced;
    uint32_t may_wait;
    uint32_t settings;
    struct {
        const char *name;
        uint32_t value;
    } setting[CYCLESCOPE_MAX_PARAMS];
} cyclescope_request;

/** Parses the words after `run`; returns false if they were answered with an error. */
bool cyclescope_request_parse(cyclescope_request *asked, char *rest);

/** Checks that this agent can execute the request; returns false if it answered with the reason. */
bool cyclescope_request_check(const cyclescope_request *asked);

bool cyclescope_request_wants(const cyclescope_request *asked, const cyclescope_bench *bench);
uint32_t cyclescope_request_count(const cyclescope_request *asked);

#endif
