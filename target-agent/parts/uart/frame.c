#include "frame.h"

#define CHECKSUM_BYTES 4u
#define HEAD_BYTES 2u

/** CRC-32 as in Ethernet, without a table. */
static uint32_t checksum(const uint8_t *bytes, uint32_t count)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (uint32_t i = 0; i < count; ++i) {
        crc ^= bytes[i];
        for (uint32_t bit = 0; bit < 8u; ++bit) crc = (crc >> 1) ^ (crc & 1u ? 0xEDB88320u : 0u);
    }
    return ~crc;
}

static void put_checksum(uint8_t *body, uint32_t count)
{
    const uint32_t crc = checksum(body, count);
    for (uint32_t i = 0; i < CHECKSUM_BYTES; ++i) body[count + i] = (uint8_t)(crc >> (8u * i));
}

static bool has_checksum(const uint8_t *body, uint32_t count)
{
    const uint32_t crc = checksum(body, count);
    for (uint32_t i = 0; i < CHECKSUM_BYTES; ++i) {
        if (body[count + i] != (uint8_t)(crc >> (8u * i))) return false;
    }
    return true;
}

uint32_t cyclescope_frame_encode(const cyclescope_frame *frame, uint8_t wire[CYCLESCOPE_FRAME_WIRE])
{
    /* The body's final place is after the first zero and COBS's own byte. */
    uint8_t *body = &wire[2];
    body[0] = frame->kind;
    body[1] = frame->sequence;
    for (uint32_t i = 0; i < frame->length; ++i) body[HEAD_BYTES + i] = frame->payload[i];
    const uint32_t checked = HEAD_BYTES + frame->length;
    put_checksum(body, checked);

    /* Every zero becomes the distance to the next one, the last becomes the distance to the end. */
    const uint32_t end = 2u + checked + CHECKSUM_BYTES;
    uint32_t zero = 1;
    for (uint32_t i = 2; i < end; ++i) {
        if (wire[i] != 0) continue;
        wire[zero] = (uint8_t)(i - zero);
        zero = i;
    }
    wire[zero] = (uint8_t)(end - zero);
    wire[0] = wire[end] = 0;
    return end + 1u;
}

/** Undoes COBS in place; false: the distances do not lead to the end. */
static bool restore_zeros(uint8_t *bytes, uint32_t used)
{
    uint32_t at = 0;
    while (at < used) {
        const uint32_t distance = bytes[at];
        bytes[at] = 0;
        at += distance;
    }
    return at == used;
}

static bool take(cyclescope_frame_reader *reader, cyclescope_frame *frame)
{
    const uint32_t used = reader->used;
    if (reader->too_long || used < 1u + HEAD_BYTES + CHECKSUM_BYTES) return false;
    if (!restore_zeros(reader->bytes, used)) return false;
    const uint8_t *body = &reader->bytes[1];
    const uint32_t checked = used - 1u - CHECKSUM_BYTES;
    if (!has_checksum(body, checked)) return false;
    frame->kind = body[0];
    frame->sequence = body[1];
    frame->length = (uint8_t)(checked - HEAD_BYTES);
    for (uint32_t i = 0; i < frame->length; ++i) frame->payload[i] = body[HEAD_BYTES + i];
    return true;
}

bool cyclescope_frame_read(cyclescope_frame_reader *reader, uint8_t byte, cyclescope_frame *frame)
{
    if (byte == 0) {
        const bool whole = take(reader, frame);
        reader->used = 0;
        reader->too_long = false;
        return whole;
    }
    if (reader->used < sizeof reader->bytes) {
        reader->bytes[reader->used++] = byte;
    } else {
        reader->too_long = true;
    }
    return false;
}
