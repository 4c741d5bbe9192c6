/**
 * The operations of families/stream/stream.c in Zephyr's own calls, typed out. Their twins in the suite `stream`
 * make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_stream"
#include "../../../families/stream/stream_round.h"

#if CYCLESCOPE_HAS_PIPES

CYCLESCOPE_INLINE void pass_operation(CYCLESCOPE_UNUSED cyclescope_run *run,
                                      CYCLESCOPE_UNUSED uint32_t i)
{
    struct k_pipe *stream = cyclescope_afresh(&s_stream);
#if CYCLESCOPE_NEW_PIPES
    if (CYCLESCOPE_SELDOM(k_pipe_write(stream, (const uint8_t *)s_sent, PIECE_BYTES, K_FOREVER) !=
                              (int)PIECE_BYTES ||
                          k_pipe_read(stream, (uint8_t *)s_received, PIECE_BYTES, K_FOREVER) !=
                              (int)PIECE_BYTES)) {
        ++s_short;
    }
#else
    size_t sent = 0;
    (void)k_pipe_put(stream, s_sent, PIECE_BYTES, &sent, PIECE_BYTES, K_FOREVER);
    if (CYCLESCOPE_SELDOM(sent != PIECE_BYTES)) {
        ++s_short;
        return;
    }
    size_t received = 0;
    (void)k_pipe_get(stream, s_received, PIECE_BYTES, &received, 1, K_FOREVER);
    if (CYCLESCOPE_SELDOM(received != PIECE_BYTES)) ++s_short;
#endif
}
CYCLESCOPE_BATCH_LOOP(pass)

CYCLESCOPE_INLINE void receive_operation(cyclescope_run *run, CYCLESCOPE_UNUSED uint32_t i)
{
    for (uint32_t left = run->params[0]; left; left -= PIECE_BYTES) {
#if CYCLESCOPE_NEW_PIPES
        const int got = k_pipe_read(&s_stream, (uint8_t *)s_received, PIECE_BYTES, K_FOREVER);
        if (CYCLESCOPE_SELDOM(got != (int)PIECE_BYTES)) ++s_short;
#else
        size_t got = 0;
        (void)k_pipe_get(&s_stream, s_received, PIECE_BYTES, &got, 1, K_FOREVER);
        if (CYCLESCOPE_SELDOM(got != PIECE_BYTES)) ++s_short;
#endif
        s_next += PIECE_WORDS;
    }
}
CYCLESCOPE_BATCH_LOOP(receive)

CYCLESCOPE_BENCH(send_recv_64B, .about = "64 bytes into a pipe of Zephyr's and out of it",
                 .iterations = 1000, .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_one,
                 .before_each = next_piece, .after_each = check_piece, .own_batch = pass_batch,
                 .end = delete_for_one)
{
    pass_operation(run, i);
}

CYCLESCOPE_BENCH(
    throughput,
    .about = "bytes from a pipe of Zephyr's, into which another thread puts them; " ABOUT_BYTES,
    CYCLESCOPE_PARAMS({"bytes", PIECE_BYTES, PIECE_BYTES, 1u << 20}), .iterations = 1000,
    .multiple = PIECES_PER_STREAM, .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_two,
    .after_each = check_piece, .own_batch = receive_batch, .end = delete_for_two)
{
    receive_operation(run, i);
}

#endif
