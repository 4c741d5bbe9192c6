/**
 * The system under the agent's core in tests: it fails as a test requests, and records the calls.
 */
#ifndef CYCLESCOPE_FAKE_H
#define CYCLESCOPE_FAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "events.h"

/** Resets everything to an agent on a quiet machine with a fast host. */
void fake_reset(void);

/** A clock that advances with every reading, and a kernel tick derived from it. */
typedef struct {
    uint64_t now;
    uint32_t step; /**< ticks that one reading takes */
    uint32_t tick_period;
    const char *wrong;  /**< result of the clock's own check */
    const char *asleep; /**< why it cannot measure operations that let the core sleep */
    const char *unit;
    uint32_t missed; /**< wraps in the next block that no reading observes */
    uint32_t blocks; /**< blocks that were started and not ended */
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
    uint32_t works_for;     /**< readings before it fails */
    uint32_t reading_costs; /**< counts that one reading takes */
} fake_counter_state;
extern fake_counter_state fake_counter;

/** Types a text on the control channel. */
void fake_type(const char *text);
/** Has the agent answer a text, and anything typed meanwhile; returns everything it wrote. */
const char *fake_serve(const char *text);
/** The same for bytes, which may include a zero. */
const char *fake_serve_bytes(const char *bytes, uint32_t count);
/** Returns how many lines with this beginning the agent wrote in the last call of serve. */
uint32_t fake_lines(const char *beginning);

/** The stream, a ring that a host empties at every tick. */
typedef struct {
    uint32_t ring;
    uint32_t host_rate; /**< bytes that the host reads per tick */
    bool hooks;
    bool kernel_events; /**< whether the agent left them on */
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
    uint32_t read; /**< bytes that the test has read */
    uint8_t payload[CYCLESCOPE_PAYLOAD_MAX];
} fake_packet;
#define FAKE_PACKETS_KEPT 4096u
extern fake_packet fake_packets[FAKE_PACKETS_KEPT];
/** The number of packets that were sent; only the first FAKE_PACKETS_KEPT are stored. */
extern uint32_t fake_packet_count;

uint32_t fake_read_u32(fake_packet *packet);
uint64_t fake_read_u64(fake_packet *packet);
const char *fake_read_text(fake_packet *packet);
bool fake_read_all(const fake_packet *packet);
/** Returns the number of packets of one event. */
uint32_t fake_count_packets(uint32_t event);
/** Returns the packet of one event with this index. */
fake_packet *fake_find_packet(uint32_t event, uint32_t index);

/** Checks that nothing was sent since the alignment; every operation under test calls it. */
void fake_check_quiet(void);
/**
 * Returns whether a window is open: a reading of the clock has opened it, and none has closed it.
 */
bool fake_window_open(void);

/**
 * The operating system under benchmarks: its faults, and how many objects are alive. A number
 * without a comment counts calls or objects; `.._from` is the first one that fails.
 */
typedef struct {
    uint32_t heap_free;
    uint32_t blocks;
    bool scribbles; /**< an allocation overwrites the previous block */
    uint32_t *scribbles_over;
    uint32_t allocations;
    uint32_t allocation_fails; /**< the allocation that fails */
    uint32_t allocated_again;  /**< the allocation that returns the previous block again */
    uint32_t leaks;            /**< bytes of every block that freeing loses */
    uint32_t locks_fail_from;
    uint32_t unlocks_fail_from;
    bool stuck; /**< a mutex whose unlock failed may be locked again */
    uint32_t mutexes;
    uint32_t mutexes_fail_from;  /**< when this many are alive */
    uint32_t creates_fail_from;  /**< when this many are alive */
    uint32_t creates_fail_after; /**< after this many were created */
    uint32_t created;
    uint32_t runs_early; /**< the child that runs as soon as it is created */
    uint32_t never_runs; /**< the child that never runs */
    uint32_t threads;
    bool slices_time;
    bool ignores_priorities;
    bool helper_fails;
    uint32_t yield_costs;
    uint32_t yields;
    uint32_t yields_fail_from; /**< yields that return without a switch */
    uint32_t yields_fail_to;
    uint32_t objects; /**< semaphores, events, condition variables, recursive mutexes alive */
    uint32_t objects_fail_from; /**< when this many of those are alive */
    bool loses_gives;           /**< giving a semaphore has no effect */
    bool keeps_one_lock;        /**< a recursive mutex ignores one unlock */
    bool yields_to_any;         /**< a yield switches to threads of lower priority, too */
    uint32_t waits;             /**< calls that may wait, for a semaphore or an event */
    uint32_t waits_fail_from;
    uint32_t news_fail_from; /**< calls that allocate the memory of an object */
    uint32_t news;
    bool changes_names; /**< the running thread changes its name */
    uint32_t sleep_costs;
    bool time_turns_back;
    uint32_t switches; /**< switches between the two threads */
    uint32_t preemptions;
    uint32_t preempted; /**< preemptions between two readings of their number */
} fake_os_state;
extern fake_os_state fake_os;
#define FAKE_NEVER UINT32_MAX

/**
 * The interrupt that benchmarks request. `lost`, `doubled`, `wakes_by_itself` and `resume_lost` are
 * the numbers of the requests and resumptions at which that happens.
 */
typedef struct {
    const char *refused; /**< why it is unavailable */
    const char *moved;   /**< what others changed, reported when it is released */
    uint32_t entry_costs;
    uint32_t resume_costs;
    uint32_t requests;
    uint32_t lost;    /**< the handler does not run */
    uint32_t doubled; /**< it runs twice */
    uint32_t suspends;
    uint32_t wakes_by_itself; /**< the thread continues without a resumption */
    uint32_t resumes;
    uint32_t resume_lost;
} fake_interrupt_state;
extern fake_interrupt_state fake_interrupt;

/**
 * Faults of queues, streams, timers, event groups and work queues; `sent` counts items and bytes.
 */
typedef struct {
    uint32_t sent;
    uint32_t lost;    /**< the item or byte that does not arrive */
    uint32_t changed; /**< the one that arrives with a bit flipped */
    uint32_t doubled; /**< the one that arrives twice */
    bool ignores_starts;
    bool ignores_stops;
    bool expires; /**< a timer expires just before it is stopped */
    bool ignores_sets;
    bool ignores_clears;
    bool clears_all;
    bool refuses_work;
    bool works_once_more; /**< an item runs once more when the queue is stopped */
} fake_ipc_state;
extern fake_ipc_state fake_ipc;

/**
 * Waits until `ready` is true of the object; ends the test if both threads wait. Only one of the
 * two threads runs at a time: until it waits, until it makes an object ready that a thread of
 * higher priority waits for, or until it yields to one of equal priority.
 */
void fake_wait(bool (*ready)(const void *object), const void *object);
/**
 * Runs a waiting thread of higher priority at once; call it when an object may have become ready.
 */
void fake_ready(void);
/** Counts a call that allocates the memory of an object; false: the test has it fail. */
bool fake_found_memory(void);
/** Counts a call that may wait; false: the test has it fail. */
bool fake_may_wait(void);

/** Runs the next of the threads below the caller if one of them yields. */
bool fake_child_yields(void);

/** The work area, and one bit of it that flips while threads take turns. */
typedef struct {
    uint32_t there;
    bool is_refused;
    uint8_t *area;
    uint32_t bytes;
    uint32_t yields;
    uint32_t fault_at;       /**< the yield before which it flips */
    uint32_t fault_from_end; /**< its byte, counted from the end */
} fake_work_state;
extern fake_work_state fake_work;
void fake_work_fault(void);

#endif
