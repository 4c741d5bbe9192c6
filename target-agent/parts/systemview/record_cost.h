/**
 * Measures the recorder's own cost, so that the explanation of a slow sample can separate recording
 * from everything else. A port with hooks includes this once, and measures what its hooks record and
 * which handlers its kernel has.
 */
#ifndef CYCLESCOPE_RECORD_COST_H
#define CYCLESCOPE_RECORD_COST_H

#include <SEGGER_SYSVIEW.h>

#include "../cortex-m/interrupt.h"
#include "channels.h"
#include "commands.h"
#include "cyclescope/bench.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_os.h"
#include "events.h"

#define ROUNDS 4u
/* More than all rounds record together. */
#define ROOM 1024u
/* Time since the previous packet, for a time stamp of two or three bytes. */
#define SHORT_WAIT (1u << 8)
#define LONG_WAIT (1u << 15)
/* Recorded for this measurement only; readers ignore these. */
#define HARMLESS_EVENTS (1u << SYSVIEW_EVTID_NOP | 1u << SYSVIEW_EVTID_MARK_STOP)

extern volatile uint32_t cyclescope_stamp;
static bool s_measured;
static bool s_reported;

/** Ticks from a call to the packet's time stamp, which has two bytes, and from there to the return. */
typedef struct {
    uint32_t before;
    uint32_t after;
} cost;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/**
 * Returns the third of four: a packet at the end of the ring costs more, and one that happens to be
 * aligned as its place in the ring costs less.
 */
static uint32_t typical(const uint32_t ticks[ROUNDS])
{
    uint32_t sorted[ROUNDS];
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        uint32_t at = i;
        for (; at > 0 && sorted[at - 1u] > ticks[i]; --at) sorted[at] = sorted[at - 1u];
        sorted[at] = ticks[i];
    }
    return sorted[ROUNDS - 2u];
}

/** Lets in a tick that pends, where the clock counts ticks: it does not know of a second one. */
#ifndef COUNT_TICKS
#define COUNT_TICKS() ((void)0)
#endif

/**
 * Measures a call in several rounds, each at another place in the ring; what is `ahead` of each call and
 * `behind` it is not measured.
 */
#define MEASURE_BETWEEN(wait, ahead, call, behind)                       \
    ({                                                                   \
        uint32_t before = UINT32_MAX;                                    \
        uint32_t after[ROUNDS];                                          \
        for (uint32_t round = 0; round < ROUNDS; ++round) {              \
            SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP);                \
            while (cyclescope_clock_now() - cyclescope_stamp < (wait)) { \
                COUNT_TICKS();                                           \
            }                                                            \
            ahead;                                                       \
            uint32_t start;                                              \
            cyclescope_open_window(&start);                              \
            call;                                                        \
            const uint32_t stop = cyclescope_close_window();             \
            behind;                                                      \
            before = smaller(before, cyclescope_stamp - start);          \
            after[round] = stop - cyclescope_stamp;                      \
        }                                                                \
        (cost){before, typical(after)};                                  \
    })
#define MEASURE(wait, call) MEASURE_BETWEEN(wait, (void)0, call, (void)0)

/** The same for a call that records nothing: all of its cost counts as before the stamp. */
#define MEASURE_IDLE(call)                                   \
    ({                                                       \
        uint32_t least = UINT32_MAX;                         \
        for (uint32_t round = 0; round < ROUNDS; ++round) {  \
            COUNT_TICKS();                                   \
            uint32_t start;                                  \
            cyclescope_open_window(&start);                  \
            call;                                            \
            const uint32_t stop = cyclescope_close_window(); \
            least = smaller(least, stop - start);            \
        }                                                    \
        least;                                               \
    })

static cyclescope_line s_costs;
static cyclescope_line s_lengths;
static cyclescope_line s_handlers;
static uint32_t s_byte;

/** The costs of the events with which handlers begin and end. */
static struct {
    cost enter;
    cost exit;
    cost exec;
} s_events;

static void append_number(cyclescope_line *line, uint32_t number)
{
    cyclescope_line_raw(line, " ");
    cyclescope_line_decimal(line, number);
}

/** Appends ` ID:BEFORE+AFTER`. */
static void append(cyclescope_line *line, uint32_t id, cost found)
{
    append_number(line, id);
    cyclescope_line_raw(line, ":");
    cyclescope_line_decimal(line, found.before);
    cyclescope_line_raw(line, "+");
    cyclescope_line_decimal(line, found.after);
}

/** The cost that the two readings around a call add before the time stamp, and after it. */
static cost s_readings;

/** Appends an event's cost without the readings: what was found, and a difference while masked. */
static cost add(uint32_t id, cost found, uint32_t more, uint32_t less)
{
    found.before += more - less - s_readings.before;
    found.after -= s_readings.after;
    append(&s_costs, id, found);
    return found;
}

