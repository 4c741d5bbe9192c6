#include "kernel_trace.h"

#include "SEGGER_RTT.h"
#include "SEGGER_SYSVIEW.h"
#include "channels.h"
#include "cyclescope/port.h"
#include "cyclescope_os.h"
#include "events.h"

volatile bool cyclescope_kernel_recorded;

/* A packet that names a task: its head, its id, its priority, its name. */
#define TASK_INFO_BYTES 64u

#if CYCLESCOPE_TRACED

/* A short filler's id, length and time stamp of two bytes, and its longest payload. */
#define FILL_HEAD 5u
#define FILL_SHORT 127u
#define FILL_LONG 1000u
#define MOST_TIME_BYTES 8u
#define FILL_TRIES 64u
/* Room for the two fillers that give a block's first event a time stamp of known length. */
#define BLOCK_OFFSET 64u

void cyclescope_trace_created(void *task)
{
    if (!cyclescope_kernel_recorded) return;
    SEGGER_SYSVIEW_OnTaskCreate((U32)task);
    cyclescope_stream_describe_task(task);
}

void cyclescope_trace_switched_in(void)
{
    const TaskHandle_t task = xTaskGetCurrentTaskHandle();
    if (task == xTaskGetIdleTaskHandle()) {
        SEGGER_SYSVIEW_OnIdle();
    } else {
        SEGGER_SYSVIEW_OnTaskStartExec((U32)task);
    }
}

void cyclescope_trace_blocked(unsigned cause)
{
    SEGGER_SYSVIEW_OnTaskStopReady((U32)xTaskGetCurrentTaskHandle(), cause);
}

void cyclescope_os_thread_announce(cyclescope_os_thread *thread)
{
    /* Inside a block the kernel's own hook has named the thread. */
    if (cyclescope_kernel_recorded) return;
    if (!cyclescope_stream_await(TASK_INFO_BYTES)) return;
    SEGGER_SYSVIEW_EnableEvents(1u << SYSVIEW_EVTID_TASK_INFO);
    cyclescope_stream_describe_task(thread->handle);
    SEGGER_SYSVIEW_DisableEvents(1u << SYSVIEW_EVTID_TASK_INFO);
}

static uint32_t bytes_to(uint32_t offset)
{
    return (offset - _SEGGER_RTT.aUp[CYCLESCOPE_STREAM_CHANNEL].WrOff) % CYCLESCOPE_SMALLEST_RING;
}

static void fill(uint32_t bytes)
{
    static uint8_t packet[CYCLESCOPE_STREAM_RESERVE + FILL_LONG + MOST_TIME_BYTES];
    if (!cyclescope_stream_await(bytes + CYCLESCOPE_STREAM_RESERVE + MOST_TIME_BYTES)) return;
    cyclescope_stream_send(CYCLESCOPE_EVENT_FILL, &packet[CYCLESCOPE_STREAM_RESERVE], bytes);
}

/** Sends fillers until the next packet goes to a place `offset` behind a multiple of 2 KiB. */
static void fill_to(uint32_t offset)
{
    for (uint32_t tries = 0; tries < FILL_TRIES; ++tries) {
        uint32_t rest = bytes_to(offset);
        if (rest == 0) return;
        if (rest > 2u * FILL_SHORT) {
            rest -= FILL_SHORT;
            fill(rest < FILL_LONG ? rest : FILL_LONG);
            continue;
        }
        /* The empty one makes the time stamp of the next a short one, of known length. */
        fill(0);
        rest = bytes_to(offset);
        if (rest < FILL_HEAD) continue;
        fill(rest - FILL_HEAD < FILL_SHORT ? rest - FILL_HEAD : FILL_SHORT);
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
    cyclescope_stream_drain();
    cyclescope_port_wait_tick();
    fill_to(BLOCK_OFFSET);
    cyclescope_port_wait_tick();
}

void cyclescope_stream_kernel_events(bool on)
{
    if (!on) {
        cyclescope_kernel_recorded = false;
        SEGGER_SYSVIEW_DisableEvents(CYCLESCOPE_KERNEL_EVENTS);
        return;
    }
    cyclescope_record_cost_tell();
    settle();
    SEGGER_SYSVIEW_EnableEvents(CYCLESCOPE_KERNEL_EVENTS);
    SEGGER_SYSVIEW_OnTaskStartExec((U32)xTaskGetCurrentTaskHandle());
    cyclescope_kernel_recorded = true;
}

#else

void cyclescope_stream_kernel_events(bool on) { (void)on; }

void cyclescope_os_thread_announce(cyclescope_os_thread *thread) { (void)thread; }

#endif
