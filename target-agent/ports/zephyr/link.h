/**
 * Transport of the agent's rings: a debug port, which needs no help from the agent, or its UART.
 */
#ifndef CYCLESCOPE_LINK_H
#define CYCLESCOPE_LINK_H

#include <stdbool.h>

#include "../../parts/uart/exchange.h"

static inline void cyclescope_link_serve(void)
{
#ifdef CONFIG_CYCLESCOPE_LINK_UART
    cyclescope_exchange_serve();
#endif
}

static inline void cyclescope_link_idle(void)
{
#ifdef CONFIG_CYCLESCOPE_LINK_UART
    cyclescope_exchange_idle();
#endif
}

static inline bool cyclescope_link_is_settled(void)
{
#ifdef CONFIG_CYCLESCOPE_LINK_UART
    return cyclescope_exchange_is_settled();
#else
    return true;
#endif
}

#endif