#define ENTER (1u << SYSVIEW_EVTID_ISR_ENTER)
#define EXIT (1u << SYSVIEW_EVTID_ISR_EXIT)
#define EXEC (1u << SYSVIEW_EVTID_TASK_START_EXEC)
#define ICSR (*(volatile uint32_t *)0xE000ED04u)
#define ICSR_TICK_PENDING (1u << 26)
/* Numbers of exceptions. */
#define SWITCH 14u
#define TICK 15u

/** Ticks of a pending handler: up to its latest event's time stamp, and from there on. */
typedef struct {
    cost around;
    uint32_t whole;
    bool is_recorded;
} passage;

static bool pend_nothing(void) { return true; }
static bool pend_own(void)
{
    cyclescope_interrupt_request();
    return true;
}
/** Waits for the kernel's tick: a requested one would put its count ahead. */
static bool wait_for_tick(uint32_t tick_hz)
{
    const uint32_t since = cyclescope_clock_now();
    const uint32_t longest = 2u * (cyclescope_clock_info_get()->hz / tick_hz);
    while (!(ICSR & ICSR_TICK_PENDING)) {
        if (cyclescope_clock_now() - since > longest) return false;
    }
    return true;
}

/** Records an exit that the handler had masked. */
static void end_handler(void)
{
    SEGGER_SYSVIEW_EnableEvents(EXIT);
    SEGGER_SYSVIEW_RecordExitISR();
    SEGGER_SYSVIEW_DisableEvents(EXIT);
}

/** Lets in a handler whose `events` are recorded, in several rounds. */
static passage admit_handler(bool (*pend)(void), uint32_t events)
{
    uint32_t before = UINT32_MAX;
    uint32_t after[ROUNDS];
    passage found = {.whole = UINT32_MAX};
    SEGGER_SYSVIEW_EnableEvents(events | HARMLESS_EVENTS);
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        const uint32_t mask = cyclescope_core_mask();
        const bool is_pending = pend();
        /* The next time stamp has two bytes. */
        SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP);
        while (cyclescope_clock_now() - cyclescope_stamp < SHORT_WAIT) {
        }
        uint32_t start;
        cyclescope_open_window(&start);
        __asm volatile("cpsie i\n isb" ::: "memory");
        const uint32_t stop = cyclescope_close_window();
        cyclescope_core_unmask(mask);
        before = smaller(before, cyclescope_stamp - start);
        after[round] = stop - cyclescope_stamp;
        found.whole = smaller(found.whole, stop - start);
        if (is_pending && events == ENTER) end_handler();
    }
    SEGGER_SYSVIEW_DisableEvents(events | HARMLESS_EVENTS);
    /* Without an event the time stamp is an earlier one. */
    found.is_recorded = !(before >> 31);
    found.around = (cost){before, typical(after)};
    return found;
}

static uint32_t without(uint32_t ticks, uint32_t part) { return ticks > part ? ticks - part : 0; }

/**
 * Appends what a handler executes before its first event and after its last one; `letting` is what
 * letting it in takes.
 */
static void add_handler(uint32_t number, passage first, cost first_event, passage last,
                        cost last_event, uint32_t letting)
{
    if (!first.is_recorded || !last.is_recorded) return;
    const cost unseen = {
        .before = without(first.around.before, letting + s_readings.before + first_event.before),
        .after = without(last.around.after, s_readings.after + last_event.after)};
    append(&s_handlers, number, unseen);
}

static volatile uint32_t s_own_number;

static void add_interrupt(uint32_t number, bool (*pend)(void), uint32_t letting)
{
    const passage entered = admit_handler(pend, ENTER);
    if (!entered.is_recorded) return;
    const passage left = admit_handler(pend, ENTER | EXIT);
    add_handler(number ? number : s_own_number, entered, s_events.enter, left, s_events.exit,
                letting);
}

/** Forgets what was found before; returns whether there is room to measure. */
static bool begin_costs(void)
{
    s_reported = false;
    s_measured =
        cyclescope_stream_size() >= CYCLESCOPE_SMALLEST_RING && cyclescope_stream_await(ROOM);
    cyclescope_line_begin(&s_costs, "");
    cyclescope_line_begin(&s_lengths, "");
    cyclescope_line_begin(&s_handlers, "");
    return s_measured;
}

/** Reports what was found, once per recording; `task` is the one that was named. */
static bool report_costs(U32 task)
{
    if (s_reported || !s_measured) return false;
    s_reported = true;
    cyclescope_fact_event("record_cost", cyclescope_line_peek(&s_costs) + 1);
    cyclescope_fact_event("record_length", cyclescope_line_peek(&s_lengths) + 1);
    cyclescope_fact_number(cyclescope_fact_event, "record_byte", s_byte);
    /* The number of another thread may have more bytes. */
    cyclescope_fact_number(cyclescope_fact_event, "record_task", SEGGER_SYSVIEW_ShrinkId(task));
    if (s_handlers.length) {
        cyclescope_fact_event("handler_cost", cyclescope_line_peek(&s_handlers) + 1);
    }
    return true;
}

#endif
