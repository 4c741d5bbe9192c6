/** The agent as the first process of a Linux that was booted for it alone. */
#ifndef CYCLESCOPE_LINUX_INIT_H
#define CYCLESCOPE_LINUX_INIT_H

/**
 * Runs this program again, its standard channels on the board's serial ports, and powers the board
 * off when it has ended. Call it first in main where `getpid() == 1`; it never returns.
 */
_Noreturn void cyclescope_linux_init(void);

#endif
