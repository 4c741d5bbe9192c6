/*
 * The stream of an image without hooks, in place of SEGGER's recorder, which takes 2.5 KB: it sends the same packets.
 * Only the agent's thread sends, one packet at a time, and waits for room before each; so the ring need not
 * hold the descriptions all at once.
 */
#include "../../parts/cortex-m/core_facts.h"
#include "../../ports/freertos/channels.h"
#include "SEGGER_RTT.h"
#include "SEGGER_SYSVIEW.h"
#include "board.h"
#include "commands.h"
#include "cyclescope/clock.h"
#include "cyclescope/freertos.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"
#include "events.h"

/** The number of the module's first event, as the recorder gives it to the first module. */
#define FIRST_EVENT 512u
/** The recorder's longest string. */
#define LONGEST_TEXT 128u
/** Events with smaller numbers have no length. */
#define FIRST_WITH_LENGTH 24u
#define SYNC_BYTES 10u

static char s_ring[CYCLESCOPE_RING_BYTES];
static uint32_t s_last;

void cyclescope_stream_prepare(void)
{
    SEGGER_RTT_ConfigUpBuffer(CYCLESCOPE_STREAM_CHANNEL, "SysView", s_ring, sizeof s_ring,
                              SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    SEGGER_RTT_ConfigDownBuffer(CYCLESCOPE_STREAM_CHANNEL, "SysView", NULL, 0,
                                SEGGER_RTT_MODE_NO_BLOCK_SKIP);
}

uint32_t cyclescope_stream_size(void) { return sizeof s_ring; }
uint32_t cyclescope_stream_room(void)
{
    return SEGGER_RTT_GetAvailWriteSpace(CYCLESCOPE_STREAM_CHANNEL);
}
bool cyclescope_stream_is_empty(void) { return cyclescope_stream_room() == sizeof s_ring - 1u; }
uint32_t cyclescope_stream_now(void) { return cyclescope_clock_now(); }
bool cyclescope_stream_has_hooks(void) { return false; }

static uint8_t *put(uint8_t *to, uint32_t value)
{
    for (; value > 0x7Fu; value >>= 7) *to++ = (uint8_t)(value | 0x80u);
    *to++ = (uint8_t)value;
    return to;
}

void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes)
{
    const uint32_t id = event + FIRST_EVENT;
    const uint32_t now = cyclescope_clock_now();
    uint8_t head[CYCLESCOPE_STREAM_RESERVE];
    uint8_t *end = put(head, id);
    if (id >= FIRST_WITH_LENGTH) end = put(end, bytes);
    uint8_t *const after = put(&payload[bytes], now - s_last);
    s_last = now;
    while (end > head) *--payload = *--end;
    SEGGER_RTT_Write(CYCLESCOPE_STREAM_CHANNEL, payload, (unsigned)(after - payload));
}

/** Sends what was composed as one of the recorder's own events. */
static void send(uint32_t id) { (void)cyclescope_event_send(id - FIRST_EVENT); }

static void send_text(uint32_t id, const char *text)
{
    const uint32_t length = cyclescope_text_length(text);
    cyclescope_event_span(text, length < LONGEST_TEXT ? length : LONGEST_TEXT);
    send(id);
}

static void describe_system(const char *text)
{
    cyclescope_event_begin();
    send_text(SYSVIEW_EVTID_SYSDESC, text);
}

static void describe_module(const char *text)
{
    cyclescope_event_begin();
    cyclescope_event_u32(0);
    cyclescope_event_u32(FIRST_EVENT);
    send_text(SYSVIEW_EVTID_MODULEDESC, text);
}

static void send_start(void)
{
    static const uint8_t sync[SYNC_BYTES];
    SEGGER_RTT_Write(CYCLESCOPE_STREAM_CHANNEL, sync, sizeof sync);
    cyclescope_event_begin();
    send(SYSVIEW_EVTID_TRACE_START);
    cyclescope_event_begin();
    cyclescope_event_u32(cyclescope_clock_info_get()->hz);
    cyclescope_event_u32(configCPU_CLOCK_HZ);
    cyclescope_event_u32(CYCLESCOPE_RAM_BASE);
    cyclescope_event_u32(SEGGER_SYSVIEW_ID_SHIFT);
    send(SYSVIEW_EVTID_INIT);
    cyclescope_event_begin();
    cyclescope_event_u64((uint64_t)xTaskGetTickCount() * (1000000u / configTICK_RATE_HZ));
    send(SYSVIEW_EVTID_SYSTIME_US);
    cyclescope_event_begin();
    cyclescope_event_u32(1);
    send(SYSVIEW_EVTID_NUMMODULES);
}

CYCLESCOPE_APART static void describe_core(void)
{
    cyclescope_line_raw(&cyclescope_value, ",C=");
    cyclescope_line_raw(&cyclescope_value, cyclescope_core_name());
}

CYCLESCOPE_APART static void describe_events(void)
{
    for (const char *const *line = cyclescope_event_descriptions; *line; ++line) {
        describe_module(*line);
    }
}

void cyclescope_stream_start(void)
{
    const TaskHandle_t task = xTaskGetCurrentTaskHandle();
    send_start();
    cyclescope_line_begin(&cyclescope_value, "N=Cyclescope,D=" CYCLESCOPE_BOARD ",O=FreeRTOS");
    describe_core();
    describe_system(cyclescope_line_peek(&cyclescope_value));
    describe_system("I#15=SysTick");
    cyclescope_event_begin();
    cyclescope_event_u32(((uint32_t)task - CYCLESCOPE_RAM_BASE) >> SEGGER_SYSVIEW_ID_SHIFT);
    cyclescope_event_u32(CYCLESCOPE_PRIORITY);
    send_text(SYSVIEW_EVTID_TASK_INFO, pcTaskGetName(task));
    cyclescope_stream_drain();
    describe_module(cyclescope_module_name);
    describe_events();
}

void cyclescope_stream_stop(void)
{
    cyclescope_event_begin();
    send(SYSVIEW_EVTID_TRACE_STOP);
}
