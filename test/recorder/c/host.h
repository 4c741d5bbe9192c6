// The environment of the recorder, and a log of the recorded packets.
#ifndef HOST_H
#define HOST_H

#include <stdint.h>

// Opens the stream's and the log's files.
void host_open(const char *stream, const char *log);
void host_close(void);

// Time advances by a small step at every reading; this makes the next step a long one.
void host_sleep(uint32_t ticks);

// Forgets the times that were read; the next call to record begins.
void host_mark(void);

// Logs a packet as `ticks id fields..`, separated by tabs. `reading` counts the times that were read
// since host_mark: the packet was stored with that one.
void host_log(unsigned reading, const char *format, ...);

// The reading that a single packet was stored with: an overflow packet may come before it, and in
// post-mortem mode a description of the system after it.
unsigned host_packet_reading(void);

// Moves the contents of the up-buffer to the stream's file.
void host_drain(void);

// A call that records one packet, with the expected decoding.
#define RECORD(call, ...)                             \
    do {                                              \
        host_mark();                                  \
        call;                                         \
        host_log(host_packet_reading(), __VA_ARGS__); \
        host_drain();                                 \
    } while (0)

#endif
