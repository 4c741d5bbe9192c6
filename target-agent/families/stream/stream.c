/**
 * Byte stream, as oveRTOS's tables for Zephyr name it (suite stream); the sizes are those of the program
 * behind the tables: a stream of 256 bytes, or the smallest that the system has, and 64 bytes at once.
 *
 * send_recv_64B: a thread sends 64 bytes into an empty stream and receives them; no thread waits.
 *
 * throughput: a second thread of the same priority sends 64 bytes at a time as fast as the stream
 * accepts; a sample receives `bytes`, in pieces of 64. As the two take turns whenever the stream is
 * full or empty, the mean is the cost, and a batch holds several full streams.
 *
 * The data are the words 0, 1, 2 .. throughout, so that received data shows its position.
 */
#include "stream_round.h"

CYCLESCOPE_INLINE void receive_operation(cyclescope_run *run, CYCLESCOPE_UNUSED uint32_t i)
{
    for (uint32_t left = run->params[0]; left; left -= PIECE_BYTES) {
        const uint32_t got = cyclescope_os_stream_receive(&s_stream, s_received, PIECE_BYTES);
        if (CYCLESCOPE_SELDOM(got != PIECE_BYTES)) ++s_short;
        s_next += PIECE_WORDS;
    }
}
CYCLESCOPE_BATCH_LOOP(receive)

CYCLESCOPE_INLINE void pass_operation(CYCLESCOPE_UNUSED cyclescope_run *run,
                                      CYCLESCOPE_UNUSED uint32_t i)
{
    pass_piece();
}
CYCLESCOPE_BATCH_LOOP(pass)

CYCLESCOPE_BENCH(send_recv_64B, .about = "send 64 bytes into an empty stream and receive them",
                 .iterations = 1000, .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_one,
                 .before_each = next_piece, .after_each = check_piece, .own_batch = pass_batch,
                 .end = delete_for_one)
{
    pass_piece();
}

CYCLESCOPE_BENCH(throughput,
                 .about =
                     "receive bytes that another thread sends as fast as the stream takes "
                     "them; the mean is the cost; " ABOUT_BYTES,
                 CYCLESCOPE_PARAMS({"bytes", PIECE_BYTES, PIECE_BYTES, 1u << 20}),
                 .iterations = 1000, .multiple = PIECES_PER_STREAM,
                 .event_bytes = EVENT_BYTES_OF_A_PAIR, .begin = create_for_two,
                 .after_each = check_piece, .own_batch = receive_batch, .end = delete_for_two)
{
    receive_operation(run, i);
}
