#include "../../parts/uart/frame.h"

#include <stdio.h>

#include "check.h"

static cyclescope_frame s_read;
static uint8_t s_wire[CYCLESCOPE_FRAME_WIRE];

static cyclescope_frame make_frame(uint8_t kind, uint8_t sequence, uint32_t length, uint8_t step)
{
    cyclescope_frame frame = {.kind = kind, .sequence = sequence, .length = (uint8_t)length};
    for (uint32_t i = 0; i < length; ++i) frame.payload[i] = (uint8_t)(i * step);
    return frame;
}

static uint32_t read_all(cyclescope_frame_reader *reader, const uint8_t *bytes, uint32_t count)
{
    uint32_t frames = 0;
    for (uint32_t i = 0; i < count; ++i) frames += cyclescope_frame_read(reader, bytes[i], &s_read);
    return frames;
}

static const char *format_hex(const cyclescope_frame *frame)
{
    static char text[2u * CYCLESCOPE_FRAME_WIRE + 1u];
    const uint32_t count = cyclescope_frame_encode(frame, s_wire);
    for (uint32_t i = 0; i < count; ++i) sprintf(&text[2u * i], "%02x", s_wire[i]);
    return text;
}

static bool same(const cyclescope_frame *a, const cyclescope_frame *b)
{
    return a->kind == b->kind && a->sequence == b->sequence && a->length == b->length &&
           memcmp(a->payload, b->payload, a->length) == 0;
}

/* The host's tests have the same bytes. */
TEST(frames_are_the_same_on_both_sides)
{
    cyclescope_frame frame = make_frame(0, 0, 0, 0);
    CHECK_TEXT(format_hex(&frame), "00010105ff12d94100");
    frame = make_frame(0xC1, 7, 4, 1);
    CHECK_TEXT(format_hex(&frame), "0003c10708010203ade9ab7300");
    frame = (cyclescope_frame){.kind = 0x10, .sequence = 255, .length = 6, .payload = "hello\n"};
    CHECK_TEXT(format_hex(&frame), "000d10ff68656c6c6f0af135570c00");
}

TEST(every_length_round_trips)
{
    cyclescope_frame_reader reader = {.used = 0};
    for (uint32_t length = 0; length <= CYCLESCOPE_FRAME_PAYLOAD; ++length) {
        for (uint32_t step = 0; step < 3u; ++step) {
            const cyclescope_frame frame =
                make_frame((uint8_t)step, (uint8_t)length, length, (uint8_t)step);
            const uint32_t count = cyclescope_frame_encode(&frame, s_wire);
            CHECK(count <= sizeof s_wire);
            CHECK_EQUAL(read_all(&reader, s_wire, count), 1);
            CHECK(same(&s_read, &frame));
        }
    }
}

TEST(only_the_ends_of_a_frame_are_zero)
{
    const cyclescope_frame frame = make_frame(0, 0, CYCLESCOPE_FRAME_PAYLOAD, 0);
    const uint32_t count = cyclescope_frame_encode(&frame, s_wire);
    CHECK_EQUAL(count, CYCLESCOPE_FRAME_WIRE);
    CHECK(s_wire[0] == 0 && s_wire[count - 1u] == 0);
    CHECK(memchr(&s_wire[1], 0, count - 2u) == NULL);
}

TEST(every_flipped_bit_is_detected)
{
    const cyclescope_frame frame = make_frame(1, 2, 20, 7);
    const uint32_t count = cyclescope_frame_encode(&frame, s_wire);
    for (uint32_t bit = 8; bit < 8u * (count - 1u); ++bit) {
        uint8_t damaged[CYCLESCOPE_FRAME_WIRE];
        memcpy(damaged, s_wire, count);
        damaged[bit / 8u] ^= (uint8_t)(1u << bit % 8u);
        cyclescope_frame_reader reader = {.used = 0};
        CHECK_EQUAL(read_all(&reader, damaged, count), 0);
    }
}

TEST(after_a_lost_byte_the_next_frame_is_read)
{
    const cyclescope_frame frame = make_frame(1, 2, 20, 7);
    const uint32_t count = cyclescope_frame_encode(&frame, s_wire);
    for (uint32_t lost = 0; lost < count; ++lost) {
        cyclescope_frame_reader reader = {.used = 0};
        const uint32_t before = read_all(&reader, s_wire, lost) +
                                read_all(&reader, &s_wire[lost + 1u], count - lost - 1u);
        /* One of the two zeros is sufficient. */
        CHECK_EQUAL(before, lost == 0);
        CHECK(read_all(&reader, s_wire, count) >= 1u);
        CHECK(same(&s_read, &frame));
    }
}

TEST(an_unterminated_frame_is_rejected)
{
    cyclescope_frame_reader reader = {.used = 0};
    const cyclescope_frame frame = make_frame(1, 2, 3, 1);
    for (uint32_t i = 0; i < 1000u; ++i) CHECK(!cyclescope_frame_read(&reader, 1, &s_read));
    CHECK(!cyclescope_frame_read(&reader, 0, &s_read));
    CHECK_EQUAL(read_all(&reader, s_wire, cyclescope_frame_encode(&frame, s_wire)), 1);
}
