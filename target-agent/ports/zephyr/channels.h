/** The RTT channels, and the parts of this port that its own files share. */
#ifndef CYCLESCOPE_CHANNELS_H
#define CYCLESCOPE_CHANNELS_H

#include <zephyr/kernel.h>

#define CYCLESCOPE_CONTROL_CHANNEL ((unsigned)CONFIG_CYCLESCOPE_CONTROL_CHANNEL)
#define CYCLESCOPE_CONTROL_NAME "cyclescope"
#define CYCLESCOPE_CONTROL_UP_BYTES 1024u
#define CYCLESCOPE_CONTROL_DOWN_BYTES 256u
#define CYCLESCOPE_STREAM_CHANNEL ((unsigned)CONFIG_CYCLESCOPE_STREAM_CHANNEL)

/** What Zephyr's hooks record with SystemView's own ids, as the recorder masks it. */
#define CYCLESCOPE_KERNEL_EVENTS                                                  \
    (1u << SYSVIEW_EVTID_ISR_ENTER | 1u << SYSVIEW_EVTID_ISR_EXIT |               \
     1u << SYSVIEW_EVTID_TASK_START_EXEC | 1u << SYSVIEW_EVTID_TASK_STOP_EXEC |   \
     1u << SYSVIEW_EVTID_TASK_START_READY | 1u << SYSVIEW_EVTID_TASK_STOP_READY | \
     1u << SYSVIEW_EVTID_TASK_CREATE | 1u << SYSVIEW_EVTID_TASK_INFO |            \
     1u << SYSVIEW_EVTID_STACK_INFO | 1u << SYSVIEW_EVTID_IDLE |                  \
     1u << SYSVIEW_EVTID_ISR_TO_SCHEDULER | 1u << SYSVIEW_EVTID_TASK_TERMINATE)

/** Makes the stream's channel. */
void cyclescope_stream_prepare(void);

/** Sends a thread's name, priority and stack. */
void cyclescope_stream_describe_thread(const struct k_thread *thread);

#endif
