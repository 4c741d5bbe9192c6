/** The agent in a Linux process of one's own. */
#ifndef CYCLESCOPE_LINUX_H
#define CYCLESCOPE_LINUX_H

/**
 * Becomes the agent, which never returns: call it from the first thread, when everything that the
 * benchmarks need is set up. It reads control lines from standard input and answers on standard
 * error; standard output carries the stream, so that nothing else may be printed.
 *
 * Not needed where the program is linked with `-Wl,--wrap=main`: such a program is the agent when
 * the host starts it, which sets CYCLESCOPE_LAUNCH, and itself otherwise.
 */
__attribute__((noreturn)) void cyclescope_linux_agent(void);

#endif
