/** The stream without any recorder: every event is a line on the control channel. */
#include "SEGGER_RTT.h"
#include "board.h"
#include "channels.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"

void cyclescope_stream_prepare(void)
{
    /* The host looks for the channel, and finds it empty for ever. */
    static char unused[16] __attribute__((section(SEGGER_RTT_BUFFER_SECTION)));
    SEGGER_RTT_ConfigUpBuffer(CYCLESCOPE_STREAM_CHANNEL, "SysView", unused, sizeof unused,
                              SEGGER_RTT_MODE_NO_BLOCK_SKIP);
}
uint32_t cyclescope_stream_size(void) { return 65536u; }
uint32_t cyclescope_stream_room(void) { return 65536u; }
bool cyclescope_stream_is_empty(void) { return true; }
void cyclescope_stream_start(void) {}
void cyclescope_stream_stop(void) {}
uint32_t cyclescope_stream_now(void) { return cyclescope_clock_now(); }
bool cyclescope_stream_has_hooks(void) { return false; }
void cyclescope_stream_record_kernel(bool on) { (void)on; }
void cyclescope_os_thread_announce(cyclescope_os_thread *thread) { (void)thread; }

void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes)
{
    static const char digits[] = "0123456789abcdef";
    char line[16 + 2 * 256] = "packet 0 ";
    uint32_t length = 9;
    line[7] = digits[event];
    for (uint32_t i = 0; i < bytes; ++i) {
        line[length++] = digits[payload[i] >> 4];
        line[length++] = digits[payload[i] & 15u];
    }
    line[length++] = '\n';
    while (cyclescope_control_room() < length) cyclescope_port_wait_tick();
    cyclescope_control_write(line, length);
}
