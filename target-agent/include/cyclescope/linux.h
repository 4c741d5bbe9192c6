/** Adds the agent to your own Linux process. */
#ifndef CYCLESCOPE_LINUX_H
#define CYCLESCOPE_LINUX_H

/**
 * Becomes the agent and never returns: call it from the first thread, once everything that the
 * benchmarks need is set up. It reads control lines from standard input and answers on standard
 * error; standard output carries the stream, so nothing else may be printed there.
 *
 * Not needed where the program is linked with `-Wl,--wrap=main`: such a program is the agent when
 * the host starts it, with CYCLESCOPE_LAUNCH set, and runs normally otherwise.
 */
__attribute__((noreturn)) void cyclescope_linux_agent(void);

#endif
