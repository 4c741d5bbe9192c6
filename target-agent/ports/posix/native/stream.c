/**
 * The operations of families/stream/stream.c in POSIX's calls, typed out. Their twins in the suite `stream`
 * make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_stream"
#include "../../../families/stream/stream_round.h"

CYCLESCOPE_INLINE void pass_operation(CYCLESCOPE_UNUSED cyclescope_run *run,
                                      CYCLESCOPE_UNUSED uint32_t i)
{
    if (CYCLESCOPE_SELDOM(write(s_stream.in, s_sent, PIECE_BYTES) != (ssize_t)PIECE_BYTES ||
                          read(s_stream.out, s_received, PIECE_BYTES) != (ssize_t)PIECE_BYTES)) {
        ++s_short;
    }
}
CYCLESCOPE_BATCH_LOOP(pass)

CYCLESCOPE_INLINE void receive_operation(cyclescope_run *run, CYCLESCOPE_UNUSED uint32_t i)
{
    for (uint32_t left = run->params[0]; left; left -= PIECE_BYTES) {
        const ssize_t got = read(s_stream.out, s_received, PIECE_BYTES);
        if (CYCLESCOPE_SELDOM(got != (ssize_t)PIECE_BYTES)) ++s_short;
        s_next += PIECE_WORDS;
    }
}
CYCLESCOPE_BATCH_LOOP(receive)

CYCLESCOPE_BENCH(send_recv_64B, .about = "write and read 64 bytes of a pipe", .iterations = 1000,
                 .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_one,
                 .before_each = next_piece, .after_each = check_piece, .own_batch = pass_batch,
                 .end = delete_for_one)
{
    pass_operation(run, i);
}

CYCLESCOPE_BENCH(throughput,
                 .about = "read bytes from a pipe into which another thread writes; " ABOUT_BYTES,
                 CYCLESCOPE_PARAMS({"bytes", PIECE_BYTES, PIECE_BYTES, 1u << 20}),
                 .iterations = 1000, .multiple = PIECES_PER_STREAM,
                 .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_two,
                 .after_each = check_piece, .own_batch = receive_batch, .end = delete_for_two)
{
    receive_operation(run, i);
}
