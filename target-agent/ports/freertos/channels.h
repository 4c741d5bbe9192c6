/** RTT channels and other declarations shared within this port. */
#ifndef CYCLESCOPE_CHANNELS_H
#define CYCLESCOPE_CHANNELS_H

/* The host finds both by name: any free numbers do where an application has its own channels. */
#ifndef CYCLESCOPE_CONTROL_CHANNEL
#define CYCLESCOPE_CONTROL_CHANNEL 1
#endif
#ifndef CYCLESCOPE_STREAM_CHANNEL
#define CYCLESCOPE_STREAM_CHANNEL 2
#endif
#define CYCLESCOPE_CONTROL_NAME "cyclescope"

#ifndef CYCLESCOPE_CONTROL_UP_BYTES
#define CYCLESCOPE_CONTROL_UP_BYTES 1024u
#endif
#ifndef CYCLESCOPE_CONTROL_DOWN_BYTES
#define CYCLESCOPE_CONTROL_DOWN_BYTES 256u
#endif

/** The recorder's mask for events of the kernel's hooks; SEGGER_SYSVIEW.h names them. */
#define CYCLESCOPE_KERNEL_EVENTS                                                                  \
    (1u << SYSVIEW_EVTID_ISR_ENTER | 1u << SYSVIEW_EVTID_ISR_EXIT |                               \
     1u << SYSVIEW_EVTID_TASK_START_EXEC | 1u << SYSVIEW_EVTID_TASK_STOP_EXEC |                   \
     1u << SYSVIEW_EVTID_TASK_START_READY | 1u << SYSVIEW_EVTID_TASK_STOP_READY |                 \
     1u << SYSVIEW_EVTID_TASK_CREATE | 1u << SYSVIEW_EVTID_TASK_INFO | 1u << SYSVIEW_EVTID_IDLE | \
     1u << SYSVIEW_EVTID_ISR_TO_SCHEDULER | 1u << SYSVIEW_EVTID_TASK_TERMINATE)

/** Sets up the stream's channel, before the scheduler starts. */
void cyclescope_stream_prepare(void);

/** Sends a task's name and priority. */
void cyclescope_stream_describe_task(void *task);

/**
 * Measures the cost of recording and the ends of handlers, before any benchmark has threads or an
 * interrupt; reports them once per recording. In the traced image only.
 */
void cyclescope_record_cost_measure(void);
void cyclescope_record_cost_report(void);

#endif
