/** Sets up and checks streams around a round, for every interface under test. */
#ifndef CYCLESCOPE_BENCHES_STREAM_ROUND_H
#define CYCLESCOPE_BENCHES_STREAM_ROUND_H

#include "cyclescope/bench.h"
#include "../common/helper.h"

#define STREAM_BYTES 256u
#define PIECE_WORDS 16u
#define PIECE_BYTES (PIECE_WORDS * (uint32_t)sizeof(uint32_t))
#define PIECES_PER_STREAM (STREAM_BYTES / PIECE_BYTES)
#define EVENT_BYTES_OF_A_PAIR 128u
/** Describes the parameter of throughput. */
#define ABOUT_BYTES "bytes: how many one sample receives, in pieces of 64"

static cyclescope_os_stream s_stream;
static uint8_t s_storage[CYCLESCOPE_STREAM_STORAGE(STREAM_BYTES)];
static uint32_t s_sent[PIECE_WORDS];
static uint32_t s_received[PIECE_WORDS];
static uint32_t s_next; /* first word of the next expected piece */
static uint32_t s_short;
static bool s_changed;

static void fill(uint32_t first)
{
    for (uint32_t i = 0; i < PIECE_WORDS; ++i) s_sent[i] = first + i;
}

static const char *create(void)
{
    const char *refused = CYCLESCOPE_STREAM_REFUSED;
    if (refused) return refused;
    cyclescope_os_make_threaded();
    s_next = s_short = 0;
    s_changed = false;
    if (cyclescope_os_stream_create(&s_stream, STREAM_BYTES, s_storage)) return NULL;
    return "the stream could not be created";
}

/** Checks that the last piece is the one before `s_next`. */
static void check_last(void)
{
    for (uint32_t i = 0; i < PIECE_WORDS; ++i) {
        if (s_received[i] != s_next - PIECE_WORDS + i) s_changed = true;
    }
}

static const char *judge(void)
{
    cyclescope_os_stream_delete(&s_stream);
    if (s_short) return "fewer bytes were sent or received than asked for";
    return s_changed ? "bytes were lost, changed or out of order" : NULL;
}

static const char *create_for_one(cyclescope_run *run)
{
    (void)run;
    return create();
}

static void next_piece(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
    fill(s_next);
    s_next += PIECE_WORDS;
}

static void check_piece(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
    check_last();
}

CYCLESCOPE_INLINE void pass_piece(void)
{
    cyclescope_os_stream *stream = cyclescope_afresh(&s_stream);
    if (CYCLESCOPE_SELDOM(cyclescope_os_stream_send(stream, s_sent, PIECE_BYTES) != PIECE_BYTES ||
                          cyclescope_os_stream_receive(stream, s_received, PIECE_BYTES) !=
                              PIECE_BYTES)) {
        ++s_short;
    }
}

/** A batch passes the same piece repeatedly; a different one shows whether data comes through. */
static const char *delete_for_one(cyclescope_run *run)
{
    next_piece(run, 0);
    if (!s_short) pass_piece();
    check_last();
    return judge();
}

static void produce(void *unused)
{
    (void)unused;
    uint32_t first = 0;
    do {
        fill(first);
        first += PIECE_WORDS;
    } while (cyclescope_os_stream_send(&s_stream, s_sent, PIECE_BYTES) == PIECE_BYTES);
    ++s_short;
}

static const char *create_for_two(cyclescope_run *run)
{
    if (run->params[0] % PIECE_BYTES) return "bytes must be a multiple of 64";
    const char *reason = create();
    if (reason) return reason;
    reason = cyclescope_helper_start(produce, CYCLESCOPE_BESIDE);
    if (reason) cyclescope_os_stream_delete(&s_stream);
    return reason;
}

static const char *delete_for_two(cyclescope_run *run)
{
    if (run->count) check_last();
    cyclescope_helper_end();
    return judge();
}

#endif
