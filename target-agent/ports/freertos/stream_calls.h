/** The kernel's stream buffers, where its stream_buffer.c is linked. */
#ifndef CYCLESCOPE_STREAM_CALLS_H
#define CYCLESCOPE_STREAM_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "stream_buffer.h"

/* The option was added in version 11. */
#if defined(configUSE_STREAM_BUFFERS) && !configUSE_STREAM_BUFFERS
#define CYCLESCOPE_STREAM_REFUSED "needs configUSE_STREAM_BUFFERS 1 in FreeRTOSConfig.h"
#elif !defined(CYCLESCOPE_LINKS_STREAM_BUFFER)
#define CYCLESCOPE_STREAM_REFUSED \
    (xStreamBufferSend ? NULL : "needs the kernel's stream_buffer.c among the project's sources")
#endif

/* A project that has no stream buffers need not link them. */
#ifdef CYCLESCOPE_STREAM_REFUSED
#pragma weak xStreamBufferGenericCreate
#pragma weak xStreamBufferGenericCreateStatic
#pragma weak xStreamBufferSend
#pragma weak xStreamBufferReceive
#pragma weak vStreamBufferDelete
#endif

/** Storage for a stream of `bytes`: one byte always stays empty. */
#define CYCLESCOPE_STREAM_STORAGE(bytes) ((bytes) + 1u)

typedef struct {
#if configSUPPORT_STATIC_ALLOCATION
    StaticStreamBuffer_t control_block;
#endif
    StreamBufferHandle_t handle;
} cyclescope_os_stream;

/** Creates a stream that holds `bytes`; a single byte wakes a waiting receiver. */
CYCLESCOPE_INLINE bool cyclescope_os_stream_create(cyclescope_os_stream *stream, uint32_t bytes,
                                                   void *storage)
{
#if configSUPPORT_STATIC_ALLOCATION
    stream->handle = xStreamBufferCreateStatic(CYCLESCOPE_STREAM_STORAGE(bytes), 1,
                                               (uint8_t *)storage, &stream->control_block);
#else
    (void)storage;
    stream->handle = xStreamBufferCreate(bytes, 1);
#endif
    return stream->handle != NULL;
}
/** Waits until all of it fits; returns how many bytes were written. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_send(cyclescope_os_stream *stream, const void *data,
                                                     uint32_t bytes)
{
    return (uint32_t)xStreamBufferSend(stream->handle, data, bytes, portMAX_DELAY);
}
/** Waits while it is empty; returns how many bytes were read, at most `bytes`. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_receive(cyclescope_os_stream *stream, void *data,
                                                        uint32_t bytes)
{
    return (uint32_t)xStreamBufferReceive(stream->handle, data, bytes, portMAX_DELAY);
}
CYCLESCOPE_INLINE void cyclescope_os_stream_delete(cyclescope_os_stream *stream)
{
    vStreamBufferDelete(stream->handle);
}

#endif
