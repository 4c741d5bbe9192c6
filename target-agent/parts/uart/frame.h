/**
 * Frames on a serial line: COBS between zeros, with a checksum; docs/protocol.md specifies every
 * byte.
 */
#ifndef CYCLESCOPE_FRAME_H
#define CYCLESCOPE_FRAME_H

#include <stdbool.h>
#include <stdint.h>

/** Maximum payload of a frame; short enough that COBS adds exactly one byte. */
#define CYCLESCOPE_FRAME_PAYLOAD 240u
/** Kind, sequence number, payload and checksum. */
#define CYCLESCOPE_FRAME_BODY (2u + CYCLESCOPE_FRAME_PAYLOAD + 4u)
/** A frame on the line: a zero at either end, and COBS's own byte. */
#define CYCLESCOPE_FRAME_WIRE (CYCLESCOPE_FRAME_BODY + 3u)

typedef struct {
    uint8_t kind;
    uint8_t sequence;
    uint8_t length;
    uint8_t payload[CYCLESCOPE_FRAME_PAYLOAD];
} cyclescope_frame;

/** Encodes a frame for the line; returns the number of bytes. */
uint32_t cyclescope_frame_encode(const cyclescope_frame *frame,
                                 uint8_t wire[CYCLESCOPE_FRAME_WIRE]);

/** The bytes received since the latest zero. */
typedef struct {
    uint8_t bytes[CYCLESCOPE_FRAME_BODY + 1u];
    uint32_t used;
    bool too_long;
} cyclescope_frame_reader;

/** Takes one byte from the line; true: it completed an undamaged frame. */
bool cyclescope_frame_read(cyclescope_frame_reader *reader, uint8_t byte, cyclescope_frame *frame);

#endif
