/** What a `run` line asks for. */
#ifndef CYCLESCOPE_REQUEST_H
#define CYCLESCOPE_REQUEST_H

#include "registry.h"

typedef struct {
    const char *suite;
    const char *op; /**< NULL: all of the suite */
    bool has_iterations;
    bool has_warmup;
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

/** Reads the words behind `run`; false: an error was answered. */
bool cyclescope_request_parse(cyclescope_request *asked, char *rest);

/** Whether this agent can do what was asked; otherwise the reason was answered. */
bool cyclescope_request_possible(const cyclescope_request *asked);

bool cyclescope_request_wants(const cyclescope_request *asked, const cyclescope_bench *bench);
uint32_t cyclescope_request_count(const cyclescope_request *asked);

#endif
