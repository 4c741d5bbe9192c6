/** Parsed arguments of a `run` line. */
#ifndef CYCLESCOPE_REQUEST_H
#define CYCLESCOPE_REQUEST_H

#include "registry.h"

/** Options of the line that are numbers; 0 batches: as many as the benchmark declares. */
enum {
    CYCLESCOPE_OPTION_ITERATIONS,
    CYCLESCOPE_OPTION_WARMUP,
    CYCLESCOPE_OPTION_TRACED,
    CYCLESCOPE_OPTION_MAY_WAIT,
    CYCLESCOPE_OPTION_BATCHES,
    CYCLESCOPE_OPTIONS
};

typedef struct {
    const char *suite;
    const char *op; /**< NULL: the whole suite */
    uint32_t given; /**< options that were present: bit N for option N */
    uint32_t option[CYCLESCOPE_OPTIONS];
    uint32_t settings;
    struct {
        const char *name;
        uint32_t value;
    } setting[CYCLESCOPE_MAX_PARAMS];
} cyclescope_request;

static inline bool cyclescope_request_gives(const cyclescope_request *asked, uint32_t option)
{
    return asked->given & (1u << option);
}

/** Parses the words after `run`; returns false if they were answered with an error. */
bool cyclescope_request_parse(cyclescope_request *asked, char *rest);

/** Checks that this agent can execute the request; returns false if it answered with the reason. */
bool cyclescope_request_check(const cyclescope_request *asked);

bool cyclescope_request_wants(const cyclescope_request *asked, const cyclescope_bench *bench);
uint32_t cyclescope_request_count(const cyclescope_request *asked);

#endif
