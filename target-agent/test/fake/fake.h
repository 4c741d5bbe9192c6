/** A system that stands under the agent's core in tests: it does as it is told, and it watches. */
#ifndef CYCLESCOPE_FAKE_H
#define CYCLESCOPE_FAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "events.h"

/** Puts everything back to an agent on a quiet machine with a fast host. */
void fake_reset(void);

/* Time: a clock that advances with every reading, and a kernel tick derived from it. */
typedef struct {
    uint64_t now;
    uint32_t step; /**< how far one reading advances the clock */
    uint32_t tick_period;
    const char *wrong;  /**< what the clock's own check says */
    const char *asleep; /**< why it cannot time what lets the core sleep */
    uint32_t missed;    /**< wraps that nobody saw in the next block */
    uint32_t blocks;    /**< blocks begun and not ended */
    uint32_t readings;
    uint32_t phase; /**< of the last alignment */
    uint32_t alignments;
    uint64_t readings_at_alignment;
    uint64_t transport_at_alignment;
} fake_time_state;
extern fake_time_state fake_time;

/** A processor's counter, which the operations under test advance. */
typedef struct {
    uint64_t now;
    uint32_t works_for;     /**< readings before it can be read no more */
    uint32_t reading_costs; /**< how far one reading advances it */
} fake_counter_state;
extern fake_counter_state fake_counter;

/* Control lines. */
void fake_type(const char *text);
/** Lets the agent answer these bytes, and whatever is typed meanwhile, and gives all it wrote. */
const char *fake_serve(const char *text);
const char *fake_serve_bytes(const char *bytes, uint32_t count);
/** Lines that the agent has written since the last call of serve, by how they begin. */
uint32_t fake_lines(const char *beginning);

/** The stream: a ring that a host empties at every tick. */
typedef struct {
    uint32_t ring;
    uint32_t host_rate; /**< bytes that the host takes at a tick */
    bool hooks;
    bool kernel_events; /**< the switch as the agent left it */
    uint32_t used;
    bool started;
    uint32_t waits;     /**< ticks waited for */
    uint64_t transport; /**< calls of stream and control functions */
} fake_stream_state;
extern fake_stream_state fake_stream;

typedef struct {
    uint32_t event;
    uint32_t bytes;
    uint32_t read; /**< how far a test has read it */
    uint8_t payload[CYCLESCOPE_PAYLOAD_MAX];
} fake_packet;
#define FAKE_PACKETS_KEPT 4096u
extern fake_packet fake_packets[FAKE_PACKETS_KEPT];
/** How many were sent; only the first ones are kept. */
extern uint32_t fake_packet_count;

uint32_t fake_read_u32(fake_packet *packet);
uint64_t fake_read_u64(fake_packet *packet);
const char *fake_read_text(fake_packet *packet);
bool fake_read_all(const fake_packet *packet);
/** The number of packets of one event, and one of them. */
uint32_t fake_packets_of(uint32_t event);
fake_packet *fake_packet_of(uint32_t event, uint32_t index);

/** Called by every operation under test: checks that the wire was left alone since the alignment. */
void fake_check_quiet(void);
/** Whether one reading of the clock was taken and the one that closes its window was not. */
bool fake_window_open(void);

/** The operating system under benchmarks: what fails, and what is alive. */
typedef struct {
    uint32_t heap_free;
    uint32_t blocks;
    bool scribbles; /**< an allocation writes into the block before it */
    uint32_t *scribbles_over;
    uint32_t locks_fail_from;
    uint32_t unlocks_fail_from;
    bool stuck; /**< a mutex whose unlock failed may be locked once more */
    uint32_t mutexes;
    uint32_t mutexes_fail_from;  /**< with so many alive */
    uint32_t creates_fail_from;  /**< with so many alive */
    uint32_t creates_fail_after; /**< with so many created before */
    uint32_t created;
    uint32_t runs_early; /**< which child runs when it is created */
    uint32_t never_runs; /**< which child never runs */
    uint32_t threads;
    bool slices_time;
    bool peer_fails;
    uint32_t yield_costs;
    uint32_t yields;
    uint32_t yields_fail_from; /**< yields that come back without a switch */
    uint32_t yields_fail_to;
} fake_os_state;
extern fake_os_state fake_os;
#define FAKE_NEVER UINT32_MAX

#endif
