/** Makes a program the agent where the host starts it, without an edit of its sources: `-Wl,--wrap=main`. */
#include <stdlib.h>

#include "cyclescope/linux.h"

int __real_main(int count, char **arguments, char **environment);
int __wrap_main(int count, char **arguments, char **environment);

int __wrap_main(int count, char **arguments, char **environment)
{
    if (getenv("CYCLESCOPE_LAUNCH")) cyclescope_linux_agent();
    return __real_main(count, arguments, environment);
}
