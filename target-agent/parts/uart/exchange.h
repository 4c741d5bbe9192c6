/**
 * The agent's rings over a serial line. The agent speaks, the host only answers: each frame is sent
 * until its answer has come, and the host's bytes travel in answers alone. So nothing arrives while
 * a block is measured, no byte needs an interrupt to be received, and what the line damages is sent
 * again. A host that does not answer is one that does not fetch, as with RTT.
 */
#ifndef CYCLESCOPE_EXCHANGE_H
#define CYCLESCOPE_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

/** Contents of frames, in the low bits of their kind. */
enum {
    CYCLESCOPE_CARRY_NOTHING, /**< only invites an answer */
    CYCLESCOPE_CARRY_STREAM,
    CYCLESCOPE_CARRY_CONTROL,
    CYCLESCOPE_CARRY_ANSWER = 0x10,
    CYCLESCOPE_CARRY_RESTART = 0x11 /**< an answer by which the board starts afresh */
};

/** The agent has room for an answer's bytes. */
#define CYCLESCOPE_FRAME_ROOM 0x40u
/** No answer has come since the agent's start. */
#define CYCLESCOPE_FRAME_FRESH 0x80u

/** The most bytes that an answer may carry. */
#define CYCLESCOPE_ANSWER_BYTES 48u

/** Moves what waits in the rings, a few frames at most; ends early where no answer comes. */
void cyclescope_exchange_serve(void);

/** The same while the agent has nothing to do: invites the host now and then. */
void cyclescope_exchange_idle(void);

/** Has everything taken from the stream's ring been answered? */
bool cyclescope_exchange_is_settled(void);

/* What the system supplies. */

void cyclescope_uart_write(const uint8_t *bytes, uint32_t count);
/** The next byte from the host, or -1. */
int cyclescope_uart_read(void);
uint32_t cyclescope_uart_milliseconds(void);
/** Resets the board. */
void cyclescope_uart_restart(void);

/** Takes up to `most` bytes out of a ring towards the host. */
uint32_t cyclescope_rings_take(uint32_t carried, uint8_t *to, uint32_t most);
/** Room in the ring of control lines to the agent, and what fills it. */
uint32_t cyclescope_rings_room(void);
void cyclescope_rings_give(const uint8_t *bytes, uint32_t count);

#endif
