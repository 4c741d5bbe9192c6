/** The system under the agent's core in tests: it follows the test's orders, and it watches. */
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
    const char *wrong;  /**< result of the clock's own check */
    const char *asleep; /**< why it cannot time what lets the core sleep */
    const char *unit;
    uint32_t missed; /**< wraps that nobody saw in the next block */
    uint32_t blocks; /**< blocks begun and not ended */
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
    uint32_t used_at_start; /**< bytes before the sync of the latest recording */
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
/** The number of packets that were sent; only the first ones are kept. */
extern uint32_t fake_packet_count;

uint32_t fake_read_u32(fake_packet *packet);
uint64_t fake_read_u64(fake_packet *packet);
const char *fake_read_text(fake_packet *packet);
bool fake_read_all(const fake_packet *packet);
/** The number of packets of one event. */
uint32_t fake_packets_of(uint32_t event);
/** A packet of one event, of which `index` came before. */
fake_packet *fake_packet_of(uint32_t event, uint32_t index);

/** Called by every operation under test: checks that the wire was left alone since the alignment. */
void fake_check_quiet(void);
/** Returns true if a window was opened by a reading of the clock and not closed yet. */
bool fake_window_open(void);

/** The operating system under benchmarks: its faults, and its objects that are alive. */
typedef struct {
    uint32_t heap_free;
    uint32_t blocks;
    bool scribbles; /**< an allocation writes into the block before it */
    uint32_t *scribbles_over;
    uint32_t allocations;
    uint32_t allocation_fails; /**< the number of the one that gets nothing */
    uint32_t allocated_again;  /**< .. that gets the block before it, which is in use */
    uint32_t leaks;            /**< bytes of every block that do not come back */
    uint32_t locks_fail_from;
    uint32_t unlocks_fail_from;
    bool stuck; /**< a mutex whose unlock failed may be locked once more */
    uint32_t mutexes;
    uint32_t mutexes_fail_from;  /**< when this many are alive */
    uint32_t creates_fail_from;  /**< when this many are alive */
    uint32_t creates_fail_after; /**< after this many were created */
    uint32_t created;
    uint32_t runs_early; /**< which child runs when it is created */
    uint32_t never_runs; /**< which child never runs */
    uint32_t threads;
    bool slices_time;
    bool ignores_priorities;
    bool helper_fails;
    uint32_t yield_costs;
    uint32_t yields;
    uint32_t yields_fail_from; /**< yields that come back without a switch */
    uint32_t yields_fail_to;
    uint32_t objects; /**< semaphores, events, condition variables, recursive mutexes alive */
    uint32_t objects_fail_from; /**< when this many of those are alive */
    bool loses_gives;           /**< a semaphore takes note of nothing that is given */
    bool keeps_one_lock;        /**< of a recursive mutex: one unlock is forgotten */
    bool yields_to_any;         /**< even to a thread of a lower level */
    uint32_t waits;             /**< calls that may have to wait, semaphores and events alike */
    uint32_t waits_fail_from;
    uint32_t news_fail_from; /**< calls that find the memory of an object themselves */
    uint32_t news;
    bool changes_names; /**< the running thread changes its name */
    uint32_t sleep_costs;
    bool time_turns_back;
    uint32_t switches; /**< from one of the two threads to the other */
    uint32_t preemptions;
    uint32_t preempted; /**< how often between two readings of their number */
} fake_os_state;
extern fake_os_state fake_os;
#define FAKE_NEVER UINT32_MAX

/** The interrupt that benchmarks request; of what is counted, the number of the one that goes wrong. */
typedef struct {
    const char *refused; /**< why there is none */
    const char *moved;   /**< what is wrong when it is given back */
    uint32_t entry_costs;
    uint32_t resume_costs;
    uint32_t requests;
    uint32_t lost;    /**< the handler does not run */
    uint32_t doubled; /**< it runs twice */
    uint32_t suspends;
    uint32_t wakes_by_itself; /**< nobody has resumed the thread */
    uint32_t resumes;
    uint32_t resume_lost;
} fake_interrupt_state;
extern fake_interrupt_state fake_interrupt;

/** Faults in what threads send each other; items of queues and bytes of streams are counted. */
typedef struct {
    uint32_t sent;
    uint32_t lost;    /**< the number of the one that does not arrive */
    uint32_t changed; /**< .. that arrives with a bit turned over */
    uint32_t doubled; /**< .. that arrives twice */
    bool ignores_starts;
    bool ignores_stops;
    bool expires; /**< a timer does, just before it is stopped */
    bool ignores_sets;
    bool ignores_clears;
    bool clears_all;
    bool refuses_work;
    bool works_once_more; /**< when the queue is stopped */
} fake_ipc_state;
extern fake_ipc_state fake_ipc;

/*
 * The second thread. Of the two one runs at a time: until it waits for what is not there, until it
 * gives what a thread of a higher level waits for, or, beside the other, until it yields.
 */

/** Waits until `ready` is true of the object; ends the test where both threads wait. */
void fake_wait(bool (*ready)(const void *object), const void *object);
/** To be called when an object may have become ready: a waiting thread of a higher level runs at once. */
void fake_ready(void);
/** Counts a call that allocates an object's memory itself; false: the test makes it fail. */
bool fake_found_memory(void);
/** Counts a call that may have to wait; false: the test makes it fail. */
bool fake_may_wait(void);

/** Lets the next of the threads below the caller run, if it is one of them that yields. */
bool fake_child_yields(void);

/** The work area, and one bit of it that turns over while threads take turns. */
typedef struct {
    uint32_t there;
    bool is_refused;
    uint8_t *area;
    uint32_t bytes;
    uint32_t yields;
    uint32_t fault_at;       /**< the yield before which it does */
    uint32_t fault_from_end; /**< in which byte, counted from the end */
} fake_work_state;
extern fake_work_state fake_work;
void fake_work_fault(void);

#endif
