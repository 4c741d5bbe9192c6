/**
 * The functions that an operating system and its transport must supply to the agent's core.
 *
 * Besides these a port defines the calls that benchmarks measure, in its `cyclescope_os.h`: see
 * cyclescope/os.h, which declares and documents them.
 */
#ifndef CYCLESCOPE_PORT_H
#define CYCLESCOPE_PORT_H

#include <stdbool.h>
#include <stdint.h>

/** Receives one fact; a value may hold any text. */
typedef void (*cyclescope_fact_sink)(const char *key, const char *value);

/** Gives a fact that is a number. */
void cyclescope_fact_number(cyclescope_fact_sink sink, const char *key, uint32_t value);

/** Names the operating system, the board and every setting that changes figures. */
void cyclescope_port_facts(cyclescope_fact_sink sink);

/** The core's clock rate as the system knows it now; asked for by clocks that count its cycles. */
uint32_t cyclescope_port_core_hz(void);

/** Returns right after the next kernel tick, without letting a thread of lower priority run. */
void cyclescope_port_wait_tick(void);

/**
 * Returns `phase` / 65536 of a tick's period after a kernel tick, again without letting a thread of
 * lower priority run. The way from the tick must take the same number of instructions every time.
 */
void cyclescope_port_align(uint32_t phase);

/** Lets other threads run while there is nothing to do. */
void cyclescope_port_idle(void);

/**
 * A processor's counter, which only ever grows; false: there is none. What it counts is the fact
 * `counter`. Asked for only in an agent that is built with CYCLESCOPE_COUNTERS.
 */
bool cyclescope_port_counter(uint64_t *count);

/** Why figures would not be those of the worst case, or NULL; only such agents ask. */
#ifdef CYCLESCOPE_WORST_CASE_TIMING
const char *cyclescope_port_worst_case(void);
#else
static inline const char *cyclescope_port_worst_case(void) { return 0; }
#endif

/** The next byte of the control channel, or -1. */
int cyclescope_control_read(void);

/** Room in the control channel towards the host, which must hold a whole line of 511 bytes. */
uint32_t cyclescope_control_room(void);
void cyclescope_control_write(const char *text, uint32_t bytes);

/** Bytes in front of a payload that the stream may overwrite with its header. */
#define CYCLESCOPE_STREAM_RESERVE 4u

/** A ring below this is too small for a traced block. */
#define CYCLESCOPE_SMALLEST_RING 2048u

/** The stream's ring in bytes, and how much of it can be written now. */
uint32_t cyclescope_stream_size(void);
uint32_t cyclescope_stream_room(void);
bool cyclescope_stream_empty(void);

/** Begins a recording: sync, system, tasks, module. */
void cyclescope_stream_start(void);
void cyclescope_stream_stop(void);

/** Sends one of the module's events; CYCLESCOPE_STREAM_RESERVE bytes stand before the payload. */
void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes);

/** The stream's time stamp, read as the recorder would. */
uint32_t cyclescope_stream_now(void);

/** Are kernel hooks linked in? */
bool cyclescope_stream_hooks(void);

/**
 * Records kernel events from here on, or no longer. What one event costs must not depend on what
 * was recorded before: the port brings the recorder into the same state before every block.
 */
void cyclescope_stream_kernel_events(bool on);

#endif
