/** For systems without byte streams: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_STREAM_CALLS_H
#define CYCLESCOPE_NO_STREAM_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

typedef struct {
    bool exists;
} cyclescope_os_stream;

#define CYCLESCOPE_STREAM_STORAGE(bytes) (bytes)

CYCLESCOPE_INLINE bool cyclescope_os_stream_create(cyclescope_os_stream *stream, uint32_t bytes,
                                                   void *storage)
{
    (void)stream;
    (void)bytes;
    (void)storage;
    return false;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_send(cyclescope_os_stream *stream, const void *data,
                                                     uint32_t bytes)
{
    (void)stream;
    (void)data;
    (void)bytes;
    return 0;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_receive(cyclescope_os_stream *stream, void *data,
                                                        uint32_t bytes)
{
    (void)stream;
    (void)data;
    (void)bytes;
    return 0;
}
CYCLESCOPE_INLINE void cyclescope_os_stream_delete(cyclescope_os_stream *stream) { (void)stream; }

#endif
