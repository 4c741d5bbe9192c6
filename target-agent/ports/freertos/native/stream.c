/**
 * The operations of families/stream/stream.c in FreeRTOS's own calls, typed out. Their twins in the suite `stream`
 * make the same calls through the port's inline functions, which must cost nothing extra.
 */
#define CYCLESCOPE_SUITE "native_stream"
#include "../../../families/stream/stream_round.h"

CYCLESCOPE_INLINE void pass_operation(CYCLESCOPE_UNUSED cyclescope_run *run,
                                      CYCLESCOPE_UNUSED uint32_t i)
{
    cyclescope_os_stream *stream = cyclescope_afresh(&s_stream);
    if (CYCLESCOPE_SELDOM(
            xStreamBufferSend(stream->handle, s_sent, PIECE_BYTES, portMAX_DELAY) != PIECE_BYTES ||
            xStreamBufferReceive(stream->handle, s_received, PIECE_BYTES, portMAX_DELAY) !=
                PIECE_BYTES)) {
        ++s_short;
    }
}
CYCLESCOPE_BATCH_LOOP(pass)

CYCLESCOPE_INLINE void receive_operation(cyclescope_run *run, CYCLESCOPE_UNUSED uint32_t i)
{
    for (uint32_t left = run->params[0]; left; left -= PIECE_BYTES) {
        const size_t got =
            xStreamBufferReceive(s_stream.handle, s_received, PIECE_BYTES, portMAX_DELAY);
        if (CYCLESCOPE_SELDOM(got != PIECE_BYTES)) ++s_short;
        s_next += PIECE_WORDS;
    }
}
CYCLESCOPE_BATCH_LOOP(receive)

CYCLESCOPE_BENCH(send_recv_64B, .about = "xStreamBufferSend and xStreamBufferReceive of 64 bytes",
                 .iterations = 1000, .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_one,
                 .before_each = next_piece, .after_each = check_piece, .own_batch = pass_batch,
                 .end = delete_for_one)
{
    pass_operation(run, i);
}

CYCLESCOPE_BENCH(throughput,
                 .about = "xStreamBufferReceive of bytes that another thread sends; " ABOUT_BYTES,
                 CYCLESCOPE_PARAMS({"bytes", PIECE_BYTES, PIECE_BYTES, 1u << 20}),
                 .iterations = 1000, .multiple = PIECES_PER_STREAM,
                 .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_two,
                 .after_each = check_piece, .own_batch = receive_batch, .end = delete_for_two)
{
    receive_operation(run, i);
}
