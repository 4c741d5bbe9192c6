#include "settle.h"

#include "SEGGER_RTT.h"
#include "channels.h"
#include "cyclescope/port.h"
#include "events.h"

/* A short filler's id, length and two-byte time stamp, and its longest payload. */
#define FILL_HEAD 5u
#define FILL_SHORT 127u
#define FILL_LONG 1000u
#define MOST_TIME_BYTES 8u
#define FILL_TRIES 64u
#define DRAIN_TRIES 8u
/* Room for the two fillers that give a block's first event a time stamp of known length. */
#define BLOCK_OFFSET 64u

static uint32_t bytes_to(uint32_t offset)
{
    return (offset - _SEGGER_RTT.aUp[CYCLESCOPE_STREAM_CHANNEL].WrOff) % CYCLESCOPE_SMALLEST_RING;
}

static void fill(uint32_t bytes)
{
    static uint8_t packet[CYCLESCOPE_STREAM_RESERVE + FILL_LONG + MOST_TIME_BYTES];
    if (!cyclescope_stream_await(bytes + CYCLESCOPE_STREAM_RESERVE + MOST_TIME_BYTES)) return;
    cyclescope_stream_send(CYCLESCOPE_EVENT_FILL, &packet[CYCLESCOPE_STREAM_RESERVE], bytes);
}

/** Sends fillers until the next packet starts `offset` bytes after a multiple of 2 KiB. */
static void fill_to(uint32_t offset)
{
    for (uint32_t tries = 0; tries < FILL_TRIES; ++tries) {
        uint32_t rest = bytes_to(offset);
        if (rest == 0) return;
        if (rest > 2u * FILL_SHORT) {
            rest -= FILL_SHORT;
            fill(rest < FILL_LONG ? rest : FILL_LONG);
            continue;
        }
        /* The empty filler makes the next time stamp a short one, of known length. */
        fill(0);
        rest = bytes_to(offset);
        if (rest < FILL_HEAD) continue;
        fill(rest - FILL_HEAD < FILL_SHORT ? rest - FILL_HEAD : FILL_SHORT);
    }
}

void cyclescope_stream_settle(void)
{
    if (cyclescope_stream_size() < CYCLESCOPE_SMALLEST_RING) return;
    /* While a stalled host keeps the drain waiting, events that keep the stream alive move the ring. */
    uint32_t tries = 0;
    do {
        fill_to(0);
        cyclescope_stream_drain();
    } while (bytes_to(0) != 0 && ++tries < DRAIN_TRIES);
    cyclescope_port_wait_tick();
    fill_to(BLOCK_OFFSET);
    cyclescope_port_wait_tick();
}
