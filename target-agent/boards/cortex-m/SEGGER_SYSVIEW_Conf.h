#ifndef SEGGER_SYSVIEW_CONF_H
#define SEGGER_SYSVIEW_CONF_H

#include "SEGGER_RTT_Conf.h"
/* By its place: an application may have a file of that name. */
#include "../../ports/freertos/channels.h"
#include "cyclescope/stamp.h"

#define SEGGER_SYSVIEW_RTT_CHANNEL CYCLESCOPE_STREAM_CHANNEL
#ifdef SEGGER_RTT_BUFFER_SECTION
#define SEGGER_SYSVIEW_SECTION SEGGER_RTT_BUFFER_SECTION
#endif
#ifndef CYCLESCOPE_RING_BYTES
#define CYCLESCOPE_RING_BYTES 4096
#endif
#define SEGGER_SYSVIEW_RTT_BUFFER_SIZE CYCLESCOPE_RING_BYTES

#endif
