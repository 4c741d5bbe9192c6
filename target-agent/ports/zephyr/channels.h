/** RTT channels and other declarations shared within this port. */
#ifndef CYCLESCOPE_CHANNELS_H
#define CYCLESCOPE_CHANNELS_H

#include <zephyr/kernel.h>

#define CYCLESCOPE_CONTROL_CHANNEL ((unsigned)CONFIG_CYCLESCOPE_CONTROL_CHANNEL)
#define CYCLESCOPE_CONTROL_NAME "cyclescope"
#define CYCLESCOPE_CONTROL_UP_BYTES 1024u
#define CYCLESCOPE_CONTROL_DOWN_BYTES 256u
#define CYCLESCOPE_STREAM_CHANNEL ((unsigned)CONFIG_CYCLESCOPE_STREAM_CHANNEL)

/** The recorder's mask for events of Zephyr's hooks with SystemView's own ids. */
#define CYCLESCOPE_KERNEL_EVENTS                                                  \
    (1u << SYSVIEW_EVTID_ISR_ENTER | 1u << SYSVIEW_EVTID_ISR_EXIT |               \
     1u << SYSVIEW_EVTID_TASK_START_EXEC | 1u << SYSVIEW_EVTID_TASK_STOP_EXEC |   \
     1u << SYSVIEW_EVTID_TASK_START_READY | 1u << SYSVIEW_EVTID_TASK_STOP_READY | \
     1u << SYSVIEW_EVTID_TASK_CREATE | 1u << SYSVIEW_EVTID_TASK_INFO |            \
     1u << SYSVIEW_EVTID_STACK_INFO | 1u << SYSVIEW_EVTID_IDLE |                  \
     1u << SYSVIEW_EVTID_ISR_TO_SCHEDULER | 1u << SYSVIEW_EVTID_TASK_TERMINATE)

/** Sets up the stream's channel. */
void cyclescope_stream_prepare(void);

/**
 * Measures the cost of recording and the ends of handlers, before any benchmark has threads or an
 * interrupt; reports them. In the traced image only.
 */
void cyclescope_record_cost_measure(void);
void cyclescope_record_cost_report(void);

/** Sends a thread's name, priority and stack. */
void cyclescope_stream_describe_thread(const struct k_thread *thread);

#endif
