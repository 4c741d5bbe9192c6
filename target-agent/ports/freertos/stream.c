/** The stream: SEGGER's SystemView recorder over a separate RTT channel. */
#include "../../parts/cortex-m/core_facts.h"
#include "../../parts/systemview/recording.h"
#include "SEGGER_RTT.h"
#include "SEGGER_SYSVIEW.h"
#include "board.h"
#include "channels.h"
#include "commands.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_os.h"
#include "events.h"
#include "kernel_trace.h"

_Static_assert(SEGGER_SYSVIEW_RTT_CHANNEL == CYCLESCOPE_STREAM_CHANNEL, "one channel, one number");

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
    cyclescope_line_begin(&cyclescope_value, "N=Cyclescope,D=" CYCLESCOPE_BOARD ",O=FreeRTOS,C=");
    cyclescope_line_raw(&cyclescope_value, cyclescope_core_name());
    SEGGER_SYSVIEW_SendSysDesc(cyclescope_line_peek(&cyclescope_value));
    SEGGER_SYSVIEW_SendSysDesc("I#15=SysTick");
}

/* Without hooks, only the agent's own thread is named; its priority is known. */
#if INCLUDE_uxTaskPriorityGet
#define PRIORITY_OF(task) uxTaskPriorityGet(task)
#else
#define PRIORITY_OF(task) CYCLESCOPE_PRIORITY
#endif

void cyclescope_stream_describe_task(void *task)
{
    const SEGGER_SYSVIEW_TASKINFO info = {
        .TaskID = (U32)task, .sName = pcTaskGetName(task), .Prio = PRIORITY_OF(task)};
    SEGGER_SYSVIEW_SendTaskInfo(&info);
}

static void describe_tasks(void)
{
#if CYCLESCOPE_TRACED
    cyclescope_trace_describe_tasks();
#else
    cyclescope_stream_describe_task(xTaskGetCurrentTaskHandle());
#endif
}

static U64 system_time(void) { return (U64)xTaskGetTickCount() * (1000000u / configTICK_RATE_HZ); }

/* The recorder must not send descriptions itself: that would delay interrupts for long. */
static const SEGGER_SYSVIEW_OS_API s_os = {.pfGetTime = system_time};
static const cyclescope_recording s_recording = {
    .kernel_events = CYCLESCOPE_KERNEL_EVENTS,
    .thread_events = 1u << SYSVIEW_EVTID_TASK_INFO,
    .describe_system = describe_system,
    .describe_threads = describe_tasks,
};

void cyclescope_stream_prepare(void)
{
    const uint32_t hz = cyclescope_clock_info_get()->hz;
    SEGGER_SYSVIEW_Init(hz, configCPU_CLOCK_HZ, &s_os, NULL);
    SEGGER_SYSVIEW_SetRAMBase(CYCLESCOPE_RAM_BASE);
    /*
     * Another host's START would send descriptions in the middle of a measured block: the down
     * channel gets no buffer, so that nothing can be written to it.
     */
    SEGGER_RTT_ConfigDownBuffer(CYCLESCOPE_STREAM_CHANNEL, "SysView", NULL, 0,
                                SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    s_module.pfSendModuleDesc = describe_module;
    SEGGER_SYSVIEW_RegisterModule(&s_module);
    /* FreeRTOS does not report a task's stack address; the recorder would send zeros. */
    SEGGER_SYSVIEW_DisableEvents(1u << SYSVIEW_EVTID_STACK_INFO);
}

uint32_t cyclescope_stream_size(void) { return SEGGER_SYSVIEW_RTT_BUFFER_SIZE; }
uint32_t cyclescope_stream_room(void)
{
    return SEGGER_RTT_GetAvailWriteSpace(CYCLESCOPE_STREAM_CHANNEL);
}
bool cyclescope_stream_is_empty(void)
{
    return SEGGER_RTT_HASDATA_UP(CYCLESCOPE_STREAM_CHANNEL) == 0;
}

void cyclescope_stream_start(void)
{
    cyclescope_recording_begin(&s_recording);
#if CYCLESCOPE_TRACED
    cyclescope_record_cost_measure();
#endif
}

void cyclescope_stream_stop(void) { SEGGER_SYSVIEW_Stop(); }

void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes)
{
    SEGGER_SYSVIEW_SendPacket(payload - CYCLESCOPE_STREAM_RESERVE, payload + bytes,
                              s_module.EventOffset + event);
}

uint32_t cyclescope_stream_now(void) { return SEGGER_SYSVIEW_GET_TIMESTAMP(); }

bool cyclescope_stream_has_hooks(void) { return CYCLESCOPE_TRACED != 0; }
