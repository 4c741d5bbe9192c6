/** The agent as the first process of a Linux that was booted for it alone; linked in for boards only. */
#ifndef CYCLESCOPE_LINUX_INIT_H
#define CYCLESCOPE_LINUX_INIT_H

/**
 * Runs this program again as another process, control lines on its descriptors 0 and 2 and the
 * stream on 1, and powers the board off when it has ended: call it where `getpid() == 1`. It never
 * returns. Lines end with the end of file: the agent must then exit.
 */
__attribute__((noreturn, weak)) void cyclescope_linux_init(void);

#endif
