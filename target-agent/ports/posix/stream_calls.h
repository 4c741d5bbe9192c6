/** A pipe, POSIX's byte stream between threads. */
#ifndef CYCLESCOPE_STREAM_CALLS_H
#define CYCLESCOPE_STREAM_CALLS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "cyclescope/inline.h"

/*
 * Linux-specific, and hidden by C libraries without _GNU_SOURCE, which users' benchmarks may not
 * set.
 */
#ifndef F_SETPIPE_SZ
#define F_SETPIPE_SZ 1031
#endif

/** The storage is the kernel's. */
#define CYCLESCOPE_STREAM_STORAGE(bytes) 1u

typedef struct {
    int out;
    int in;
} cyclescope_os_stream;

/** Creates a stream that holds `bytes`, rounded up to a page. */
CYCLESCOPE_INLINE bool cyclescope_os_stream_create(cyclescope_os_stream *stream, uint32_t bytes,
                                                   void *storage)
{
    int ends[2];
    (void)storage;
    if (pipe(ends) != 0) return false;
    stream->out = ends[0];
    stream->in = ends[1];
    (void)fcntl(stream->in, F_SETPIPE_SZ, (int)bytes);
    return true;
}
/** Waits until all of it fits; returns how many bytes were written. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_send(cyclescope_os_stream *stream, const void *data,
                                                     uint32_t bytes)
{
    const ssize_t sent = write(stream->in, data, bytes);
    return sent < 0 ? 0u : (uint32_t)sent;
}
/** Waits while it is empty; returns how many bytes were read, at most `bytes`. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_receive(cyclescope_os_stream *stream, void *data,
                                                        uint32_t bytes)
{
    const ssize_t received = read(stream->out, data, bytes);
    return received < 0 ? 0u : (uint32_t)received;
}
CYCLESCOPE_INLINE void cyclescope_os_stream_delete(cyclescope_os_stream *stream)
{
    (void)close(stream->in);
    (void)close(stream->out);
}

#endif
