/** The UART that carries the agent's rings where there is no debug probe. */
#include <SEGGER_RTT.h>
#include <zephyr/device.h>
#include <zephyr/devicetree.h>
#include <zephyr/drivers/uart.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/reboot.h>

#include "../../parts/uart/exchange.h"
#include "channels.h"

#define LINE DT_CHOSEN(cyclescope_uart)

#if !DT_HAS_CHOSEN(cyclescope_uart)
#error \
    "CONFIG_CYCLESCOPE_LINK_UART needs a UART: chosen { cyclescope,uart = &uart1; }; in an overlay"
#endif
#if defined(CONFIG_UART_CONSOLE) && DT_HAS_CHOSEN(zephyr_console)
BUILD_ASSERT(!DT_SAME_NODE(LINE, DT_CHOSEN(zephyr_console)),
             "cyclescope,uart is the console's: choose another, or set CONFIG_UART_CONSOLE=n");
#endif
#if defined(CONFIG_SHELL_BACKEND_SERIAL) && DT_HAS_CHOSEN(zephyr_shell_uart)
BUILD_ASSERT(
    !DT_SAME_NODE(LINE, DT_CHOSEN(zephyr_shell_uart)),
    "cyclescope,uart is the shell's: choose another, or set CONFIG_SHELL_BACKEND_SERIAL=n");
#endif

static const struct device *const s_uart = DEVICE_DT_GET(LINE);

void cyclescope_uart_write(const uint8_t *bytes, uint32_t count)
{
    if (!device_is_ready(s_uart)) return;
    for (uint32_t i = 0; i < count; ++i) uart_poll_out(s_uart, bytes[i]);
}

int cyclescope_uart_read(void)
{
    unsigned char byte;
    return device_is_ready(s_uart) && uart_poll_in(s_uart, &byte) == 0 ? byte : -1;
}

uint32_t cyclescope_uart_milliseconds(void) { return k_uptime_get_32(); }

void cyclescope_uart_restart(void) { sys_reboot(SYS_REBOOT_COLD); }

uint32_t cyclescope_rings_take(uint32_t carried, uint8_t *to, uint32_t most)
{
    const unsigned channel =
        carried == CYCLESCOPE_CARRY_STREAM ? CYCLESCOPE_STREAM_CHANNEL : CYCLESCOPE_CONTROL_CHANNEL;
    return SEGGER_RTT_ReadUpBufferNoLock(channel, to, most);
}

uint32_t cyclescope_rings_room(void)
{
    const SEGGER_RTT_BUFFER_DOWN *ring = &_SEGGER_RTT.aDown[CYCLESCOPE_CONTROL_CHANNEL];
    const uint32_t used = (ring->WrOff + ring->SizeOfBuffer - ring->RdOff) % ring->SizeOfBuffer;
    return ring->SizeOfBuffer - 1u - used;
}

void cyclescope_rings_give(const uint8_t *bytes, uint32_t count)
{
    (void)SEGGER_RTT_WriteDownBufferNoLock(CYCLESCOPE_CONTROL_CHANNEL, bytes, count);
}
