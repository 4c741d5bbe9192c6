#include "exchange.h"

#include "frame.h"

/* A caller checks its clock and looks for a stop after this many frames. */
#define FRAMES_AT_ONCE 16u

/* A serial adapter may hold a byte for 16 ms, and the host's system has other work. */
#define SILENCE_MS 40u
/* Endless input is not an answer. */
#define ANSWER_MS 250u

/* The intervals at which the host is invited: while one answers, and while none does. */
#define INVITE_MS 20u
#define SEARCH_MS 400u
/* One answer may be damaged; after this many there is no host. */
#define PATIENCE 5u

static cyclescope_frame s_frame;
static bool s_unanswered;
static bool s_fresh = true;
static uint8_t s_sequence;

/* Consecutive unanswered frames; none has been sent before the first. */
static uint32_t s_missed = PATIENCE;
static uint32_t s_tried_at;

static void carry(uint32_t carried, uint32_t length)
{
    const uint32_t room =
        cyclescope_rings_room() >= CYCLESCOPE_ANSWER_BYTES ? CYCLESCOPE_FRAME_ROOM : 0u;
    s_frame.kind = (uint8_t)(carried | room | (s_fresh ? CYCLESCOPE_FRAME_FRESH : 0u));
    s_frame.sequence = s_sequence++;
    s_frame.length = (uint8_t)length;
    s_unanswered = true;
}

/** Takes the next frame's bytes; the stream goes first, so that a line never overtakes it. */
static bool fill(void)
{
    for (uint32_t carried = CYCLESCOPE_CARRY_STREAM; carried <= CYCLESCOPE_CARRY_CONTROL;
         ++carried) {
        const uint32_t length =
            cyclescope_rings_take(carried, s_frame.payload, CYCLESCOPE_FRAME_PAYLOAD);
        if (length == 0) continue;
        carry(carried, length);
        return true;
    }
    return false;
}

/** Waits for a frame from the host. */
static bool receive(cyclescope_frame *frame)
{
    static cyclescope_frame_reader reader;
    const uint32_t start = cyclescope_uart_milliseconds();
    uint32_t latest = start;
    for (;;) {
        const int byte = cyclescope_uart_read();
        const uint32_t now = cyclescope_uart_milliseconds();
        if (byte >= 0) {
            latest = now;
            if (cyclescope_frame_read(&reader, (uint8_t)byte, frame)) return true;
        }
        if (now - latest >= SILENCE_MS || now - start >= ANSWER_MS) return false;
    }
}

/** Returns whether a frame answers the current one; a late answer to an earlier one does not. */
static bool is_answer(const cyclescope_frame *frame)
{
    const uint32_t allowed = s_frame.kind & CYCLESCOPE_FRAME_ROOM ? CYCLESCOPE_ANSWER_BYTES : 0u;
    return frame->sequence == s_frame.sequence && frame->length <= allowed &&
           (frame->kind == CYCLESCOPE_CARRY_ANSWER || frame->kind == CYCLESCOPE_CARRY_RESTART);
}

/** Sends the current frame, or repeats it, and waits for its answer. */
static bool transact(void)
{
    static uint8_t wire[CYCLESCOPE_FRAME_WIRE];
    static cyclescope_frame answer;
    cyclescope_uart_write(wire, cyclescope_frame_encode(&s_frame, wire));
    do {
        const bool answered = receive(&answer);
        s_tried_at = cyclescope_uart_milliseconds();
        if (!answered) {
            ++s_missed;
            return false;
        }
    } while (!is_answer(&answer));
    s_missed = 0;
    s_unanswered = s_fresh = false;
    if (answer.kind == CYCLESCOPE_CARRY_RESTART) cyclescope_uart_restart();
    cyclescope_rings_give(answer.payload, answer.length);
    return true;
}

void cyclescope_exchange_serve(void)
{
    for (uint32_t frames = 0; frames < FRAMES_AT_ONCE; ++frames) {
        if (!s_unanswered && !fill()) return;
        if (!transact()) return;
    }
}

void cyclescope_exchange_idle(void)
{
    const uint32_t since = cyclescope_uart_milliseconds() - s_tried_at;
    /* Threads of lower priority than the agent's do not run while it listens. */
    if (s_missed >= PATIENCE && since < SEARCH_MS) return;
    if (!s_unanswered && !fill()) {
        if (since < INVITE_MS) return;
        carry(CYCLESCOPE_CARRY_NOTHING, 0);
    }
    cyclescope_exchange_serve();
}

bool cyclescope_exchange_is_settled(void)
{
    return !s_unanswered || (s_frame.kind & 0x0Fu) != CYCLESCOPE_CARRY_STREAM;
}
