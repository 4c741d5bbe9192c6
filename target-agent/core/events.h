/** Cyclescope's own SystemView events; docs/protocol.md specifies them byte by byte. */
#ifndef CYCLESCOPE_EVENTS_H
#define CYCLESCOPE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CYCLESCOPE_EVENT_RUN_BEGIN,
    CYCLESCOPE_EVENT_FACT,
    CYCLESCOPE_EVENT_OP_BEGIN,
    CYCLESCOPE_EVENT_SAMPLES,
    CYCLESCOPE_EVENT_TRACED,
    CYCLESCOPE_EVENT_FLUSH,
    CYCLESCOPE_EVENT_OP_END,
    CYCLESCOPE_EVENT_RUN_END,
    CYCLESCOPE_EVENT_FILL,
    CYCLESCOPE_EVENT_COUNT
};

enum {
    CYCLESCOPE_KIND_COLD,
    CYCLESCOPE_KIND_SAMPLE,
    CYCLESCOPE_KIND_BATCH,
    CYCLESCOPE_KIND_EMPTY_SAMPLE,
    CYCLESCOPE_KIND_EMPTY_BATCH,
    CYCLESCOPE_KIND_COUNTED_BATCH,
    CYCLESCOPE_KIND_EMPTY_COUNTED_BATCH
};

enum { CYCLESCOPE_OK, CYCLESCOPE_STOPPED, CYCLESCOPE_FAILED, CYCLESCOPE_REFUSED };

/** Descriptions of the events for the recorder's module table, one per line, NULL-terminated. */
extern const char *const cyclescope_event_descriptions[];
extern const char cyclescope_module_name[];

/** Size of the largest payload ever sent. */
#ifndef CYCLESCOPE_PAYLOAD_MAX
#define CYCLESCOPE_PAYLOAD_MAX 224u
#endif

void cyclescope_event_begin(void);
void cyclescope_event_u32(uint32_t value);
void cyclescope_event_u64(uint64_t value);
void cyclescope_event_text(const char *text);
void cyclescope_event_span(const char *text, uint32_t length);
/** Returns whether another number fits into the payload. */
bool cyclescope_event_has_room(void);

/** Waits for that much room; false: the stream is not fetched and the host asked for a stop. */
bool cyclescope_stream_await(uint32_t bytes);

/**
 * Sends the assembled payload, waiting for room. False: the stream is not fetched and the host
 * asked for a stop; from then until the restart, only events that fit are sent.
 */
bool cyclescope_event_send(uint32_t event);
void cyclescope_events_restart(void);
/** Sends only if there is room now; false: nothing was sent. */
bool cyclescope_event_try_send(uint32_t event);

/** Waits until the host has fetched the whole stream. */
void cyclescope_stream_drain(void);

/** Reads the benchmark clock extended to 64 bits; call it at least once per clock period. */
uint64_t cyclescope_clock_extended(void);

/** Marks the start (1) or end (0) of a measured block, with the extended clock. */
void cyclescope_flush_event(uint32_t state, uint32_t block, bool may_wait);

#endif
