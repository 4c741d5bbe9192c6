/**
 * Turns a program into the agent if the host starts it, without editing its sources:
 * `-Wl,--wrap=main`.
 */
#include <stdlib.h>

#include "cyclescope/linux.h"

int __real_main(int count, char **arguments, char **environment);
int __wrap_main(int count, char **arguments, char **environment);

int __wrap_main(int count, char **arguments, char **environment)
{
    if (getenv("CYCLESCOPE_LAUNCH")) cyclescope_linux_agent();
    return __real_main(count, arguments, environment);
}
