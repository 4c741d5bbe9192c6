/** The stream: SEGGER's SystemView recorder over a separate RTT channel. */
#include <SEGGER_RTT.h>
#include <SEGGER_SYSVIEW.h>
#include <zephyr/kernel.h>

#include "../../parts/cortex-m/core_facts.h"
#include "../../parts/systemview/recording.h"
#include "channels.h"
#include "commands.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "cyclescope_os.h"
#include "events.h"
#include "kernel_trace.h"
#include "link.h"

BUILD_ASSERT(SEGGER_SYSVIEW_RTT_CHANNEL == CONFIG_CYCLESCOPE_STREAM_CHANNEL,
             "SystemView's RTT channel must be that of CONFIG_CYCLESCOPE_STREAM_CHANNEL");

static SEGGER_SYSVIEW_MODULE s_module = {.sModule = cyclescope_module_name,
                                         .NumEvents = CYCLESCOPE_EVENT_COUNT};

static void describe_module(void)
{
    for (const char *const *line = cyclescope_event_descriptions; *line; ++line) {
        SEGGER_SYSVIEW_RecordModuleDescription(&s_module, *line);
    }
}

static void describe_system(void)
{
    cyclescope_line_begin(&cyclescope_value, "N=Cyclescope,D=" CONFIG_BOARD ",O=Zephyr,C=");
    cyclescope_line_raw(&cyclescope_value, cyclescope_core_name());
    SEGGER_SYSVIEW_SendSysDesc(cyclescope_line_peek(&cyclescope_value));
    SEGGER_SYSVIEW_SendSysDesc("I#15=SysTick");
}

static const char *get_name(const struct k_thread *thread)
{
    const char *name = k_thread_name_get((k_tid_t)thread);
    return name && *name ? name : "thread";
}

void cyclescope_stream_describe_thread(const struct k_thread *thread)
{
    const SEGGER_SYSVIEW_TASKINFO info = {
        .TaskID = (U32)(uintptr_t)thread,
        .sName = get_name(thread),
        .Prio = (U32)thread->base.prio,
#ifdef CONFIG_THREAD_STACK_INFO
        .StackBase = (U32)thread->stack_info.start,
        .StackSize = (U32)thread->stack_info.size,
#endif
    };
    SEGGER_SYSVIEW_SendTaskInfo(&info);
}

static U64 system_time(void) { return k_ticks_to_us_floor64(k_uptime_ticks()); }

/* The recorder must not send descriptions itself: that would delay interrupts for long. */
static const SEGGER_SYSVIEW_OS_API s_os = {.pfGetTime = system_time};
static const cyclescope_recording s_recording = {
    .kernel_events = CYCLESCOPE_KERNEL_EVENTS,
    .thread_events = 1u << SYSVIEW_EVTID_TASK_INFO | 1u << SYSVIEW_EVTID_STACK_INFO,
    .describe_system = describe_system,
    .describe_threads = cyclescope_trace_describe_threads,
};

void cyclescope_stream_prepare(void)
{
    cyclescope_clock_start();
    SEGGER_SYSVIEW_Init(cyclescope_clock_info_get()->hz, cyclescope_port_core_hz(), &s_os, NULL);
    SEGGER_SYSVIEW_SetRAMBase(CONFIG_SRAM_BASE_ADDRESS);
    /*
     * Another host's START would send descriptions in the middle of a measured block: the down
     * channel gets no buffer, so that nothing can be written to it.
     */
    SEGGER_RTT_ConfigDownBuffer(CYCLESCOPE_STREAM_CHANNEL, "SysView", NULL, 0,
                                SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    s_module.pfSendModuleDesc = describe_module;
    SEGGER_SYSVIEW_RegisterModule(&s_module);
}

uint32_t cyclescope_stream_size(void) { return SEGGER_SYSVIEW_RTT_BUFFER_SIZE; }
uint32_t cyclescope_stream_room(void)
{
    return SEGGER_RTT_GetAvailWriteSpace(CYCLESCOPE_STREAM_CHANNEL);
}
bool cyclescope_stream_is_empty(void)
{
    return SEGGER_RTT_HASDATA_UP(CYCLESCOPE_STREAM_CHANNEL) == 0 && cyclescope_link_is_settled();
}

void cyclescope_stream_start(void)
{
    cyclescope_trace_restart();
    cyclescope_recording_begin(&s_recording);
    if (IS_ENABLED(CONFIG_CYCLESCOPE_TRACED)) cyclescope_record_cost_measure();
}

void cyclescope_stream_stop(void) { SEGGER_SYSVIEW_Stop(); }

void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes)
{
    SEGGER_SYSVIEW_SendPacket(payload - CYCLESCOPE_STREAM_RESERVE, payload + bytes,
                              s_module.EventOffset + event);
}

uint32_t cyclescope_stream_now(void) { return cyclescope_clock_now(); }

bool cyclescope_stream_has_hooks(void) { return IS_ENABLED(CONFIG_CYCLESCOPE_TRACED); }
