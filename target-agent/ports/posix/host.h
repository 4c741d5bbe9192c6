/** The agent's link to its host: standard input, output and error. */
#ifndef CYCLESCOPE_HOST_H
#define CYCLESCOPE_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/port.h"

/** The way in which the agent was started; figures from different launches are never compared. */
typedef struct {
    const char *launch_context; /**< "console", "local" or "ssh" */
    uint32_t patience_s;        /**< silence after which the host counts as gone; 0: never */
} cyclescope_host_options;

void cyclescope_host_start(const cyclescope_host_options *options);

/** Exits because the host is gone. */
void cyclescope_host_gone(void) __attribute__((noreturn));

/** Writes everything; exits if the host does not read it. */
void cyclescope_host_write(int file, const void *bytes, uint32_t count);

/** Returns the next byte from the host, or -1 if there is none; exits if the host has closed. */
int cyclescope_host_read(void);

/** Sleeps until the host sends something. */
void cyclescope_host_await(void);

/** Reports how the agent was started. */
void cyclescope_host_facts(cyclescope_fact_sink sink);

#endif
