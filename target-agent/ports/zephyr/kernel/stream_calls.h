/** Zephyr's pipe, whose functions were renamed in 4.1. */
#ifndef CYCLESCOPE_STREAM_CALLS_H
#define CYCLESCOPE_STREAM_CALLS_H

#include <zephyr/kernel.h>

/* It was elsewhere before 3.5. */
#if __has_include(<zephyr/version.h>)
#include <zephyr/version.h>
#else
#include <version.h>
#endif

/* From 4.1 on the setting brings back the older functions. */
#if KERNEL_VERSION_NUMBER >= 0x040100 && !defined(CONFIG_PIPES)
#define CYCLESCOPE_NEW_PIPES 1
#else
#define CYCLESCOPE_NEW_PIPES 0
#endif

#if !CYCLESCOPE_NEW_PIPES && !defined(CONFIG_PIPES)
#define CYCLESCOPE_HAS_PIPES 0
#define CYCLESCOPE_STREAM_REFUSED "needs CONFIG_PIPES=y"
#include "../../../parts/none/stream_calls.h"
#else
#define CYCLESCOPE_HAS_PIPES 1

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

/** Storage for a stream of `bytes`. */
#define CYCLESCOPE_STREAM_STORAGE(bytes) (bytes)

typedef struct k_pipe cyclescope_os_stream;

/** Creates a stream that holds `bytes`. */
CYCLESCOPE_INLINE bool cyclescope_os_stream_create(cyclescope_os_stream *stream, uint32_t bytes,
                                                   void *storage)
{
    k_pipe_init(stream, (uint8_t *)storage, bytes);
    return true;
}

#if CYCLESCOPE_NEW_PIPES
/** Waits until all of it fits; returns how many bytes were written. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_send(cyclescope_os_stream *stream, const void *data,
                                                     uint32_t bytes)
{
    const int sent = k_pipe_write(stream, (const uint8_t *)data, bytes, K_FOREVER);
    return sent < 0 ? 0u : (uint32_t)sent;
}
/** Waits while it is empty; returns how many bytes were read, at most `bytes`. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_receive(cyclescope_os_stream *stream, void *data,
                                                        uint32_t bytes)
{
    const int received = k_pipe_read(stream, (uint8_t *)data, bytes, K_FOREVER);
    return received < 0 ? 0u : (uint32_t)received;
}
#else
/** Waits until all of it fits; returns how many bytes were written. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_send(cyclescope_os_stream *stream, const void *data,
                                                     uint32_t bytes)
{
    size_t sent = 0;
    (void)k_pipe_put(stream, (void *)data, bytes, &sent, bytes, K_FOREVER);
    return (uint32_t)sent;
}
/** Waits while it is empty; returns how many bytes were read, at most `bytes`. */
CYCLESCOPE_INLINE uint32_t cyclescope_os_stream_receive(cyclescope_os_stream *stream, void *data,
                                                        uint32_t bytes)
{
    size_t received = 0;
    (void)k_pipe_get(stream, data, bytes, &received, 1, K_FOREVER);
    return (uint32_t)received;
}
#endif

CYCLESCOPE_INLINE void cyclescope_os_stream_delete(cyclescope_os_stream *stream) { (void)stream; }

#endif
#endif
