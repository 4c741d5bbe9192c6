/** The RTT channels, and the parts of this port that its own files share. */
#ifndef CYCLESCOPE_CHANNELS_H
#define CYCLESCOPE_CHANNELS_H

#define CYCLESCOPE_CONTROL_CHANNEL 1u
#define CYCLESCOPE_CONTROL_NAME "cyclescope"
#define CYCLESCOPE_STREAM_CHANNEL 2u

#ifndef CYCLESCOPE_CONTROL_UP_BYTES
#define CYCLESCOPE_CONTROL_UP_BYTES 1024u
#endif
#ifndef CYCLESCOPE_CONTROL_DOWN_BYTES
#define CYCLESCOPE_CONTROL_DOWN_BYTES 256u
#endif

/** Makes the stream's channel, before the scheduler starts. */
void cyclescope_stream_prepare(void);

/** Sends a task's name and priority. */
void cyclescope_stream_describe_task(void *task);

/** Starts the agent's thread and the scheduler; returns only if there is no memory for that. */
void cyclescope_freertos_start(void);

#endif
