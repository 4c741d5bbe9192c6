/** The stream: SEGGER's SystemView recorder over an RTT channel of its own. */
#include "SEGGER_RTT.h"
#include "SEGGER_SYSVIEW.h"
#include "board.h"
#include "channels.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_os.h"
#include "events.h"
#include "kernel_trace.h"

_Static_assert(SEGGER_SYSVIEW_RTT_CHANNEL == CYCLESCOPE_STREAM_CHANNEL, "one channel, one number");

#define EVENT(id) (1u << (id))
#define KERNEL_EVENTS                                                                     \
    (EVENT(SYSVIEW_EVTID_ISR_ENTER) | EVENT(SYSVIEW_EVTID_ISR_EXIT) |                     \
     EVENT(SYSVIEW_EVTID_TASK_START_EXEC) | EVENT(SYSVIEW_EVTID_TASK_STOP_EXEC) |         \
     EVENT(SYSVIEW_EVTID_TASK_START_READY) | EVENT(SYSVIEW_EVTID_TASK_STOP_READY) |       \
     EVENT(SYSVIEW_EVTID_TASK_CREATE) | EVENT(SYSVIEW_EVTID_TASK_INFO) |                  \
     EVENT(SYSVIEW_EVTID_IDLE) | EVENT(SYSVIEW_EVTID_ISR_TO_SCHEDULER) |                  \
     EVENT(SYSVIEW_EVTID_TASK_TERMINATE))

/* A filler's id, length and a time stamp of two bytes; its payload; the longest time stamp. */
#define FILL_HEAD 5u
#define FILL_MOST 127u
#define MOST_TIME_BYTES 8u
#define FILL_TRIES 64u
/* Room for the two fillers that give a block's first event a time stamp of known length. */
#define BLOCK_OFFSET 64u

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
    SEGGER_SYSVIEW_SendSysDesc("N=Cyclescope,D=" CYCLESCOPE_BOARD ",C=" CYCLESCOPE_CORE ",O=FreeRTOS");
    SEGGER_SYSVIEW_SendSysDesc("I#15=SysTick");
}

void cyclescope_stream_describe_task(void *task)
{
    const SEGGER_SYSVIEW_TASKINFO info = {.TaskID = (U32)task,
                                          .sName = pcTaskGetName(task),
                                          .Prio = uxTaskPriorityGet(task)};
    SEGGER_SYSVIEW_SendTaskInfo(&info);
}

static void describe_tasks(void)
{
    cyclescope_stream_describe_task(xTaskGetCurrentTaskHandle());
    cyclescope_stream_describe_task(xTaskGetIdleTaskHandle());
}

static U64 system_time(void)
{
    return (U64)xTaskGetTickCount() * (1000000u / configTICK_RATE_HZ);
}

static const SEGGER_SYSVIEW_OS_API s_os = {.pfGetTime = system_time, .pfSendTaskList = describe_tasks};

void cyclescope_stream_prepare(void)
{
    const uint32_t hz = cyclescope_clock_info_get()->hz;
    SEGGER_SYSVIEW_Init(hz, configCPU_CLOCK_HZ, &s_os, describe_system);
    SEGGER_SYSVIEW_SetRAMBase(CYCLESCOPE_RAM_BASE);
    /*
     * A foreign host's START would send descriptions in the middle of a measured block: the channel
     * towards the target gets no buffer, so that nothing can be written into it.
     */
    SEGGER_RTT_ConfigDownBuffer(CYCLESCOPE_STREAM_CHANNEL, "SysView", NULL, 0,
                                SEGGER_RTT_MODE_NO_BLOCK_SKIP);
    s_module.pfSendModuleDesc = describe_module;
    SEGGER_SYSVIEW_RegisterModule(&s_module);
    /* FreeRTOS does not tell where a task's stack lies; the recorder would send zeros. */
    SEGGER_SYSVIEW_DisableEvents(EVENT(SYSVIEW_EVTID_STACK_INFO));
}

uint32_t cyclescope_stream_size(void) { return SEGGER_SYSVIEW_RTT_BUFFER_SIZE; }
uint32_t cyclescope_stream_room(void)
{
    return SEGGER_RTT_GetAvailWriteSpace(CYCLESCOPE_STREAM_CHANNEL);
}
bool cyclescope_stream_empty(void) { return SEGGER_RTT_HASDATA_UP(CYCLESCOPE_STREAM_CHANNEL) == 0; }

void cyclescope_stream_start(void)
{
    SEGGER_SYSVIEW_EnableEvents(KERNEL_EVENTS);
    SEGGER_SYSVIEW_Start();
    SEGGER_SYSVIEW_DisableEvents(KERNEL_EVENTS);
    while (!cyclescope_stream_empty()) cyclescope_port_wait_tick();
    SEGGER_SYSVIEW_SendModule(0);
}

void cyclescope_stream_stop(void) { SEGGER_SYSVIEW_Stop(); }

void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes)
{
    SEGGER_SYSVIEW_SendPacket(payload - CYCLESCOPE_STREAM_RESERVE, payload + bytes,
                              s_module.EventOffset + event);
}

uint32_t cyclescope_stream_now(void) { return SEGGER_SYSVIEW_GET_TIMESTAMP(); }

bool cyclescope_stream_hooks(void) { return CYCLESCOPE_TRACED != 0; }

static uint32_t bytes_to(uint32_t offset)
{
    return (offset - _SEGGER_RTT.aUp[CYCLESCOPE_STREAM_CHANNEL].WrOff) % CYCLESCOPE_SMALLEST_RING;
}

static void fill(uint32_t bytes)
{
    static uint8_t packet[CYCLESCOPE_STREAM_RESERVE + FILL_MOST + MOST_TIME_BYTES];
    while (cyclescope_stream_room() < sizeof packet) cyclescope_port_wait_tick();
    cyclescope_stream_send(CYCLESCOPE_EVENT_FILL, &packet[CYCLESCOPE_STREAM_RESERVE], bytes);
}

/** Sends fillers until the next packet goes to a place `offset` behind a multiple of 2 KiB. */
static void fill_to(uint32_t offset)
{
    for (uint32_t tries = 0; bytes_to(offset) && tries < FILL_TRIES; ++tries) {
        /* The first one makes the time stamp of the second a short one, of known length. */
        fill(0);
        const uint32_t rest = bytes_to(offset);
        if (rest < FILL_HEAD) continue;
        fill(rest - FILL_HEAD < FILL_MOST ? rest - FILL_HEAD : FILL_MOST);
    }
}

/**
 * What the recorder needs for one event depends on where in the ring it goes, on the end of the ring
 * above all, and on the length of its time stamp. So every block begins at the same place, with the
 * last packet one tick ago.
 */
static void settle(void)
{
    if (cyclescope_stream_size() < CYCLESCOPE_SMALLEST_RING) return;
    fill_to(0);
    while (!cyclescope_stream_empty()) cyclescope_port_wait_tick();
    cyclescope_port_wait_tick();
    fill_to(BLOCK_OFFSET);
    cyclescope_port_wait_tick();
}

void cyclescope_stream_kernel_events(bool on)
{
    if (!on) {
        cyclescope_kernel_recorded = false;
        SEGGER_SYSVIEW_DisableEvents(KERNEL_EVENTS);
        return;
    }
    settle();
    SEGGER_SYSVIEW_EnableEvents(KERNEL_EVENTS);
    SEGGER_SYSVIEW_OnTaskStartExec((U32)xTaskGetCurrentTaskHandle());
    cyclescope_kernel_recorded = true;
}
