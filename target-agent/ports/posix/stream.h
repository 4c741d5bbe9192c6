#ifndef CYCLESCOPE_POSIX_STREAM_H
#define CYCLESCOPE_POSIX_STREAM_H

/** Writes everything that the stream holds; blocks until the host's end has taken it. */
void cyclescope_stream_flush(void);

#endif
