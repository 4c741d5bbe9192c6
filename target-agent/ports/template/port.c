/** The other half of a port: functions for the agent's core and the link to the host. */
#include "cyclescope/port.h"

#include "cyclescope/os.h"

cyclescope_os_thread cyclescope_os_helper;

/* Report what affects figures: kernel version and options, board, caches, compiler flags. */
void cyclescope_port_facts(cyclescope_fact_sink sink)
{
    sink("os", "template");
    sink("os_version", "");
    sink("board", "none");
}

/* Used by clocks that count core cycles. */
uint32_t cyclescope_port_core_hz(void) { return 0; }

/* Wait for the kernel's next tick; without ticks, return after about a millisecond. */
void cyclescope_port_wait_tick(void) {}

/* Without a visible tick there is nothing to align to. */
void cyclescope_port_align(uint32_t phase) { (void)phase; }

/* Block for about a millisecond: the agent has nothing to do until the host sends a line. */
void cyclescope_port_idle(void) {}

bool cyclescope_port_counter(uint64_t *count)
{
    (void)count;
    return false;
}

uint32_t cyclescope_port_preemptions(void) { return 0; }

/* The control channel: two rings of bytes, as over RTT, a UART or standard input and error. */
int cyclescope_control_read(void) { return -1; }
uint32_t cyclescope_control_room(void) { return UINT32_MAX; }
void cyclescope_control_write(const char *text, uint32_t bytes)
{
    (void)text;
    (void)bytes;
}

/* The stream carries samples and recordings. Without kernel hooks nothing else has to be recorded. */
uint32_t cyclescope_stream_size(void) { return CYCLESCOPE_SMALLEST_RING; }
uint32_t cyclescope_stream_room(void) { return CYCLESCOPE_SMALLEST_RING; }
bool cyclescope_stream_is_empty(void) { return true; }
void cyclescope_stream_start(void) {}
void cyclescope_stream_stop(void) {}
void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes)
{
    (void)event;
    (void)payload;
    (void)bytes;
}
uint32_t cyclescope_stream_now(void) { return 0; }
bool cyclescope_stream_has_hooks(void) { return false; }
void cyclescope_stream_record_kernel(bool on) { (void)on; }
