/**
 * Transfers the agent's rings over a serial line. The agent sends, the host only answers: each
 * frame is repeated until its answer has arrived, and the host's bytes travel in answers only. So
 * nothing arrives while a block is measured, receiving a byte needs no interrupt, and damaged data
 * is sent again. A host that does not answer is one that does not fetch, as with RTT.
 */
#ifndef CYCLESCOPE_EXCHANGE_H
#define CYCLESCOPE_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

/** Frame contents, in the low bits of the frame's kind. */
enum {
    CYCLESCOPE_CARRY_NOTHING, /**< only invites an answer */
    CYCLESCOPE_CARRY_STREAM,
    CYCLESCOPE_CARRY_CONTROL,
    CYCLESCOPE_CARRY_ANSWER = 0x10,
    CYCLESCOPE_CARRY_RESTART = 0x11 /**< an answer that restarts the board */
};

/** The agent has room for an answer's bytes. */
#define CYCLESCOPE_FRAME_ROOM 0x40u
/** No answer has arrived since the agent's start. */
#define CYCLESCOPE_FRAME_FRESH 0x80u

/** Maximum number of bytes in an answer. */
#define CYCLESCOPE_ANSWER_BYTES 48u

/** Transfers what is waiting in the rings, a few frames at most; stops early without an answer. */
void cyclescope_exchange_serve(void);

/** The same while the agent is idle: invites the host from time to time. */
void cyclescope_exchange_idle(void);

/** Returns whether everything taken from the stream's ring has been answered. */
bool cyclescope_exchange_is_settled(void);

/* Provided by the system. */

void cyclescope_uart_write(const uint8_t *bytes, uint32_t count);
/** Returns the next byte from the host, or -1. */
int cyclescope_uart_read(void);
uint32_t cyclescope_uart_milliseconds(void);
/** Resets the board. */
void cyclescope_uart_restart(void);

/** Takes up to `most` bytes out of a ring towards the host. */
uint32_t cyclescope_rings_take(uint32_t carried, uint8_t *to, uint32_t most);
/** Room in the ring of control lines to the agent, and the function that fills it. */
uint32_t cyclescope_rings_room(void);
void cyclescope_rings_give(const uint8_t *bytes, uint32_t count);

#endif
