/**
 * Functions that an operating system and its transport must provide to the agent's core.
 *
 * A port also defines the calls that benchmarks measure, in its `cyclescope_os.h`: see
 * cyclescope/os.h, which declares and documents them.
 */
#ifndef CYCLESCOPE_PORT_H
#define CYCLESCOPE_PORT_H

#include <stdbool.h>
#include <stdint.h>

/** Receives one fact; a value may be any text. */
typedef void (*cyclescope_fact_sink)(const char *key, const char *value);

/** Passes on a fact that is a number. */
void cyclescope_fact_number(cyclescope_fact_sink sink, const char *key, uint32_t value);

/** Reports the operating system, the board and every setting that affects figures. */
void cyclescope_port_facts(cyclescope_fact_sink sink);

/** Returns the current core clock rate; used by clocks that count core cycles. */
uint32_t cyclescope_port_core_hz(void);

/** Returns right after the next kernel tick, without letting a thread of lower priority run. */
void cyclescope_port_wait_tick(void);

/**
 * Returns `phase` / 65536 of a tick period after a kernel tick, again without letting a thread of
 * lower priority run. The path from the tick must take the same number of instructions every time.
 */
void cyclescope_port_align(uint32_t phase);

/** Lets other threads run while there is nothing to do. */
void cyclescope_port_idle(void);

/**
 * Reads a processor counter that only ever grows; false: there is none. The fact `counter` names
 * the counted event. Called only in agents built with CYCLESCOPE_COUNTERS.
 */
bool cyclescope_port_counter(uint64_t *count);

/**
 * Returns how often the system has taken the processor from the agent's threads. Called only in
 * agents built with CYCLESCOPE_COUNTERS.
 */
uint32_t cyclescope_port_preemptions(void);

/** Returns why figures would not be worst-case, or NULL; called only in worst-case agents. */
#ifdef CYCLESCOPE_WORST_CASE_TIMING
const char *cyclescope_port_worst_case(void);
#else
static inline const char *cyclescope_port_worst_case(void) { return 0; }
#endif

/** Returns the next byte of the control channel, or -1. */
int cyclescope_control_read(void);

/**
 * Returns the room in the control channel to the host, which must hold a full line of 511 bytes.
 */
uint32_t cyclescope_control_room(void);
void cyclescope_control_write(const char *text, uint32_t bytes);

/** Bytes in front of a payload that the stream may overwrite with its header. */
#define CYCLESCOPE_STREAM_RESERVE 4u

/** Smallest ring that holds a traced block. */
#define CYCLESCOPE_SMALLEST_RING 2048u
/** Smallest ring of an image without hooks: it holds the descriptions of all events at once. */
#ifndef CYCLESCOPE_SMALLEST_QUIET_RING
#define CYCLESCOPE_SMALLEST_QUIET_RING 1024u
#endif

/** Return the size of the stream's ring in bytes, and how much of it is free. */
uint32_t cyclescope_stream_size(void);
uint32_t cyclescope_stream_room(void);
bool cyclescope_stream_is_empty(void);

/** Begins a recording: sync, system, tasks, module. */
void cyclescope_stream_start(void);
void cyclescope_stream_stop(void);

/** Sends one of the module's events; CYCLESCOPE_STREAM_RESERVE bytes precede the payload. */
void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes);

/** Returns the stream's time stamp, read the way the recorder does. */
uint32_t cyclescope_stream_now(void);

/** Returns whether kernel hooks are linked. */
bool cyclescope_stream_has_hooks(void);

/**
 * Switches recording of kernel events on or off. The cost of an event must not depend on what was
 * recorded before: the port brings the recorder into the same state before every block.
 */
void cyclescope_stream_record_kernel(bool on);

#endif
